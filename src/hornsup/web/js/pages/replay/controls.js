/** The controls of a replay around the game: sentences, slider, turns, buttons. */

import { gamePage } from "../../catalogue.js";
import { h, picture, replace } from "../../dom.js";
import { number } from "../../i18n.js";
import { drawSentence } from "../../sentences.js";
import { glyph } from "../../ui/controls/icons.js";
import { nameOf, piece } from "../../ui/controls/seats.js";

/** @typedef {import("./source.js").Viewpoint} Viewpoint */
/** @typedef {import("./playback.js").Playback} Playback */

const SPEEDS = [0.5, 1, 2, 4];

export class Controls {
  /** @param {Playback} playback */
  constructor(playback) {
    this.playback = playback;
    this.t = playback.app.t;
    const { say } = playback;
    this.caption = h("section", { class: "rp-caption", "aria-label": this.t("web.table.log") });
    this.noteBox = h("div", { class: "rp-note", role: "status", hidden: true });
    this.lines = h("ol", { class: "log-lines rp-lines", tabindex: "0", "aria-label": this.t("web.table.log") });
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: playback.recording.last,
      step: 1,
      value: 0,
      class: "rp-slider",
      "aria-label": say("slider"),
      onInput: () => playback.goto(Number(this.slider.value)),
    });
    this.graph = h("div", { class: "rp-graph", hidden: true });
    this.logPart = h("div", { class: "rp-log" }, h("h2", null, this.t("web.table.log")), this.lines);
    this.reviewPart = h("div", { class: "rp-review", hidden: true });
    this.tabs = this.tabButtons();
    this.reviewButton = this.toggleButton();
    this.ticks = h("div", { class: "rp-ticks", "aria-hidden": "true" });
    this.playButton = h("button", { type: "button", class: "primary rp-play", onClick: () => playback.toggle() });
    this.where = h("output", { class: "rp-where" });
    this.turns = h("select", { "aria-label": say("jump"), onChange: () => playback.jump(Number(this.turns.value)) });
    this.fillTurns();
    this.paintLines();
    this.paintPlay(false);
    this.element = this.build();
  }

  // --- building ------------------------------------------------------------------------------------

  build() {
    const { game, recording } = this.playback;
    return h(
      "div",
      { class: "rp", dataset: { game: recording.game } },
      this.head(),
      h("main", { class: "rp-game", id: "content" }, game.element, this.noteBox),
      h("aside", { class: "rp-side", "aria-label": this.t("web.table.log") }, this.tabs, this.logPart, this.reviewPart),
      this.caption,
      this.controls(),
    );
  }

  head() {
    const { say, source } = this.playback;
    const home = this.t("web.nav.home");
    return h(
      "header",
      { class: "rp-head" },
      h("a", { class: "skip", href: "#content" }, this.t("web.nav.skip")),
      source.viewpoints
        ? h("span", { class: "rp-mark" }, picture("icon", "0 0 100 100"))
        : h("a", { class: "icon-button quiet button", href: "/", "aria-label": home, title: home }, glyph("cross")),
      h("h1", null, say("title")),
      this.viewPicker(),
      source.id ? this.reviewButton : null,
      h(
        "button",
        {
          type: "button",
          class: "icon-button quiet",
          "aria-label": say("more"),
          title: say("more"),
          onClick: () => this.playback.more(),
        },
        glyph("menu"),
      ),
    );
  }

  controls() {
    const { playback } = this;
    const { say } = playback;
    return h(
      "section",
      { class: "rp-controls", "aria-label": say("controls") },
      this.graph,
      h("div", { class: "rp-track" }, this.ticks, this.slider),
      h(
        "div",
        { class: "rp-buttons" },
        tool("first", say("turn-back"), () => playback.turn(-1)),
        tool("back", say("back"), () => playback.stepBy(-1)),
        this.playButton,
        tool("on", say("on"), () => playback.stepBy(1)),
        tool("last", say("turn-on"), () => playback.turn(1)),
      ),
      h("div", { class: "rp-more" }, this.turns, this.speeds(), this.where),
    );
  }

  /** The button that opens the review and closes it. */
  toggleButton() {
    const label = this.t("web_review.title");
    return h(
      "button",
      {
        type: "button",
        class: "rp-review-button",
        "aria-pressed": "false",
        "aria-label": label,
        title: label,
        onClick: () => void this.playback.toggleReview(),
      },
      glyph("graph"),
      h("span", null, label),
    );
  }

  /** With a review the side shows it or the log; on a phone both are in front of the board, or not. */
  tabButtons() {
    /** @type {[string, () => void][]} */
    const tabs = [
      ["board", () => this.read(false)],
      ["review", () => this.choose("review")],
      ["log", () => this.choose("log")],
    ];
    const buttons = tabs.map(([name, act]) =>
      h(
        "button",
        { type: "button", dataset: { tab: name }, "aria-pressed": "false", onClick: act },
        this.t(`web_review.tabs.${name}`),
      ),
    );
    return h(
      "div",
      { class: "segments rp-tabs", role: "group", "aria-label": this.t("web_review.shows"), hidden: true },
      buttons,
    );
  }

  viewPicker() {
    const { recording, viewpoint, say, source } = this.playback;
    const choice = (/** @type {Viewpoint} */ value, /** @type {string} */ text) =>
      (source.viewpoints?.includes(value) ?? true) &&
      h("option", { value: String(value), selected: value === viewpoint }, text);
    const options = [
      choice("open", say("open")),
      choice("table", say("table")),
      ...recording.table.seats.map((seat) => choice(seat.seat, say("as", { name: nameOf(seat) }))),
    ];
    const picker = h(
      "select",
      { class: "rp-eyes", "aria-label": say("eyes"), onChange: () => void this.playback.look(picker.value) },
      options,
    );
    return picker;
  }

  speeds() {
    const { playback } = this;
    const buttons = SPEEDS.map((each) =>
      h(
        "button",
        { type: "button", "aria-pressed": each === playback.speed, onClick: () => choose(each) },
        `${number(each)}×`,
      ),
    );
    const choose = (/** @type {number} */ speed) => {
      buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(SPEEDS[at] === speed)));
      playback.setSpeed(speed);
    };
    return h("div", { class: "segments rp-speeds", role: "group", "aria-label": playback.say("speed") }, buttons);
  }

  fillTurns() {
    const { recording, say } = this.playback;
    const { marks, table, last, game } = recording;
    const { group } = gamePage(game).replay;
    const owners = group === "turn" ? marks.map(({ seat }) => seat) : marks.map(() => null); // a round is nobody's
    const options = marks.map((mark, at) => {
      const seat = owners[at];
      const who = seat === null ? "" : ` · ${nameOf(table.seats[seat])}`;
      return h(
        "option",
        { value: String(at) },
        (mark.turn === 0 ? say("beginning") : say(`${group}-n`, { n: mark.turn })) + who,
      );
    });
    const ticks = marks.map((mark, at) =>
      h("i", {
        style: {
          left: `${(mark.at / Math.max(1, last)) * 100}%`,
          "--seat": owners[at] === null ? null : `var(--seat-${owners[at]})`,
        },
      }),
    );
    replace(this.turns, options);
    replace(this.ticks, ticks);
  }

  // --- the review ----------------------------------------------------------------------------------

  /** The review was opened or closed. */
  paintReview() {
    const { review } = this.playback;
    this.element.classList.toggle("reviewing", review !== null);
    this.reviewButton.setAttribute("aria-pressed", String(review !== null));
    this.graph.hidden = this.tabs.hidden = review === null;
    replace(this.graph, review?.graph.element);
    replace(this.reviewPart, review?.element);
    this.choose(review ? "review" : "log");
  }

  /** Show a part of the side, on a phone in front of the board. @param {"review" | "log"} part */
  choose(part) {
    this.reviewPart.hidden = part !== "review";
    this.logPart.hidden = part !== "log";
    this.read(this.playback.review !== null);
  }

  /** On a phone: the side in front of the board, or behind it. @param {boolean} reading */
  read(reading) {
    this.element.classList.toggle("reading", reading);
    const chosen = this.reviewPart.hidden ? "log" : "review";
    for (const button of this.tabs.querySelectorAll("button")) {
      const { tab } = button.dataset;
      const phone = matchMedia("(max-width: 900px)").matches;
      const on = phone ? tab === (reading ? chosen : "board") : tab === chosen;
      button.setAttribute("aria-pressed", String(on));
    }
  }

  /** Say what the board shows beside the game itself; nothing takes it away. @param {(string | Node)[]} [words] */
  note(words = []) {
    this.noteBox.hidden = !words.length;
    const close = this.t("web.close");
    const leave = () => void this.playback.show(this.playback.step);
    const button = h(
      "button",
      { type: "button", class: "icon-button quiet", "aria-label": close, title: close, onClick: leave },
      glyph("cross"),
    );
    replace(this.noteBox, words.length ? [h("span", null, words), button] : null);
  }

  // --- painting ------------------------------------------------------------------------------------

  /** Every sentence of the game; a click goes to its step. */
  paintLines() {
    const { recording } = this.playback;
    const row = (/** @type {string} */ text, /** @type {number} */ at) =>
      h(
        "li",
        { dataset: { at } },
        h(
          "button",
          { type: "button", class: "rp-line", tabindex: "-1", onClick: () => this.playback.show(at) },
          this.words(text),
        ),
      );
    replace(
      this.lines,
      recording.frames.flatMap(({ events }, at) => events.map(({ text }) => row(text, at))),
    );
  }

  /** @param {string} text */
  words(text) {
    return drawSentence(this.playback.recording.game, text);
  }

  /**
   * Show the sentences of a step as a caption, and mark them in the log.
   * @param {string[]} said
   * @param {number} step
   */
  tell(said, step) {
    replace(
      this.caption,
      said.slice(-3).map((text) => h("p", null, this.words(text))),
    );
    /** @type {HTMLElement | null} */
    let here = null;
    for (const row of this.lines.children) {
      if (!(row instanceof HTMLElement)) continue;
      const at = Number(row.dataset.at);
      row.classList.toggle("now", at === step);
      row.classList.toggle("later", at > step);
      if (at <= step) here = row;
    }
    if (here) this.lines.scrollTop = here.offsetTop - this.lines.offsetTop - this.lines.clientHeight / 2;
  }

  /** @param {import("../../types").Model} model @param {number} step */
  paintWhere(model, step) {
    const { recording, say } = this.playback;
    const label = say("step", { step, last: recording.last });
    this.slider.value = String(step);
    this.slider.setAttribute("aria-valuetext", label);
    this.slider.style.setProperty("--share", `${(step / Math.max(1, recording.last)) * 100}%`);
    this.turns.value = String(recording.markAt(step));
    replace(this.where, model.toMove === null ? null : piece(model.toMove), label);
  }

  /** @param {boolean} playing */
  paintPlay(playing) {
    const label = this.playback.say(playing ? "pause" : "play");
    if (this.playButton.getAttribute("aria-label") === label) return;
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
    replace(this.playButton, sign(playing ? "pause" : "play"));
  }
}

/** @type {Record<string, string>} */
const SIGNS = {
  play: "M7 4l13 8-13 8Z",
  pause: "M6 4h4v16H6ZM14 4h4v16h-4Z",
  on: "M8 5l7 7-7 7",
  back: "M16 5l-7 7 7 7",
  last: "M5 5l7 7-7 7M12 5l7 7-7 7",
  first: "M19 5l-7 7 7 7M12 5l-7 7 7 7",
};

/** @param {string} name */
function sign(name) {
  const drawn = glyph("play");
  const solid = name === "play" || name === "pause";
  drawn.firstElementChild?.setAttribute("d", SIGNS[name]);
  drawn.firstElementChild?.setAttribute("fill", solid ? "currentColor" : "none");
  return drawn;
}

/** @param {string} name @param {string} label @param {() => void} onClick */
function tool(name, label, onClick) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onClick }, sign(name));
}
