/** Going through a film: step, jump, play, from any seat or with all hands open. */

import { reducedMotion } from "../../dom.js";
import { spoken } from "../../games/raise-your-horns/words.js";
import { announce } from "../../live.js";
import { toast } from "../../ui/dialog.js";
import { namesOf } from "../../ui/seats.js";
import { DICE, Desk } from "./desk.js";
import { openMenu, openShortcuts } from "./menu.js";

/** @typedef {import("../../types").App} App */
/** @typedef {import("../../types").GameComponent} GameComponent */
/** @typedef {import("../../film.js").Film} Film */
/** @typedef {import("./source.js").Eyes} Eyes */
/** @typedef {import("./source.js").Source} Source */

const PACE = /** @type {Record<string, number>} */ ({ "horns-up": 1500, [DICE]: 2900 });
/** From this speed on there is no time for shows. */
const HASTE = 4;

export class Player {
  /** @param {Source} source @param {Film} film @param {Eyes} eyes @param {App} app @param {(ctx: import("../../types").GameContext) => GameComponent} createGame */
  constructor(source, film, eyes, app, createGame) {
    this.source = source;
    this.film = film;
    this.eyes = eyes;
    this.app = app;
    this.step = -1;
    this.speed = 1;
    this.timer = 0;
    this.addressTimer = 0;
    /** @type {(record: any) => Promise<void>} */
    this.onFile = async () => {};
    const refuse = async () => ({ id: "", ok: false, version: 0 });
    this.game = createGame({ mode: "replay", t: app.t, language: app.language, announce, send: refuse, why: refuse, ask: refuse, names: () => namesOf(this.film.table), reducedMotion });
    this.desk = new Desk(this);
    this.element = this.desk.element;
    document.addEventListener("keydown", this.press);
  }

  destroy() {
    this.pause();
    clearTimeout(this.addressTimer);
    document.removeEventListener("keydown", this.press);
    this.game.destroy();
  }

  /** A text of this page. @type {(key: string, values?: import("../../types").Values) => string} */
  say = (key, values) => this.app.t(`web_more.replay.${key}`, values);

  // --- showing -------------------------------------------------------------------------------------

  /** @param {number} wanted */
  show(wanted) {
    const step = Math.max(0, Math.min(this.film.last, wanted));
    const next = step === this.step + 1 && this.speed < HASTE;
    this.step = step;
    const frame = this.film.frames[step];
    const model = this.film.model(step);
    this.game.paint(model, next ? { type: "update", version: step, kind: "moved", seat: frame.seat, events: frame.events } : null);
    this.tell(frame);
    this.desk.paintWhere(model, step);
    this.remember();
    if (step === this.film.last) this.pause();
  }

  /** @param {import("../../film.js").Frame} frame */
  tell({ events, view }) {
    const texts = events.length ? events.map(({ text }) => text) : this.step === 0 ? [this.say("begins")] : [];
    this.desk.tell(texts, this.step);
    const said = texts.join(" ");
    if (said) announce(this.film.game === DICE ? spoken(said, view.names ?? "rulebook") : said);
  }

  /** With other eyes, at the same step. @param {string} value */
  async look(value) {
    const eyes = value === "open" || value === "table" ? value : Number(value);
    try {
      this.film = await this.source.load(eyes);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { bad: true });
      return;
    }
    this.eyes = eyes;
    this.desk.paintLines();
    this.show(this.step);
  }

  /** The address leads back here, without a step in the history for each. */
  remember() {
    if (!this.source.id) return;
    clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(() => history.replaceState(null, "", this.address()), 350);
  }

  address() {
    const eyes = this.eyes === "open" ? "" : this.eyes === "table" ? "&view=table" : `&seat=${this.eyes}`;
    return `/replay/${this.source.id}?step=${this.step}${eyes}`;
  }

  // --- going ---------------------------------------------------------------------------------------

  /** @param {number} step */
  goto(step) {
    this.pause();
    this.show(step);
  }

  /** @param {number} by */
  stepBy(by) {
    this.goto(this.step + by);
  }

  /** To the beginning of the next turn, or of this one and those before. @param {number} by */
  turn(by) {
    const { film, step } = this;
    const at = film.markAt(step);
    const back = step > film.marks[at].at ? at : at - 1;
    this.goto(by < 0 ? film.marks[Math.max(0, back)].at : (film.marks[at + 1]?.at ?? film.last));
  }

  /** @param {number} mark */
  jump(mark) {
    this.goto(this.film.marks[mark]?.at ?? 0);
  }

  // --- playing -------------------------------------------------------------------------------------

  toggle() {
    if (this.timer) return this.pause();
    if (this.step === this.film.last) this.show(0);
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.onward(), (PACE[this.film.game] ?? 1500) / this.speed);
    this.desk.paintPlay(true);
  }

  onward() {
    this.wait();
    this.show(this.step + 1);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.desk.paintPlay(false);
  }

  /** @param {number} speed */
  hasten(speed) {
    this.speed = speed;
    if (this.timer) this.wait();
  }

  // --- keys and the menu ---------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  press = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.matches("select, textarea, input:not([type=range])")) return;
    const onButton = target?.closest("button, a, summary") && event.key === " ";
    const onBoard = target?.closest(".hu-board, .hu-concert") && event.key.startsWith("Arrow");
    const act = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => (event.shiftKey ? this.turn(-1) : this.stepBy(-1)),
      ArrowRight: () => (event.shiftKey ? this.turn(1) : this.stepBy(1)),
      PageUp: () => this.turn(-1),
      PageDown: () => this.turn(1),
      Home: () => this.goto(0),
      End: () => this.goto(this.film.last),
      " ": () => this.toggle(),
      "?": () => openShortcuts(this),
    })[event.key];
    if (!act || onButton || onBoard) return;
    event.preventDefault();
    act();
  };

  more() {
    openMenu(this);
  }
}
