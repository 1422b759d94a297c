/** The table of dice: seats around it, the dice in the middle, and what can be done below. */

import { h, replace } from "../../dom.js";
import { letterOf, seatOf } from "../../notation.js";
import { toast } from "../../ui/dialog.js";
import { glyph } from "../../ui/icons.js";
import { Animations } from "./animations.js";
import { dieFace, faceName } from "./dice.js";
import { createForfeits } from "./forfeits.js";
import { lossBySeat, markDice, OddsDisplay } from "./odds.js";
import { createRing } from "./ring.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Update} Update */
/** @typedef {import("../../types").GameContext} Context */

/** With more seats than this to name, only the seats themselves are buttons. */
const MOST_NAME_BUTTONS = 5;
/** More updates than this in the queue are painted without animation. */
const MOST_QUEUED = 3;

export class DiceTable {
  /** @param {Context} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    this.ring = createRing(ctx, (seat) => this.act(`name ${letterOf(seat)}`));
    this.forfeits = createForfeits(ctx);
    this.round = h("p", { class: "dice-way" });
    this.tray = h("div", { class: "dice-tray" });
    this.overlay = h("div", { class: "dice-moment", "aria-hidden": "true", hidden: true });
    this.hint = h("p", { class: "dice-hint" });
    this.buttons = h("div", { class: "dice-buttons" });
    this.odds = new OddsDisplay(ctx, () => this.toggleOdds());
    this.animations = new Animations(ctx, {
      ring: this.ring,
      tray: this.tray,
      overlay: this.overlay,
      clear: () => this.clear(),
    });
    this.ring.element.addEventListener("click", () => this.animations.skip());
    this.ring.element.append(h("div", { class: "dice-centre" }, this.round, this.tray), this.overlay);
    const foot = h(
      "div",
      { class: "dice-foot" },
      this.hint,
      this.buttons,
      h("div", { class: "dice-extra" }, this.forfeits.button, this.odds.button),
    );
    this.element = h("div", { class: `dice-table mode-${ctx.mode}` }, this.ring.element, foot);
    /** @type {{model: Model, update: Update | null}[]} */
    this.queue = [];
    this.playing = false;
    this.gone = false;
    this.sent = ""; // the move that waits for its answer
    /** @type {Model | null} */
    this.model = null;
    this.key = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.key);
  }

  destroy() {
    this.gone = true;
    this.animations.stopped = true;
    this.animations.skip();
    document.removeEventListener("keydown", this.key);
  }

  // --- updates -------------------------------------------------------------------------------------

  /** @param {Model} model @param {Update | null} update */
  take(model, update) {
    if (!model.view) return;
    this.queue.push({ model: { ...model }, update });
    if (this.queue.length > MOST_QUEUED || (update === null && !this.playing)) {
      // After a page load, or too far behind: show the present state without animations.
      this.queue = [{ model: { ...model }, update: null }];
      this.animations.stopped = this.playing;
      this.animations.skip();
    }
    if (!this.playing) void this.run();
  }

  async run() {
    const { animations } = this;
    this.playing = true;
    while (this.queue.length && !this.gone) {
      const { model, update } = /** @type {{model: Model, update: Update | null}} */ (this.queue.shift());
      if (update?.events?.length && !this.ctx.reducedMotion()) await animations.play(update.events, model);
      if (!animations.stopped) this.show(model);
      animations.stopped = this.gone;
    }
    this.playing = false;
  }

  /** Remove what could be done before. */
  clear() {
    replace(this.buttons);
    this.hint.textContent = "";
  }

  // --- painting ------------------------------------------------------------------------------------

  /** @param {Model} model */
  show(model) {
    this.model = model;
    this.sent = "";
    this.overlay.hidden = true;
    const view = /** @type {any} */ (model.view);
    this.paintRound(view);
    this.paintTray(model, view);
    this.paintButtons(model);
    this.forfeits.paint(model);
    this.paintOdds();
    if (this.odds.on) void this.fetchOdds(model);
  }

  /** @param {any} view */
  paintRound(view) {
    const { t } = this.ctx;
    const forward = view.direction > 0;
    const round = view.round ? t("web.dice.round", { n: view.round }) : t("web.dice.start-roll");
    replace(
      this.round,
      h("strong", null, round),
      view.round
        ? h(
            "span",
            null,
            glyph(forward ? "clockwise" : "anticlockwise"),
            t(forward ? "web.dice.clockwise" : "web.dice.anticlockwise"),
          )
        : null,
    );
  }

  /** @param {Model} model @param {any} view */
  paintTray(model, view) {
    const roll = /** @type {string[] | null} */ (view.roll);
    const faces = roll ?? /** @type {string[]} */ (view.phase === "start" ? ["W"] : view.hand);
    const focused = document.activeElement instanceof HTMLElement && this.tray.contains(document.activeElement);
    replace(
      this.tray,
      h(
        "div",
        { class: roll ? "dice-row rolled" : "dice-row in-hand" },
        faces.map((face, at) =>
          roll
            ? this.rolledDie(model, view, face, at)
            : h(
                "div",
                { class: "die-place", role: "img", "aria-label": this.ctx.t(`dice.${view.names}.${face[0]}`) },
                h("div", { class: "die-shadow" }),
                dieFace(face),
              ),
        ),
      ),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.tray.querySelector("button:not(.shut)"))?.focus();
    this.hint.textContent = hintOf(this.ctx, model);
  }

  /**
   * A rolled die: a button that keeps it, or that says why it may not be kept.
   * @param {Model} model
   * @param {any} view
   * @param {string} face
   * @param {number} at
   */
  rolledDie(model, view, face, at) {
    const { t } = this.ctx;
    const label = faceName(view.names, face);
    const body = [h("div", { class: "die-shadow" }), dieFace(face), h("span", { class: "die-odds" })];
    const choosing = this.plays() && model.legal.some((move) => move.startsWith("keep "));
    if (!choosing) return h("div", { class: "die-place", role: "img", "aria-label": label, dataset: { face } }, body);
    const legal = model.legal.includes(`keep ${face}`);
    return h(
      "button",
      {
        type: "button",
        class: legal ? "die-place die-button" : "die-place die-button shut",
        dataset: { face, at },
        "aria-label": legal ? t("web.dice.keep", { die: label }) : t("web.dice.not-keep", { die: label }),
        onClick: (/** @type {Event} */ event) => (
          event.stopPropagation(),
          legal ? this.act(`keep ${face}`) : this.why(face)
        ),
      },
      body,
    );
  }

  /** @param {Model} model */
  paintButtons(model) {
    const { t } = this.ctx;
    const { legal } = model;
    /** @type {HTMLElement[]} */
    const made = [];
    if (this.plays()) {
      if (legal.includes("roll"))
        made.push(
          h(
            "button",
            {
              type: "button",
              class: "primary loud roll-button",
              dataset: { key: "roll" },
              onClick: () => this.act("roll"),
            },
            t(model.view?.phase === "start" ? "web.dice.roll-start" : "web.dice.roll"),
          ),
        );
      const named = legal.filter((each) => each.startsWith("name "));
      const self = `name ${letterOf(model.toMove ?? -1)}`;
      const shown = named.length > MOST_NAME_BUTTONS ? named.filter((each) => each === self) : named;
      // Naming oneself comes last, so that it is not pressed by mistake.
      for (const move of shown.toSorted((a, b) => Number(a === self) - Number(b === self)))
        made.push(this.nameButton(model, move));
      if (legal.includes("foul"))
        made.push(h("button", { type: "button", class: "quiet", onClick: () => this.act("foul") }, t("web.dice.foul")));
      if (legal.includes("stop"))
        made.push(h("button", { type: "button", class: "quiet", onClick: () => this.act("stop") }, t("web.dice.stop")));
    }
    const had = document.activeElement instanceof HTMLElement && this.buttons.contains(document.activeElement);
    const lost = document.activeElement === document.body || document.activeElement === null;
    replace(this.buttons, made);
    // Keep the keyboard focus on the next choice.
    if ((had || lost) && made[0]) made[0].focus({ preventScroll: true });
    else if (had || lost)
      /** @type {HTMLElement | null} */ (this.tray.querySelector("button:not(.shut)"))?.focus({ preventScroll: true });
  }

  /** @param {Model} model @param {string} move */
  nameButton(model, move) {
    const { t } = this.ctx;
    const seat = seatOf(move.slice(5));
    const self = seat === model.toMove;
    return h(
      "button",
      { type: "button", class: self ? "quiet" : "", onClick: () => this.act(move) },
      self ? t("web.dice.take-it") : t("web.dice.name", { name: this.ctx.names()[seat] ?? "" }),
    );
  }

  plays() {
    return this.ctx.mode === "play" || this.ctx.mode === "learn";
  }

  // --- moves ---------------------------------------------------------------------------------------

  /** @param {string} move */
  async act(move) {
    if (this.playing) this.animations.skip();
    if (this.sent || !this.model?.legal.includes(move)) return;
    this.sent = move;
    this.element.classList.add("busy");
    const answer = await this.ctx.send(move);
    this.element.classList.remove("busy");
    if (!answer.ok) this.sent = "";
  }

  /** @param {string} face */
  async why(face) {
    const answer = await this.ctx.why({ card: face });
    const text = answer.message ?? "";
    this.hint.textContent = text;
    if (text) toast(text, { bad: true, seconds: 6 });
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
    if (event.key === "Escape") this.animations.skip();
    else if (event.key.toLowerCase() === "o") this.toggleOdds();
    else if (event.key === " " && !target?.closest("button, a, summary")) {
      event.preventDefault();
      if (this.playing) this.animations.skip();
      else void this.act("roll");
    } else if (/^[1-9]$/.test(event.key))
      /** @type {HTMLElement | null} */ (
        this.tray.querySelector(`button[data-at="${Number(event.key) - 1}"]`)
      )?.click();
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
    markDice(this.tray, odds);
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
