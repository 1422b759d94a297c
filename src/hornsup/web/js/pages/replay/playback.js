/** Playback of a recording: step, jump, play, from any seat or with all hands open. */

import { gamePage } from "../../catalogue.js";
import { reducedMotion } from "../../dom.js";
import { announce } from "../../announce.js";
import { saySentences, sentencesOf } from "../../sentences.js";
import { toast } from "../../ui/controls/dialog.js";
import { Cue } from "../../timeline.js";
import { namesOf } from "../../ui/controls/seats.js";
import { Controls } from "./controls.js";
import { openMenu, openShortcuts } from "./menu.js";

/** @typedef {import("../../types").App} App */
/** @typedef {import("./recording.js").Recording} Recording */
/** @typedef {import("./source.js").Viewpoint} Viewpoint */
/** @typedef {import("./source.js").Source} Source */

/** From this speed on there are no animations. */
const FAST = 4;
/** Of the time for a step, what is left after its animation. */
const REST = 0.35;

export class Playback {
  /**
   * @param {Source} source
   * @param {Recording} recording
   * @param {Viewpoint} viewpoint
   * @param {App} app
   * @param {import("../../types").CreateGame} createGame
   */
  constructor(source, recording, viewpoint, app, createGame) {
    this.source = source;
    this.recording = recording;
    this.viewpoint = viewpoint;
    this.app = app;
    this.step = -1;
    this.speed = 1;
    /** Whether the next step follows by itself, and the wait for it. */
    this.playing = false;
    this.timer = 0;
    this.cue = new Cue(0);
    this.addressTimer = 0;
    /** The review beside the replay, while it is open. @type {import("./review/panel.js").Review | null} */
    this.review = null;
    /** @type {(record: any) => Promise<void>} */
    this.onFile = async () => {};
    const refuse = async () => ({ id: "", ok: false, version: 0 });
    this.game = createGame({
      mode: "replay",
      t: app.t,
      language: app.language,
      announce,
      send: refuse,
      why: refuse,
      ask: refuse,
      names: () => namesOf(this.recording.table),
      reducedMotion,
    });
    this.controls = new Controls(this);
    this.element = this.controls.element;
    document.addEventListener("keydown", this.press);
  }

  destroy() {
    this.pause();
    this.cue.cut();
    clearTimeout(this.addressTimer);
    this.review?.destroy();
    document.removeEventListener("keydown", this.press);
    this.game.destroy();
  }

  /** A text of this page. @type {(key: string, values?: import("../../types").Values) => string} */
  say = (key, values) => this.app.t(`web_more.replay.${key}`, values);

  // --- showing -------------------------------------------------------------------------------------

  /** @param {number} wanted */
  show(wanted) {
    const step = Math.max(0, Math.min(this.recording.last, wanted));
    const next = step === this.step + 1 && this.speed < FAST && !reducedMotion();
    this.step = step;
    this.cue.cut();
    const frame = this.recording.frames[step];
    const model = this.recording.model(step);
    this.controls.paintWhere(model, step);
    this.controls.note();
    this.review?.graph.at(step);
    this.remember();
    if (step === this.recording.last) this.pause();
    if (!next || !frame.events.length) {
      this.game.paint(model);
      this.tell(frame);
      return Promise.resolve();
    }
    const cue = (this.cue = new Cue(1 / this.speed));
    let told = false;
    const arrive = () => {
      if (!told && this.cue === cue) this.tell(frame);
      told = true;
    };
    return this.game.show({ model, update: null, events: frame.events }, { cue, tell() {}, arrive }).then(arrive);
  }

  /** @param {import("./recording.js").Frame} frame */
  tell({ events, view }) {
    const told = sentencesOf(events).map(({ text }) => text);
    const texts = this.step === 0 && !told.length ? [this.say("begins")] : told;
    this.controls.tell(texts, this.step);
    if (texts.length) saySentences(this.recording.game, [texts.join(" ")], view);
  }

  /** Change the viewpoint at the same step. @param {string} value */
  async look(value) {
    const viewpoint = value === "open" || value === "table" ? value : Number(value);
    try {
      this.recording = await this.source.load(viewpoint);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { bad: true });
      return;
    }
    this.viewpoint = viewpoint;
    this.controls.paintLines();
    void this.show(this.step);
    void this.review?.load();
  }

  /** Open the review, or close it. */
  async toggleReview() {
    if (this.review) {
      this.review.destroy();
      this.review = null;
    } else {
      const { Review } = await import("./review/panel.js");
      this.review ??= new Review(this);
      void this.review.load();
    }
    this.controls.paintReview();
    this.remember();
  }

  /**
   * Show another move than the one that was played; whatever moves the replay leaves it.
   * @param {number} move
   * @param {string} other
   * @param {string} title
   */
  async showInstead(move, other, title) {
    this.pause();
    await this.show(move - 1);
    try {
      const { view, events } = await this.source.instead(move, other, this.viewpoint);
      if (this.step !== move - 1) return;
      const model = { ...this.recording.model(move - 1), view, toMove: view.to_move ?? null };
      const told = sentencesOf(events).map(({ text }) => text);
      this.controls.note([title, " ", ...this.controls.words(told.slice(0, 2).join(" "))]);
      this.cue.cut();
      const cue = (this.cue = new Cue(reducedMotion() ? 0 : 1));
      await this.game.show({ model, update: null, events }, { cue, tell() {}, arrive() {} });
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { bad: true });
    }
  }

  /** Write the step into the address, without an entry in the history. */
  remember() {
    if (!this.source.id) return;
    clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(() => history.replaceState(null, "", this.address()), 350);
  }

  address() {
    const viewpoint =
      this.viewpoint === "open" ? "" : this.viewpoint === "table" ? "&view=table" : `&seat=${this.viewpoint}`;
    return `/replay/${this.source.id}?step=${this.step}${viewpoint}${this.review ? "&review=1" : ""}`;
  }

  // --- moving --------------------------------------------------------------------------------------

  /** @param {number} step */
  goto(step) {
    this.pause();
    void this.show(step);
  }

  /** @param {number} by */
  stepBy(by) {
    this.goto(this.step + by);
  }

  /** Go to the start of the next turn; backwards, to the start of this one, then of earlier ones. @param {number} by */
  turn(by) {
    const { recording, step } = this;
    const at = recording.markAt(step);
    const back = step > recording.marks[at].at ? at : at - 1;
    this.goto(by < 0 ? recording.marks[Math.max(0, back)].at : (recording.marks[at + 1]?.at ?? recording.last));
  }

  /** @param {number} mark */
  jump(mark) {
    this.goto(this.recording.marks[mark]?.at ?? 0);
  }

  // --- playing -------------------------------------------------------------------------------------

  toggle() {
    if (this.playing) return this.pause();
    if (this.step === this.recording.last) void this.show(0);
    this.playOn();
  }

  playOn() {
    clearTimeout(this.timer);
    this.playing = true;
    const { pace } = gamePage(this.recording.game).replay;
    this.timer = window.setTimeout(() => this.advance(), (pace * REST) / this.speed);
    this.controls.paintPlay(true);
  }

  async advance() {
    const started = performance.now();
    const step = this.step + 1;
    await this.show(step);
    const { pace } = gamePage(this.recording.game).replay;
    const left = Math.max(pace / this.speed - (performance.now() - started), (pace * REST) / this.speed);
    if (this.playing && this.step === step) this.timer = window.setTimeout(() => this.advance(), left);
  }

  pause() {
    clearTimeout(this.timer);
    this.playing = false;
    this.controls.paintPlay(false);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
  }

  // --- keys and the menu ---------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  press = (event) => {
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.defaultPrevented ||
      document.querySelector("dialog[open]")
    )
      return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.matches("select, textarea, input:not([type=range])")) return;
    const onButton = target?.closest("button, a, summary") && event.key === " ";
    const onBoard = target?.closest("[data-keys=arrows]") && event.key.startsWith("Arrow");
    const act = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => (event.shiftKey ? this.turn(-1) : this.stepBy(-1)),
      ArrowRight: () => (event.shiftKey ? this.turn(1) : this.stepBy(1)),
      PageUp: () => this.turn(-1),
      PageDown: () => this.turn(1),
      Home: () => this.goto(0),
      End: () => this.goto(this.recording.last),
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
