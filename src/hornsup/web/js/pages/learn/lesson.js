/** One lesson: small positions on a real table, one thing to do at a time. */

import { gamePage } from "../../catalogue.js";
import { reducedMotion } from "../../dom.js";
import { announce } from "../../announce.js";
import { api } from "../../net.js";
import { Cue } from "../../timeline.js";
import { toast } from "../../ui/controls/dialog.js";
import { LessonView } from "./lesson-view.js";
import { loadProgress, storeProgress } from "./progress.js";

/** @typedef {import("../../types").App} App */
/** @typedef {import("../../types").Answer} Answer */
/** @typedef {import("../../types").Model} Model */
/** @typedef {{name: string, game: string, steps: number}} LessonInfo */
/**
 * @typedef {{seat: number | null, move: string | null, view: any, to_move: number | null, events:
 *   import("../../types").Happened[]}} Frame
 */
/** @typedef {{code: string, rule: string | null, message: string}} Refusal */
/**
 * The answer of the server: where the lesson stands, and what happened since.
 * @typedef {{lesson: string, game: string, names: string[], step: number, steps: number, done: boolean,
 *   say: string, rule: string | null, read: boolean, show: string | null, frames: Frame[], legal: string[],
 *   refused: Refusal | null}} State
 */

/** Milliseconds that a move of the others is shown if there are no animations. */
const PACE_WITHOUT_MOTION = 900;

export class Lesson {
  /**
   * @param {LessonInfo[]} lessons
   * @param {number} at
   * @param {App} app
   * @param {import("../../types").CreateGame} createGame
   */
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
    /** The showing of the present frame, or the pause after it. */
    this.cue = new Cue(0);
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
    this.view = new LessonView(lessons, at, app, this.game.element, {
      send: (move) => void this.send(move),
      restart: () => void this.restart(),
      endPause: () => this.cue.cut(),
    });
    this.element = this.view.element;
  }

  title() {
    return this.view.title();
  }

  destroy() {
    this.gone = true;
    this.cue.cut();
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
    this.game.paint(this.model(/** @type {Frame} */ (state.frames.at(-1)), true));
    this.view.showTask(state);
  }

  async restart() {
    this.moves = [];
    this.store();
    /** @type {State} */
    const state = await this.ask({ moves: [] });
    this.take(state);
    this.game.paint(this.model(state.frames[0], true));
    this.view.showTask(state);
  }

  /** @param {State} state */
  take(state) {
    this.state = state;
    this.moves = this.moves.slice(0, state.step);
  }

  store() {
    const now = loadProgress();
    const finished = this.state?.done && !now.done.includes(this.info.name);
    storeProgress({
      done: finished ? [...now.done, this.info.name] : now.done,
      lesson: this.state?.done ? "" : this.info.name,
      moves: this.state?.done ? [] : this.moves,
    });
  }

  /** Try a move, or `next` where there is only something to read. @param {string} move @returns {Promise<Answer>} */
  async send(move) {
    if (this.busy) return this.answer(null);
    this.busy = true;
    this.view.showRefusal([]);
    try {
      /** @type {State} */
      const state = await this.ask({ moves: [...this.moves, move] });
      if (state.refused) {
        this.view.showRefusal(gamePage(this.info.game).draw(state.refused.message));
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

  /** @param {Refusal | null} refused @returns {Answer} */
  answer(refused) {
    return {
      id: "",
      ok: false,
      version: this.version,
      code: refused?.code ?? "busy",
      rule: refused?.rule,
      message: refused?.message ?? "",
    };
  }

  /** @param {import("../../types").Fields<"why">} question @returns {Promise<Answer>} */
  async why(question) {
    /** @type {{code: string, rule: string, message: string}[]} */
    const data = await this.ask({ moves: this.moves, why: question });
    return {
      id: "",
      ok: data.length === 0,
      version: this.version,
      code: data[0]?.code,
      rule: data[0]?.rule,
      message: data[0]?.message,
      data,
    };
  }

  // --- showing -------------------------------------------------------------------------------------

  /** Show the frames one after the other: the move of the learner, then those of the others. @param {State} state */
  async play(state) {
    const { frames } = state;
    const others = frames.length > 1 || (frames[0].seat !== null && frames[0].seat !== 0);
    if (others) this.view.showWaiting();
    for (const [at, frame] of frames.entries()) {
      const last = at === frames.length - 1;
      await this.show(frame, last);
      if (this.gone || this.state !== state) return;
      if (!last) await this.pause();
      if (this.gone || this.state !== state) return;
    }
    this.view.showTask(state);
  }

  /** Show what happened in a frame; its sentences come when it has been seen. @param {Frame} frame @param {boolean} last */
  async show(frame, last) {
    this.cue.cut();
    const cue = (this.cue = new Cue(reducedMotion() ? 0 : 1));
    let told = false;
    const arrive = () => {
      if (!told) this.view.addEvents(frame);
      told = true;
    };
    const step = { model: this.model(frame, last), update: null, events: frame.events };
    if (frame.events.length) await this.game.show(step, { cue, tell() {}, arrive });
    else this.game.paint(step.model);
    arrive();
  }

  pause() {
    const time = reducedMotion() ? PACE_WITHOUT_MOTION : gamePage(this.info.game).lesson.pace;
    this.cue = new Cue(1);
    return this.cue.wait(time);
  }

  /** The model of a frame; only the last one has something to choose. @param {Frame} frame @param {boolean} last @returns {Model} */
  model(frame, last) {
    const state = /** @type {State} */ (this.state);
    this.version += 1;
    const seats = state.names.map((name, seat) => ({ seat, name, person: true, online: true }));
    return {
      version: this.version,
      table: {
        id: "",
        code: "",
        phase: frame.to_move === null ? "over" : "playing",
        settings: /** @type {any} */ ({ game: state.game, players: seats.length, options: {} }),
        commitment: "",
        seats,
      },
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
      spectators: [],
      connected: true,
    };
  }
}
