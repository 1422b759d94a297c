/**
 * Shows what happened, one update after the other, at the viewer's speed.
 *
 * The socket's model is always the newest; what is painted is the model of the step that is being shown.
 * A page that is hidden, or whose user wants no motion, has a pace of 0: every step is painted as it comes.
 */

/** @typedef {import("./types").Model} Model */
/** @typedef {import("./types").Step} Step */
/** @typedef {{show: (step: Step, cue: Cue) => Promise<void>, paint: (steps: Step[]) => void, changed?: () => void}} Stage */

/** With more steps than this waiting, the others are shown at half of their time. */
const MANY = 12;
/** With more steps than this waiting, the newest is painted at once. */
const TOO_MANY = 80;

/** The showing of one step: its waits end early when the viewer goes on. */
export class Cue {
  /** @param {number} pace what times are multiplied by; 0 shows everything at once */
  constructor(pace) {
    this.pace = pace;
    /** Whether nothing is to be waited for any more. */
    this.over = pace === 0;
    /** @type {Set<() => void>} */
    this.ends = new Set();
  }

  /** Wait so many milliseconds at the viewer's pace. @param {number} time @returns {Promise<void>} */
  wait(time) {
    return this.until((done) => {
      const timer = setTimeout(done, time * this.pace);
      return () => clearTimeout(timer);
    });
  }

  /** Wait until animations have ended; they are finished when the step is cut short. @param {Animation[]} running */
  ended(running) {
    return this.until((done) => {
      void Promise.allSettled(running.map((each) => each.finished)).then(done);
      return () => running.forEach((each) => each.finish());
    });
  }

  /**
   * Wait for something that can be stopped.
   * @param {(done: () => void) => () => void} start begins it and returns what stops it
   * @returns {Promise<void>}
   */
  until(start) {
    return new Promise((resolve) => {
      /** @type {(() => void) | null} */
      let stop = null;
      const end = () => {
        this.ends.delete(end);
        stop?.();
        resolve();
      };
      stop = start(end);
      if (this.over) end();
      else this.ends.add(end);
    });
  }

  /** Go on at once. */
  cut() {
    this.over = true;
    for (const end of [...this.ends]) end();
  }
}

export class Timeline {
  /** @param {Stage} stage @param {() => number} pace the viewer's pace now */
  constructor(stage, pace) {
    this.stage = stage;
    this.pace = pace;
    /** @type {Step[]} */
    this.queue = [];
    /** The step that is being shown. @type {Cue | null} */
    this.cue = null;
    /** Whether the steps that wait are painted at once. */
    this.hurried = false;
    /** Whether an earlier moment is looked at: nothing is shown until `resume`. */
    this.paused = false;
    this.gone = false;
  }

  /** How many steps with something to see wait or are being shown. */
  get behind() {
    return this.queue.filter(({ events }) => events.length).length + (this.cue && !this.cue.over ? 1 : 0);
  }

  /** @param {Step} step */
  push(step) {
    this.queue.push(step);
    if (this.queue.length > TOO_MANY || this.pace() === 0) this.hurried = true;
    this.#next();
    this.stage.changed?.();
  }

  /** Forget what waits and paint a state, as after a new connection. @param {Model} model */
  jump(model) {
    this.queue = [{ model, update: null, events: [] }];
    this.catchUp();
  }

  /** End the present step early. @returns {boolean} whether one was being shown */
  skip() {
    const showing = this.cue !== null && !this.cue.over;
    this.cue?.cut();
    return showing;
  }

  /** Bring the viewer to now; what comes later is shown as usual. */
  catchUp() {
    this.hurried = this.queue.length > 0;
    this.cue?.cut();
    this.#next();
    this.stage.changed?.();
  }

  pause() {
    this.paused = true;
    this.cue?.cut();
  }

  resume() {
    this.paused = false;
    this.catchUp();
  }

  destroy() {
    this.gone = true;
    this.queue = [];
    this.cue?.cut();
  }

  #next() {
    if (this.cue || this.paused || this.gone || !this.queue.length) return;
    if (this.hurried && this.queue.length > 1) this.stage.paint(this.queue.splice(0, this.queue.length - 1));
    const step = /** @type {Step} */ (this.queue.shift());
    const pace = this.hurried || !step.events.length ? 0 : this.pace() * (this.queue.length > MANY ? 0.5 : 1);
    if (!this.queue.length) this.hurried = false;
    const cue = (this.cue = new Cue(pace));
    performance.clearMarks("step"); // so that a long game keeps one
    performance.mark("step", { detail: step.model.version }); // for benchmarks and the browser's profiler
    const done = () => {
      this.cue = null;
      this.#next();
      this.stage.changed?.();
    };
    this.stage.show(step, cue).then(done, (error) => {
      reportError(error);
      done();
    });
  }
}
