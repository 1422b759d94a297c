/** The Rockers around the table: pawn, name, hand, Ballad tokens, skips, VIP Pass. */

import { h, picture } from "../../dom.js";
import { pawnSymbol } from "../../notation.js";
import { stepsToStage } from "./board/geometry.js";
import { activeSeat } from "./board/pawns.js";
import { placeName } from "./board/place-names.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Rocker} Rocker */
/** @typedef {import("./words.js").Words} Words */
/**
 * @typedef {{element: HTMLButtonElement, key: string, pawn: SVGSVGElement, name: HTMLElement, steps: HTMLElement, marks:
 *   HTMLElement, hand: HTMLElement}} Chip
 */

export class Rockers {
  /** @param {Words} words @param {(seat: number) => void} choose @param {string} label */
  constructor(words, choose, label) {
    this.words = words;
    this.choose = choose;
    this.element = h("div", { class: "hu-rockers", role: "group", "aria-label": label });
    /** @type {Map<number, Chip>} */
    this.chips = new Map();
    /** @type {number | null} */
    this.revealed = null;
    /** @type {Set<number>} */
    this.bots = new Set();
    /** @type {Set<number>} */
    this.away = new Set();
  }

  /**
   * Which seats are bots, and whose players are offline.
   * @param {import("../../types").Seat[]} seats
   * @param {number[]} online
   */
  setSeats(seats, online) {
    this.bots = new Set(seats.filter(({ bot }) => bot).map(({ seat }) => seat));
    this.away = new Set(
      seats.filter(({ seat, person, bot }) => person && !bot && !online.includes(seat)).map(({ seat }) => seat),
    );
  }

  /** @param {View} view @param {ReadonlySet<number>} targets */
  paint(view, targets) {
    this.element.style.setProperty("--rockers", String(view.rockers.length));
    this.element.style.setProperty("--half", String(Math.ceil(view.rockers.length / 2)));
    const steps = view.rockers.map(({ pawn }) => (pawn ? stepsToStage(pawn, view.stage_cells) : null));
    const least = Math.min(...steps.map((each) => each ?? Infinity));
    for (const rocker of view.rockers) {
      const chip = this.chips.get(rocker.seat) ?? this.#make(rocker.seat);
      const cards = view.hands?.[rocker.seat] ?? [];
      const away = view.winner === rocker.seat ? 0 : (steps[rocker.seat] ?? null);
      const state = { ...this.#state(view, rocker, targets), ahead: away !== null && away === least };
      const key = JSON.stringify([state, rocker, away, this.words.who(rocker.seat), cards]);
      if (chip.key === key) continue;
      chip.key = key;
      this.#print(chip, rocker, state, cards, away);
    }
  }

  /** @param {View} view @param {Rocker} rocker @param {ReadonlySet<number>} targets */
  #state(view, rocker, targets) {
    const over = view.winner !== null;
    return {
      active: !over && activeSeat(view) === rocker.seat,
      asked: !over && view.to_move === rocker.seat && activeSeat(view) !== rocker.seat,
      won: view.winner === rocker.seat,
      mine: view.seat === rocker.seat,
      vip: view.first === rocker.seat,
      target: targets.has(rocker.seat),
      bot: this.bots.has(rocker.seat),
      away: this.away.has(rocker.seat),
    };
  }

  /** @param {number} seat */
  #make(seat) {
    const name = h("span", { class: "hu-rocker-name" });
    const steps = h("span", { class: "hu-rocker-steps" });
    const marks = h("span", { class: "hu-rocker-marks" });
    const hand = h("span", { class: "hu-rocker-hand" });
    const pawn = picture(pawnSymbol(seat), undefined, { class: "hu-rocker-pawn" });
    const element = h(
      "button",
      { class: "hu-rocker", type: "button", dataset: { seat } },
      pawn,
      name,
      steps,
      marks,
      hand,
    );
    element.style.setProperty("--own", `var(--seat-${seat})`);
    element.addEventListener("click", () => this.choose(seat));
    this.element.append(element);
    const chip = { element, key: "", pawn, name, steps, marks, hand };
    this.chips.set(seat, chip);
    return chip;
  }

  /**
   * @param {Chip} chip
   * @param {Rocker} rocker
   * @param {Record<string, boolean>} state
   * @param {string[]} cards
   * @param {number | null} away the steps to the Stage
   */
  #print(chip, rocker, state, cards, away) {
    const { words } = this;
    for (const [name, on] of Object.entries(state)) chip.element.classList.toggle(name, on);
    chip.name.textContent = words.who(rocker.seat);
    chip.steps.replaceChildren(...(away === null ? [] : [picture("symbol-stage"), String(away)]));
    chip.steps.title = away === null ? "" : words.say("hud.steps", { n: away });
    chip.marks.replaceChildren(...marksOf(rocker, Boolean(state.vip)));
    chip.hand.replaceChildren(
      ...cards.map((slug) =>
        picture(words.cards.picture(slug), "0 0 150 100", { class: "hu-mini", "aria-label": words.cards.name(slug) }),
      ),
    );
    chip.element.setAttribute("aria-label", this.#label(rocker, state, away));
  }

  /** @param {Rocker} rocker @param {Record<string, boolean>} state @param {number | null} away */
  #label(rocker, state, away) {
    const { words } = this;
    const parts = [words.who(rocker.seat), words.say("hud.hand", { n: rocker.hand_size })];
    if (rocker.tokens) parts.push(words.say("hud.tokens", { n: rocker.tokens }));
    if (rocker.immune) parts.push(words.say("hud.immune"));
    if (rocker.skips) parts.push(words.say("hud.skips", { n: rocker.skips }));
    if (state.vip) parts.push(words.say("hud.vip"));
    if (state.active) parts.push(words.say("hud.active"));
    if (rocker.pawn) parts.push(placeName(rocker.pawn));
    if (away !== null) parts.push(words.say("hud.steps", { n: away }));
    if (state.ahead) parts.push(words.say("hud.ahead"));
    if (state.target) parts.push(words.say("can.target"));
    return parts.join(", ");
  }

  /** Scroll to the Rocker in turn. @param {number | null} seat */
  reveal(seat) {
    if (seat === this.revealed) return;
    this.revealed = seat;
    requestAnimationFrame(() => {
      const chip = seat === null ? null : this.chips.get(seat)?.element;
      const row = this.element;
      if (!chip || seat !== this.revealed || row.scrollWidth <= row.clientWidth) return;
      row.scrollTo({ left: chip.offsetLeft - row.clientWidth / 2 + chip.offsetWidth / 2 });
    });
  }
}

/** Hand size, Ballad tokens, skips, VIP Pass as small pictures. @param {Rocker} rocker @param {boolean} vip */
function marksOf(rocker, vip) {
  const marks = [h("span", { class: "hu-count" }, picture("symbol-hand"), String(rocker.hand_size))];
  for (let at = 0; at < rocker.tokens; at += 1) marks.push(h("span", { class: "hu-token" }, picture("token")));
  for (let at = 0; at < rocker.skips; at += 1) marks.push(h("span", { class: "hu-skip" }, picture("skip")));
  if (rocker.immune) marks.push(h("span", { class: "hu-immune" }, "✓"));
  if (vip) marks.push(h("span", { class: "hu-vip" }, picture("vip")));
  return marks;
}
