/** What is shown of a lesson: progress, instructions, sentences, buttons, and the table. */

import { announce } from "../../announce.js";
import { h, picture, replace } from "../../dom.js";
import { drawSentence, saySentences, sentencesOf } from "../../sentences.js";
import { glyph } from "../../ui/controls/icons.js";

/** @typedef {import("./lesson.js").LessonInfo} LessonInfo */
/** @typedef {import("./lesson.js").State} State */
/** @typedef {{send: (move: string) => void, restart: () => void, endPause: () => void}} Handlers */

/** Sent where there is only something to read. */
const READ = "next";
/** Milliseconds within which a second tap is taken for a double tap. */
const DOUBLE_TAP = 400;
const EVENTS_SHOWN = 3;

export class LessonView {
  /**
   * @param {LessonInfo[]} lessons
   * @param {number} at
   * @param {import("../../types").App} app
   * @param {HTMLElement} table
   * @param {Handlers} handlers
   */
  constructor(lessons, at, app, table, handlers) {
    this.lessons = lessons;
    this.at = at;
    this.info = lessons[at];
    this.app = app;
    this.handlers = handlers;
    this.text = h("p", { class: "ln-text" });
    this.rule = h("a", { class: "ln-rule", target: "_blank", rel: "noopener" });
    this.wrong = h("p", { class: "ln-wrong", role: "alert", hidden: true });
    this.events = h("ol", { class: "ln-events" });
    this.buttons = h("div", { class: "ln-buttons" });
    this.bar = h("div", { class: "ln-bar" });
    this.element = this.build(table);
  }

  /** @param {HTMLElement} table */
  build(table) {
    const { t } = this.app;
    const peers = this.lessons.filter(({ game }) => game === this.info.game);
    const number = t("web_learn.page.number", { n: peers.indexOf(this.info) + 1, of: peers.length });
    return h(
      "div",
      { class: "ln", dataset: { game: this.info.game, lesson: this.info.name } },
      h(
        "header",
        { class: "ln-head" },
        h("a", { class: "skip", href: "#content" }, t("web.nav.skip")),
        h(
          "a",
          {
            class: "icon-button quiet button",
            href: "/learn",
            "aria-label": t("web_learn.page.all"),
            title: t("web_learn.page.all"),
          },
          glyph("cross"),
        ),
        h("div", { class: "ln-where" }, h("span", { class: "small" }, number), h("h1", null, this.title())),
        this.bar,
      ),
      h(
        "section",
        { class: "ln-coach", "aria-label": t("web_learn.page.title") },
        picture("icon", "0 0 100 100", { class: "ln-face" }),
        h("div", { class: "ln-said", "aria-live": "polite" }, this.text),
        this.wrong,
        this.events,
        h("div", { class: "ln-foot" }, this.rule, this.buttons),
      ),
      h("main", { class: "ln-game", id: "content" }, table),
    );
  }

  title() {
    return this.app.t(`web_learn.${this.info.name}.title`);
  }

  /** @param {import("./lesson.js").Frame} frame */
  addEvents(frame) {
    const texts = sentencesOf(frame.events).map(({ text }) => text);
    saySentences(this.info.game, texts, frame.view);
    this.events.append(...texts.map((text) => h("li", null, drawSentence(this.info.game, text))));
    while (this.events.childElementCount > EVENTS_SHOWN) this.events.firstElementChild?.remove();
  }

  /** The text and button while the others play. */
  showWaiting() {
    this.text.textContent = this.app.t("web_learn.page.wait");
    this.rule.hidden = true;
    replace(
      this.buttons,
      h(
        "button",
        { type: "button", onClick: this.handlers.endPause },
        glyph("play"),
        this.app.t("web_learn.page.next"),
      ),
    );
  }

  /** Show what is to be done now. @param {State} state */
  showTask(state) {
    const { t } = this.app;
    this.text.textContent = state.say;
    this.element.classList.toggle("done", state.done);
    this.rule.hidden = !state.rule;
    this.rule.textContent = state.rule ? t("web_learn.page.rule", { rule: state.rule }) : "";
    this.rule.href = `/rules/${state.game}#${state.rule ?? ""}`;
    if (state.frames.length < 2) replace(this.events);
    const label = t("web_learn.page.step", { step: Math.min(state.step + 1, state.steps), steps: state.steps });
    replace(
      this.bar,
      h("span", { class: "sr-only" }, label),
      Array.from({ length: state.steps }, (_, at) =>
        h("i", { class: at < state.step ? "on" : at === state.step ? "now" : "" }),
      ),
    );
    replace(this.buttons, state.done ? this.endButtons() : state.read ? this.nextButton() : this.showButton(state));
  }

  nextButton() {
    const button = h(
      "button",
      { type: "button", class: "primary", onClick: () => this.handlers.send(READ) },
      this.app.t("web_learn.page.next"),
    );
    requestAnimationFrame(() => button.isConnected && button.focus({ preventScroll: true }));
    return button;
  }

  /** Plays the move that the lesson asks for. @param {State} state */
  showButton({ show }) {
    if (!show) return null;
    return h(
      "button",
      { type: "button", class: "quiet", onClick: () => this.handlers.send(show) },
      glyph("eye"),
      this.app.t("web_learn.page.show"),
    );
  }

  endButtons() {
    const { t } = this.app;
    const next = this.lessons[this.at + 1];
    const same = next?.game === this.info.game;
    announce(t("web_learn.page.finished"));
    const made = [
      h(
        "button",
        { type: "button", class: "quiet", onClick: this.handlers.restart },
        glyph("undo"),
        t("web_learn.page.restart"),
      ),
      !same && h("a", { class: "button primary", href: "/" }, t("web_learn.page.play")),
      next &&
        h(
          "a",
          { class: `button ${same ? "primary" : ""}`, href: `/learn?lesson=${next.name}` },
          t("web_learn.page.next-lesson", { title: t(`web_learn.${next.name}.title`) }),
        ),
    ];
    // These buttons appear where the pressed one was: a double tap must not press one of them.
    this.buttons.inert = true;
    setTimeout(() => {
      this.buttons.inert = false;
      /** @type {HTMLElement | null} */ (this.buttons.querySelector(".primary"))?.focus({ preventScroll: true });
    }, DOUBLE_TAP);
    return made;
  }

  /** @param {(string | Node)[]} parts of the sentence; none to hide it */
  showRefusal(parts) {
    replace(this.wrong, parts);
    this.wrong.hidden = !parts.length;
  }
}
