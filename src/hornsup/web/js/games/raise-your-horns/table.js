/** The table of dice: seats around it, the dice in the middle, and what can be done below. */

import { h, replace } from "../../dom.js";
import { letterOf, seatOf } from "../../notation.js";
import { glyph } from "../../ui/controls/icons.js";
import { Animations, soundOf } from "./animations.js";
import { createForfeits } from "./forfeits.js";
import { Moments } from "./moments.js";
import { lossBySeat, markDice, OddsDisplay } from "./odds.js";
import { createRefusal } from "./refusal.js";
import { createRing } from "./ring.js";
import { sound } from "./sound.js";
import { Tray } from "./tray.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").GameContext} Context */
/** @typedef {import("../../types").Happened} Happened */

/** With more seats than this to name, only the seats themselves are buttons. */
const MOST_NAME_BUTTONS = 5;
/** Milliseconds that the line about a moment stays at least if nothing else has shown it. */
const LINE_STAYS = 4000;

export class DiceTable {
  /** @param {Context} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    this.ring = createRing(ctx, (seat) => this.act(`name ${letterOf(seat)}`));
    this.forfeits = createForfeits(ctx);
    this.round = h("p", { class: "dice-way" });
    this.tray = new Tray(ctx, { keep: (face) => this.act(`keep ${face}`), why: (face) => this.why(face) });
    this.moments = new Moments(ctx);
    this.refusal = createRefusal(ctx);
    this.hint = h("p", { class: "dice-hint" });
    this.buttons = h("div", { class: "dice-buttons" });
    this.odds = new OddsDisplay(ctx, () => this.toggleOdds());
    this.animations = new Animations({
      ring: this.ring,
      tray: this.tray,
      moments: this.moments,
    });
    const middle = h("div", { class: "dice-centre" }, this.round, this.tray.element);
    this.ring.element.append(middle, this.moments.element, this.refusal.element);
    const inner = h("div", { class: "dice-inner" }, this.ring.element, this.foot());
    this.element = h("div", { class: `dice-table mode-${ctx.mode}` }, inner);
    this.gone = false;
    this.sent = ""; // the move that waits for its answer
    /** @type {Model | null} */
    this.model = null;
    /** The showing of the present step. @type {import("../../timeline.js").Cue | null} */
    this.cue = null;
    /** The line about the last moment, and until when it stays anyway. @type {{text: string, until: number} | null} */
    this.line = null;
    this.key = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.key);
  }

  foot() {
    return h(
      "div",
      { class: "dice-foot" },
      this.ctx.ticker ?? null,
      this.hint,
      this.buttons,
      h("div", { class: "dice-extra" }, this.forfeits.button, this.odds.button),
    );
  }

  destroy() {
    this.gone = true;
    document.removeEventListener("keydown", this.key);
    this.ring.destroy();
    this.refusal.hide();
  }

  // --- updates -------------------------------------------------------------------------------------

  /**
   * Show the events one after the other, each told when it has been seen, then the state they led to.
   * @param {import("../../types").Step} step
   * @param {import("../../types").Showing} showing
   */
  async show({ model, events }, { cue, tell, arrive }) {
    this.cue = cue;
    this.dropLine();
    if (!cue.over) this.clear();
    const seen = await this.play(events, model, cue, tell);
    if (this.gone || this.cue !== cue) return;
    this.hear(events.slice(seen), model);
    this.keepLine(events, model, !cue.over);
    this.cue = null;
    this.paintState(model);
    arrive();
  }

  /**
   * @param {Happened[]} events
   * @param {Model} model
   * @param {import("../../timeline.js").Cue} cue
   * @param {(upTo: number) => void} tell
   * @returns {Promise<number>} how many were shown before it was cut short
   */
  async play(events, model, cue, tell) {
    for (const at of events.keys()) {
      if (cue.over) return at;
      await this.animations.play(events, at, model, cue);
      if (this.gone || this.cue !== cue) return at;
      tell(at + 1);
    }
    return events.length;
  }

  /** The sound of what was not shown: one for all of it. @param {Happened[]} events @param {Model} model */
  hear(events, model) {
    const heard = events.map(({ event }) => soundOf(event, (seat) => this.moments.isMe(seat, model)));
    const last = heard.filter((each) => each !== null).at(-1);
    if (last) sound(last);
  }

  /**
   * A moment stays as a line above the dice until something else happens, so that it can be read without motion.
   * @param {Happened[]} events
   * @param {Model} model
   * @param {boolean} seen whether it was shown large, to its end
   */
  keepLine(events, model, seen) {
    const moment = this.moments.heaviest(events, model);
    if (moment?.weight) this.line = { text: moment.text, until: seen ? 0 : performance.now() + LINE_STAYS };
  }

  /** Something else happens. */
  dropLine() {
    if (!this.line || performance.now() < this.line.until) return;
    this.line = null;
    if (this.model?.view) this.paintRound(this.model.view);
  }

  /** Remove what could be done before. */
  clear() {
    replace(this.buttons);
    this.tray.settle();
    this.ring.settle();
    this.refusal.hide();
    this.hint.textContent = "";
  }

  // --- painting ------------------------------------------------------------------------------------

  /** Paint a state at once; what is being shown ends. @param {Model} model */
  paint(model) {
    this.cue = null;
    this.paintState(model);
  }

  /** @param {Model} model */
  paintState(model) {
    if (!model.view) return;
    if (this.model?.version !== model.version) this.refusal.hide();
    this.model = model;
    this.sent = "";
    this.moments.hide();
    this.paintRound(model.view);
    this.tray.paint(model, this.plays());
    this.paintButtons(model);
    this.forfeits.paint(model);
    this.paintOdds();
    this.element.classList.toggle("over", model.view.phase === "over");
    if (this.odds.on) void this.fetchOdds(model);
  }

  /** @param {any} view */
  paintRound(view) {
    const { t } = this.ctx;
    const way = view.direction > 0 ? "clockwise" : "anticlockwise";
    const round = view.round ? t("web.dice.round", { n: view.round }) : t("web.dice.start-roll");
    replace(
      this.round,
      h("strong", { class: "dice-round" }, round),
      view.round ? h("span", { class: "dice-direction" }, glyph(way), t(`web.dice.${way}`)) : null,
      this.line ? h("span", { class: "dice-line", "aria-hidden": "true" }, this.line.text) : null,
    );
    this.round.classList.toggle("with-line", this.line !== null);
  }

  /** @param {Model} model */
  paintButtons(model) {
    const made = this.plays()
      ? [...this.rollButton(model), ...this.nameButtons(model), ...this.otherButtons(model)]
      : [];
    const had = this.buttons.contains(document.activeElement);
    const lost = document.activeElement === document.body || document.activeElement === null;
    replace(this.buttons, made);
    // Keep the keyboard focus on the next choice.
    if ((had || lost) && made[0]) made[0].focus({ preventScroll: true });
    else if (had || lost) this.tray.focus();
  }

  /** @param {Model} model */
  rollButton({ legal, view }) {
    if (!legal.includes("roll")) return [];
    const text = this.ctx.t(view?.phase === "start" ? "web.dice.roll-start" : "web.dice.roll");
    const props = { type: "button", class: "primary loud roll-button", dataset: { key: "roll" } };
    return [h("button", { ...props, onClick: () => this.act("roll") }, text)];
  }

  /** Naming oneself comes last, so that it is not pressed by mistake. @param {Model} model */
  nameButtons({ legal, toMove }) {
    const { t } = this.ctx;
    const names = this.ctx.names();
    const self = `name ${letterOf(toMove ?? -1)}`;
    const others = legal.filter((move) => move.startsWith("name ") && move !== self);
    const shown = others.length >= MOST_NAME_BUTTONS ? [] : others;
    const made = shown.map((move) =>
      this.button("name-button", move, t("web.dice.name", { name: names[seatOf(move.slice(5))] ?? "" })),
    );
    return legal.includes(self) ? [...made, this.button("quiet", self, t("web.dice.take-it"))] : made;
  }

  /** @param {Model} model */
  otherButtons({ legal }) {
    return ["foul", "stop"]
      .filter((move) => legal.includes(move))
      .map((move) => this.button("quiet", move, this.ctx.t(`web.dice.${move}`)));
  }

  /** @param {string} kind @param {string} move @param {string} text */
  button(kind, move, text) {
    return h("button", { type: "button", class: kind, onClick: () => this.act(move) }, text);
  }

  plays() {
    return this.ctx.mode === "play" || this.ctx.mode === "learn";
  }

  // --- moves ---------------------------------------------------------------------------------------

  /** @param {string} move */
  async act(move) {
    if (this.sent || !this.model?.legal.includes(move)) return;
    this.sent = move;
    this.line = null; // whoever acts has read it
    this.refusal.hide();
    this.element.classList.add("busy");
    const answer = await this.ctx.send(move);
    this.element.classList.remove("busy");
    if (!answer.ok) this.sent = "";
  }

  /** @param {string} face */
  async why(face) {
    const model = this.model;
    const answer = await this.ctx.why({ card: face });
    if (answer.message && this.model === model) this.refusal.show(answer.message, model?.view?.names ?? "rulebook");
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !this.plays()) return;
    if (
      target?.closest("input, textarea, select, dialog") ||
      document.querySelector("dialog[open]") ||
      !this.element.isConnected
    )
      return;
    if (event.key.toLowerCase() === "o") this.toggleOdds();
    else if (event.key === " " && !target?.closest("button, a, summary")) {
      event.preventDefault();
      if (this.cue && !this.cue.over) this.cue.cut();
      else void this.act("roll");
    } else if (/^[1-9]$/.test(event.key)) this.tray.press(Number(event.key) - 1);
  }

  // --- odds ----------------------------------------------------------------------------------------

  toggleOdds() {
    this.odds.toggle();
    this.paintOdds();
    if (this.odds.on && this.model) void this.fetchOdds(this.model);
  }

  /** @param {Model} model */
  async fetchOdds(model) {
    const phase = model.view?.phase;
    if (!this.plays() || (phase !== "roll" && phase !== "keep")) return;
    await this.odds.fetch(model);
    if (!this.gone && this.model?.version === model.version) this.paintOdds();
  }

  paintOdds() {
    const { button } = this.odds;
    button.setAttribute("aria-pressed", String(this.odds.on));
    button.hidden = !this.plays();
    const model = this.model;
    if (!model?.view) return;
    const odds = this.odds.of(model);
    this.ring.paint(model, lossBySeat(odds));
    markDice(this.tray.element, odds);
    this.hint.textContent = odds
      ? this.ctx.t(odds.keeps?.length ? "web.dice.odds-keep" : "web.dice.odds-seats")
      : hintOf(this.ctx, model);
  }
}

/** What can be done now, in a line below the dice. @param {Context} ctx @param {Model} model */
function hintOf({ t }, { legal, view }) {
  if (legal.some((move) => move.startsWith("keep "))) return t("web.dice.tap");
  if (legal.some((move) => move.startsWith("name "))) return t("web.dice.tap-loser");
  if (legal.includes("roll") && view?.phase === "start") return t("web.dice.start-hint");
  return "";
}
