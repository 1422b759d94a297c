/** The guided first game: small positions on the real table, one thing to do at a time. */

import { css, h, memory, picture, reducedMotion, replace } from "../dom.js";
import { spoken, withDice } from "../games/raise-your-horns/words.js";
import { announce } from "../live.js";
import { api } from "../net.js";
import { toast } from "../ui/dialog.js";
import { glyph } from "../ui/icons.js";
import { loadGame } from "../ui/shell.js";
import { topbar } from "../ui/topbar.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../types").Answer} Answer */
/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").GameComponent} GameComponent */
/** @typedef {{name: string, game: string, steps: number}} LessonInfo */
/** @typedef {{seat: number | null, move: string | null, view: any, to_move: number | null, events: import("../types").Happened[]}} Frame */
/** @typedef {{lesson: string, game: string, names: string[], step: number, steps: number, done: boolean, say: string, rule: string | null,
 *   read: boolean, show: string | null, frames: Frame[], legal: string[], refused: {code: string, rule: string | null, message: string} | null}} Told */
/** @typedef {{done: string[], lesson: string, moves: string[]}} Progress */

const DICE = "raise-your-horns";
const READ = "next";
/** Milliseconds within which a second tap still belongs to the first. */
const DOUBLE_TAP = 400;
/** How long a move of the others is looked at. */
const PACE = /** @type {Record<string, number>} */ ({ "horns-up": 1500, [DICE]: 2700 });
const CALM = 900;

/** @type {import("../types").PageFunction} */
export async function page(root, _params, app) {
  /** @type {[LessonInfo[], ...unknown[]]} */
  const [lessons] = await Promise.all([api("GET", "/api/lessons"), css("learn"), css("table")]);
  const wanted = new URLSearchParams(location.search).get("lesson");
  const at = lessons.findIndex(({ name }) => name === wanted);
  if (at < 0) return overview(root, lessons, app);
  const { createGame } = await loadGame(lessons[at].game);
  const lesson = new Lesson(lessons, at, app, createGame);
  replace(root, lesson.element);
  app.title(lesson.title());
  await lesson.begin();
  return { destroy: () => lesson.destroy() };
}

// --- how far the learner has come ------------------------------------------------------------------

/** @returns {Progress} */
function progress() {
  try {
    const kept = JSON.parse(memory.get("learn") ?? "");
    if (Array.isArray(kept.done) && Array.isArray(kept.moves)) return kept;
  } catch {
    // a first visit
  }
  return { done: [], lesson: "", moves: [] };
}

/** @param {Progress} now */
function keep(now) {
  memory.set("learn", JSON.stringify(now));
}

// --- all lessons -----------------------------------------------------------------------------------

/** @param {HTMLElement} root @param {LessonInfo[]} lessons @param {App} app */
function overview(root, lessons, app) {
  const { t } = app;
  const now = progress();
  const title = (/** @type {string} */ name) => t(`web_learn.${name}.title`);
  const next = lessons.find(({ name }) => name === now.lesson && !now.done.includes(name)) ?? lessons.find(({ name }) => !now.done.includes(name));
  const fresh = now.done.length === 0 && !now.lesson;
  const groups = [...new Set(lessons.map(({ game }) => game))].map((game) =>
    h(
      "section",
      { class: "ln-group" },
      h("h2", null, t(`web_learn.page.${game}`)),
      h("ol", { class: "ln-list" }, lessons.filter((each) => each.game === game).map((each, at) => item(each, at + 1, now.done.includes(each.name), each === next, app))),
    ),
  );
  const start = next
    ? h("a", { class: "button primary loud", href: `/learn?lesson=${next.name}` }, fresh ? t("web_learn.page.start") : t("web_learn.page.resume", { title: title(next.name) }))
    : h("div", { class: "row" }, h("p", { class: "ln-all" }, t("web_learn.page.finished-all")), h("a", { class: "button primary loud", href: "/" }, t("web_learn.page.play")));
  const forget = h("button", { type: "button", class: "quiet small", onClick: () => (keep({ done: [], lesson: "", moves: [] }), overview(root, lessons, app)) }, t("web_learn.page.forget"));
  replace(
    root,
    topbar(app),
    h("main", { class: "page ln-home", id: "content" }, h("div", { class: "ln-hero" }, h("div", null, h("h1", null, t("web_learn.page.title")), h("p", null, t("web_learn.page.line")), start), picture("icon", "0 0 100 100", { class: "ln-icon" })), groups, fresh ? null : forget),
  );
  app.title(t("web_learn.page.title"));
  return { destroy() {} };
}

/** @param {LessonInfo} lesson @param {number} number @param {boolean} done @param {boolean} next @param {App} app */
function item({ name }, number, done, next, { t }) {
  const mark = done ? h("span", { class: "ln-mark done" }, glyph("seal"), h("span", { class: "sr-only" }, t("web_learn.page.done"))) : h("span", { class: "ln-mark" }, String(number));
  return h("li", null, h("a", { class: `ln-item${next ? " next" : ""}`, href: `/learn?lesson=${name}` }, mark, h("span", null, t(`web_learn.${name}.title`)), next ? glyph("play") : null));
}

// --- one lesson ------------------------------------------------------------------------------------

class Lesson {
  /** @param {LessonInfo[]} lessons @param {number} at @param {App} app @param {(ctx: import("../types").GameContext) => GameComponent} createGame */
  constructor(lessons, at, app, createGame) {
    this.lessons = lessons;
    this.at = at;
    this.info = lessons[at];
    this.app = app;
    /** @type {string[]} */
    this.moves = [];
    /** @type {Told | null} */
    this.told = null;
    this.gone = false;
    this.busy = false;
    this.version = 0;
    /** Ends the pause after a move of the others. @type {(() => void) | null} */
    this.hurry = null;
    this.game = createGame({
      mode: "learn",
      t: app.t,
      language: app.language,
      announce,
      send: (move) => this.send(move),
      why: (question) => this.why(question),
      ask: async () => ({ id: "", ok: false, version: this.version }),
      names: () => this.told?.names ?? [],
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
    this.hurry?.();
    this.game.destroy();
  }

  // --- the server's word ---------------------------------------------------------------------------

  /** @param {Record<string, any>} body */
  ask(body) {
    return api("POST", `/api/lessons/${this.info.name}`, { language: this.app.language, ...body });
  }

  /** Where the learner left off, or at the beginning. */
  async begin() {
    const now = progress();
    this.moves = now.lesson === this.info.name ? now.moves : [];
    /** @type {Told} */
    const told = await this.ask({ moves: this.moves });
    if (told.done || told.refused) return this.restart();
    this.take(told);
    this.paint(/** @type {Frame} */ (told.frames.at(-1)), false, true);
    this.tell();
  }

  async restart() {
    this.moves = [];
    this.store();
    /** @type {Told} */
    const told = await this.ask({ moves: [] });
    this.take(told);
    this.paint(told.frames[0], false, true);
    this.tell();
  }

  /** @param {Told} told */
  take(told) {
    this.told = told;
    this.moves = this.moves.slice(0, told.step);
  }

  store() {
    const now = progress();
    const finished = this.told?.done && !now.done.includes(this.info.name);
    keep({ done: finished ? [...now.done, this.info.name] : now.done, lesson: this.told?.done ? "" : this.info.name, moves: this.told?.done ? [] : this.moves });
  }

  /** Try a move, or `next` where there is only something to read. @param {string} move @returns {Promise<Answer>} */
  async send(move) {
    if (this.busy) return this.answer(null);
    this.busy = true;
    this.blame("");
    try {
      /** @type {Told} */
      const told = await this.ask({ moves: [...this.moves, move] });
      if (told.refused) {
        this.blame(told.refused.message);
        return this.answer(told.refused);
      }
      this.moves.push(move);
      this.take(told);
      this.store();
      void this.perform(told);
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

  /** @param {import("../types").Fields<"why">} question @returns {Promise<Answer>} */
  async why(question) {
    /** @type {{code: string, rule: string, message: string}[]} */
    const data = await this.ask({ moves: this.moves, why: question });
    return { id: "", ok: data.length === 0, version: this.version, code: data[0]?.code, rule: data[0]?.rule, message: data[0]?.message, data };
  }

  // --- showing -------------------------------------------------------------------------------------

  /** What the learner did, and then what the others do, one after the other. @param {Told} told */
  async perform(told) {
    const { frames } = told;
    const others = frames.length > 1 || (frames[0].seat !== null && frames[0].seat !== 0);
    if (others) this.watch();
    for (const [at, frame] of frames.entries()) {
      const last = at === frames.length - 1;
      this.paint(frame, true, last);
      this.report(frame);
      if (!last || (others && this.info.game === DICE)) await this.pause();
      if (this.gone || this.told !== told) return;
    }
    this.tell();
  }

  pause() {
    const time = reducedMotion() ? CALM : (PACE[this.info.game] ?? 1500);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), time);
      this.hurry = () => (clearTimeout(timer), resolve(undefined));
    });
  }

  /** @param {Frame} frame @param {boolean} shown whether it is worth a show @param {boolean} last */
  paint(frame, shown, last) {
    const told = /** @type {Told} */ (this.told);
    this.version += 1;
    const seats = told.names.map((name, seat) => ({ seat, name, person: true, online: true }));
    /** @type {Model} */
    const model = {
      version: this.version,
      table: { id: "", code: "", phase: frame.to_move === null ? "over" : "playing", settings: /** @type {any} */ ({ game: told.game, players: seats.length, options: {} }), commitment: "", seats },
      you: { role: "player", seats: [0], looking: 0 },
      view: frame.view,
      toMove: frame.to_move,
      legal: last ? told.legal : [],
      undo: false,
      time: null,
      chat: [],
      online: seats.map(({ seat }) => seat),
      watching: 0,
      screens: 0,
      connected: true,
    };
    this.game.paint(model, shown && frame.events.length ? { type: "update", version: this.version, kind: "moved", seat: frame.seat, events: frame.events } : null);
  }

  /** @param {Frame} frame */
  report(frame) {
    const dice = this.info.game === DICE;
    for (const { text } of frame.events) {
      announce(dice ? spoken(text, frame.view.names) : text);
      this.events.append(h("li", null, dice ? withDice(text) : text));
    }
    while (this.events.childElementCount > 3) this.events.firstElementChild?.remove();
  }

  /** While the others play. */
  watch() {
    this.text.textContent = this.app.t("web_learn.page.wait");
    this.rule.hidden = true;
    replace(this.buttons, h("button", { type: "button", onClick: () => this.hurry?.() }, glyph("play"), this.app.t("web_learn.page.next")));
  }

  /** What is to be done now. */
  tell() {
    const told = /** @type {Told} */ (this.told);
    const { t } = this.app;
    this.text.textContent = told.say;
    this.element.classList.toggle("done", told.done);
    this.rule.hidden = !told.rule;
    this.rule.textContent = told.rule ? t("web_learn.page.rule", { rule: told.rule }) : "";
    this.rule.href = `/rules/${told.game}#${told.rule ?? ""}`;
    if (told.frames.length < 2) replace(this.events);
    const label = t("web_learn.page.step", { step: Math.min(told.step + 1, told.steps), steps: told.steps });
    replace(this.bar, h("span", { class: "sr-only" }, label), Array.from({ length: told.steps }, (_, at) => h("i", { class: at < told.step ? "on" : at === told.step ? "now" : "" })));
    replace(this.buttons, told.done ? this.onward() : told.read ? this.go() : this.help());
  }

  go() {
    const button = h("button", { type: "button", class: "primary", onClick: () => void this.send(READ) }, this.app.t("web_learn.page.next"));
    requestAnimationFrame(() => button.isConnected && button.focus({ preventScroll: true }));
    return button;
  }

  help() {
    const { told } = this;
    if (!told?.show) return null;
    return h("button", { type: "button", class: "quiet", onClick: () => void this.send(/** @type {string} */ (told.show)) }, glyph("eye"), this.app.t("web_learn.page.show"));
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
    // These stand where the button stood that led here: a double tap must not press two of them.
    this.buttons.inert = true;
    setTimeout(() => {
      this.buttons.inert = false;
      /** @type {HTMLElement | null} */ (this.buttons.querySelector(".primary"))?.focus({ preventScroll: true });
    }, DOUBLE_TAP);
    return ways;
  }

  /** @param {string} text */
  blame(text) {
    this.wrong.textContent = text;
    this.wrong.hidden = !text;
  }
}
