/** One lesson: small positions on a real table, one thing to do at a time. */

import { gamePage } from "../../catalogue.js";
import { h, picture, reducedMotion, replace } from "../../dom.js";
import { announce } from "../../announce.js";
import { api } from "../../net.js";
import { drawSentence, saySentences, sentencesOf } from "../../sentences.js";
import { toast } from "../../ui/dialog.js";
import { glyph } from "../../ui/icons.js";
import { loadProgress, storeProgress } from "./progress.js";

/** @typedef {import("../../types").App} App */
/** @typedef {import("../../types").Answer} Answer */
/** @typedef {import("../../types").Model} Model */
/** @typedef {{name: string, game: string, steps: number}} LessonInfo */
/** @typedef {{seat: number | null, move: string | null, view: any, to_move: number | null, events: import("../../types").Happened[]}} Frame */
/** @typedef {{lesson: string, game: string, names: string[], step: number, steps: number, done: boolean, say: string, rule: string | null,
 *   read: boolean, show: string | null, frames: Frame[], legal: string[], refused: {code: string, rule: string | null, message: string} | null}} State
 *   the answer of the server: where the lesson stands, and what happened since */

/** Sent where there is only something to read. */
const READ = "next";
/** Milliseconds within which a second tap is taken for a double tap. */
const DOUBLE_TAP = 400;
/** Milliseconds that a move of the others is shown if there are no animations. */
const PACE_WITHOUT_MOTION = 900;
const EVENTS_SHOWN = 3;

export class Lesson {
  /** @param {LessonInfo[]} lessons @param {number} at @param {App} app @param {import("../../types").CreateGame} createGame */
  constructor(lessons, at, app, createGame) {
    this.lessons = lessons;
    this.at = at;
    this.info = lessons[at];
    this.app = app;
    /** @type {string[]} */
    this.moves = [];
    /** @type {State | null} */
    this.state = null;
    this.gone = false;
    this.busy = false;
    this.version = 0;
    /** Ends the pause after a move of the others early. @type {(() => void) | null} */
    this.endPause = null;
    this.game = createGame({
      mode: "learn",
      t: app.t,
      language: app.language,
      announce,
      send: (move) => this.send(move),
      why: (question) => this.why(question),
      ask: async () => ({ id: "", ok: false, version: this.version }),
      names: () => this.state?.names ?? [],
      reducedMotion,
    });
    this.text = h("p", { class: "ln-text" });
    this.rule = h("a", { class: "ln-rule", target: "_blank", rel: "noopener" });
    this.wrong = h("p", { class: "ln-wrong", role: "alert", hidden: true });
    this.events = h("ol", { class: "ln-events" });
    this.buttons = h("div", { class: "ln-buttons" });
    this.bar = h("div", { class: "ln-bar" });
    this.element = this.build();
  }

  build() {
    const { t } = this.app;
    const peers = this.lessons.filter(({ game }) => game === this.info.game);
    const number = t("web_learn.page.number", { n: peers.indexOf(this.info) + 1, of: peers.length });
    return h(
      "div",
      { class: "ln", dataset: { game: this.info.game } },
      h(
        "header",
        { class: "ln-head" },
        h("a", { class: "skip", href: "#content" }, t("web.nav.skip")),
        h("a", { class: "icon-button quiet button", href: "/learn", "aria-label": t("web_learn.page.all"), title: t("web_learn.page.all") }, glyph("cross")),
        h("div", { class: "ln-where" }, h("span", { class: "small" }, number), h("h1", null, this.title())),
        this.bar,
      ),
      h("section", { class: "ln-coach", "aria-label": t("web_learn.page.title") }, picture("icon", "0 0 100 100", { class: "ln-face" }), h("div", { class: "ln-said", "aria-live": "polite" }, this.text), this.wrong, this.events, h("div", { class: "ln-foot" }, this.rule, this.buttons)),
      h("main", { class: "ln-game", id: "content" }, this.game.element),
    );
  }

  title() {
    return this.app.t(`web_learn.${this.info.name}.title`);
  }

  destroy() {
    this.gone = true;
    this.endPause?.();
    this.game.destroy();
  }

  // --- requests ----------------------------------------------------------------------------

  /** @param {Record<string, any>} body */
  ask(body) {
    return api("POST", `/api/lessons/${this.info.name}`, { language: this.app.language, ...body });
  }

  /** Continue where the learner left off, or start. */
  async begin() {
    const now = loadProgress();
    this.moves = now.lesson === this.info.name ? now.moves : [];
    /** @type {State} */
    const state = await this.ask({ moves: this.moves });
    if (state.done || state.refused) return this.restart();
    this.take(state);
    this.paint(/** @type {Frame} */ (state.frames.at(-1)), false, true);
    this.tell();
  }

  async restart() {
    this.moves = [];
    this.store();
    /** @type {State} */
    const state = await this.ask({ moves: [] });
    this.take(state);
    this.paint(state.frames[0], false, true);
    this.tell();
  }

  /** @param {State} state */
  take(state) {
    this.state = state;
    this.moves = this.moves.slice(0, state.step);
  }

  store() {
    const now = loadProgress();
    const finished = this.state?.done && !now.done.includes(this.info.name);
    storeProgress({ done: finished ? [...now.done, this.info.name] : now.done, lesson: this.state?.done ? "" : this.info.name, moves: this.state?.done ? [] : this.moves });
  }

  /** Try a move, or `next` where there is only something to read. @param {string} move @returns {Promise<Answer>} */
  async send(move) {
    if (this.busy) return this.answer(null);
    this.busy = true;
    this.showRefusal("");
    try {
      /** @type {State} */
      const state = await this.ask({ moves: [...this.moves, move] });
      if (state.refused) {
        this.showRefusal(state.refused.message);
        return this.answer(state.refused);
      }
      this.moves.push(move);
      this.take(state);
      this.store();
      void this.play(state);
      return { id: "", ok: true, version: this.version };
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { bad: true });
      return this.answer(null);
    } finally {
      this.busy = false;
    }
  }

  /** @param {{code: string, rule: string | null, message: string} | null} refused @returns {Answer} */
  answer(refused) {
    return { id: "", ok: false, version: this.version, code: refused?.code ?? "busy", rule: refused?.rule, message: refused?.message ?? "" };
  }

  /** @param {import("../../types").Fields<"why">} question @returns {Promise<Answer>} */
  async why(question) {
    /** @type {{code: string, rule: string, message: string}[]} */
    const data = await this.ask({ moves: this.moves, why: question });
    return { id: "", ok: data.length === 0, version: this.version, code: data[0]?.code, rule: data[0]?.rule, message: data[0]?.message, data };
  }

  // --- showing -------------------------------------------------------------------------------------

  /** Show the frames one after the other: the move of the learner, then those of the others. @param {State} state */
  async play(state) {
    const { frames } = state;
    const others = frames.length > 1 || (frames[0].seat !== null && frames[0].seat !== 0);
    if (others) this.watch();
    for (const [at, frame] of frames.entries()) {
      const last = at === frames.length - 1;
      this.paint(frame, true, last);
      this.report(frame);
      if (!last || (others && gamePage(this.info.game).lesson.waitsForLast)) await this.pause();
      if (this.gone || this.state !== state) return;
    }
    this.tell();
  }

  pause() {
    const time = reducedMotion() ? PACE_WITHOUT_MOTION : gamePage(this.info.game).lesson.pace;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), time);
      this.endPause = () => (clearTimeout(timer), resolve(undefined));
    });
  }

  /** @param {Frame} frame @param {boolean} animated @param {boolean} last */
  paint(frame, animated, last) {
    const state = /** @type {State} */ (this.state);
    this.version += 1;
    const seats = state.names.map((name, seat) => ({ seat, name, person: true, online: true }));
    /** @type {Model} */
    const model = {
      version: this.version,
      table: { id: "", code: "", phase: frame.to_move === null ? "over" : "playing", settings: /** @type {any} */ ({ game: state.game, players: seats.length, options: {} }), commitment: "", seats },
      you: { role: "player", seats: [0], looking: 0 },
      view: frame.view,
      toMove: frame.to_move,
      legal: last ? state.legal : [],
      undo: false,
      time: null,
      chat: [],
      online: seats.map(({ seat }) => seat),
      watching: 0,
      screens: 0,
      connected: true,
    };
    this.game.paint(model, animated && frame.events.length ? { type: "update", version: this.version, kind: "moved", seat: frame.seat, events: frame.events } : null);
  }

  /** @param {Frame} frame */
  report(frame) {
    const texts = sentencesOf(frame.events).map(({ text }) => text);
    saySentences(this.info.game, texts, frame.view);
    this.events.append(...texts.map((text) => h("li", null, drawSentence(this.info.game, text))));
    while (this.events.childElementCount > EVENTS_SHOWN) this.events.firstElementChild?.remove();
  }

  /** The text and button while the others play. */
  watch() {
    this.text.textContent = this.app.t("web_learn.page.wait");
    this.rule.hidden = true;
    replace(this.buttons, h("button", { type: "button", onClick: () => this.endPause?.() }, glyph("play"), this.app.t("web_learn.page.next")));
  }

  /** Show what is to be done now. */
  tell() {
    const state = /** @type {State} */ (this.state);
    const { t } = this.app;
    this.text.textContent = state.say;
    this.element.classList.toggle("done", state.done);
    this.rule.hidden = !state.rule;
    this.rule.textContent = state.rule ? t("web_learn.page.rule", { rule: state.rule }) : "";
    this.rule.href = `/rules/${state.game}#${state.rule ?? ""}`;
    if (state.frames.length < 2) replace(this.events);
    const label = t("web_learn.page.step", { step: Math.min(state.step + 1, state.steps), steps: state.steps });
    replace(this.bar, h("span", { class: "sr-only" }, label), Array.from({ length: state.steps }, (_, at) => h("i", { class: at < state.step ? "on" : at === state.step ? "now" : "" })));
    replace(this.buttons, state.done ? this.onward() : state.read ? this.go() : this.help());
  }

  go() {
    const button = h("button", { type: "button", class: "primary", onClick: () => void this.send(READ) }, this.app.t("web_learn.page.next"));
    requestAnimationFrame(() => button.isConnected && button.focus({ preventScroll: true }));
    return button;
  }

  help() {
    const { state } = this;
    if (!state?.show) return null;
    return h("button", { type: "button", class: "quiet", onClick: () => void this.send(/** @type {string} */ (state.show)) }, glyph("eye"), this.app.t("web_learn.page.show"));
  }

  onward() {
    const { t } = this.app;
    const next = this.lessons[this.at + 1];
    const same = next?.game === this.info.game;
    announce(t("web_learn.page.finished"));
    const ways = [
      h("button", { type: "button", class: "quiet", onClick: () => void this.restart() }, glyph("undo"), t("web_learn.page.restart")),
      !same && h("a", { class: "button primary", href: "/" }, t("web_learn.page.play")),
      next && h("a", { class: `button ${same ? "primary" : ""}`, href: `/learn?lesson=${next.name}` }, t("web_learn.page.next-lesson", { title: t(`web_learn.${next.name}.title`) })),
    ];
    // These buttons appear where the pressed one was: a double tap must not press one of them.
    this.buttons.inert = true;
    setTimeout(() => {
      this.buttons.inert = false;
      /** @type {HTMLElement | null} */ (this.buttons.querySelector(".primary"))?.focus({ preventScroll: true });
    }, DOUBLE_TAP);
    return ways;
  }

  /** @param {string} text */
  showRefusal(text) {
    this.wrong.textContent = text;
    this.wrong.hidden = !text;
  }
}
