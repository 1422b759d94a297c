/** The bar between board and hand: what is asked now, and a button for every choice that is no cell. */

import { h, picture, s } from "../../../dom.js";
import { pawnSymbol } from "../../../notation.js";
import { lying } from "../hand/cards.js";
import { cardUse } from "../board/cells.js";
import { placeName } from "../board/place-names.js";
import { isTurned, pathOf } from "./notation.js";
import { valuesOf } from "./steps.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../words.js").Words} Words */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./steps.js").Pick} Pick */
/** @typedef {{send: (move: Move) => void, choose: (field: "half" | "seat" | "way" | "card", value: any) => void,
 *   turn: () => void, cancel: () => void, plan: (cell: string, answer?: string) => void, confirm: () => void,
 *   concert: () => void, end: () => void, list: () => void, why: () => void}} Handlers */
/**
 * @typedef {{view: View, legal: Move[], step: Step, pick: Pick, turns: boolean, arming: boolean, asking: boolean, plan:
 *   import("./plan.js").Plan | null}} State
 */

const WAY_ARROWS = /** @type {Record<string, string>} */ ({ N: "↑", E: "→", S: "↓", W: "←", left: "←", right: "→" });

export class ActionBar {
  /** @param {Words} words @param {Handlers} handlers */
  constructor(words, handlers) {
    this.words = words;
    this.handlers = handlers;
    this.text = h("p", { class: "hu-ask", role: "status" });
    /** Holds actions left and own tokens. */
    this.now = h("div", { class: "hu-now" });
    this.choices = h("div", { class: "hu-choices" });
    this.buttons = h("div", { class: "hu-buttons" });
    this.element = h(
      "div",
      { class: "hu-prompt", role: "group", "aria-label": words.say("ask.label") },
      h("div", { class: "hu-said" }, this.now, this.text),
      this.buttons,
    );
    this.why = small("hu-why", words.say("do.why"), "?", handlers.why);
    this.list = small("hu-list", words.say("do.list"), "≡", handlers.list);
    /** Asks why something is not possible, and lists every legal move. */
    this.help = h("div", { class: "hu-help", role: "group", "aria-label": words.say("ask.help") }, this.why, this.list);
    this.key = "";
  }

  /** @param {State} state */
  paint(state) {
    const key = JSON.stringify([
      state.step.ask,
      state.step.moves.map((move) => move.text),
      state.pick,
      state.view.actions,
      state.turns,
      state.arming,
      state.asking,
      [...(state.plan?.answers ?? [])],
      state.legal.length,
      this.words.turn(state.view),
    ]);
    if (key === this.key) return;
    this.key = key;
    const focused = this.choices.contains(document.activeElement) || this.buttons.contains(document.activeElement);
    this.element.classList.toggle("empty", !state.legal.length);
    this.text.textContent = this.question(state);
    this.choices.replaceChildren(...this.#choices(state));
    this.buttons.replaceChildren(...this.#buttons(state));
    this.why.disabled = this.list.disabled = !state.legal.length;
    this.why.setAttribute("aria-pressed", String(state.asking));
    this.choices.hidden = !this.choices.childElementCount;
    if (focused) this.first()?.focus(); // the replaced button had the focus
  }

  /** The first button. @returns {HTMLElement | null} */
  first() {
    return this.choices.querySelector("button") ?? this.buttons.querySelector(".primary, button");
  }

  // --- the question ---------------------------------------------------------------------------

  /** @param {State} state */
  question({ view, legal, step, pick, asking, plan }) {
    const { words } = this;
    if (!legal.length) return words.turn(view);
    if (plan) return words.say(`ask.${step.ask}-all`);
    if (asking) return words.say("ask.why");
    const card = pick.card ? words.cards.name(pick.card) : "";
    if (step.ask === "board") return this.#opening(view, legal);
    if (step.ask === "confirm") return this.#confirming(step.moves[0], card);
    if (step.ask === "cell") return words.say(step.moves[0]?.verb === "play" ? "ask.target" : "ask.place", { card });
    if (step.ask === "pay") return words.say("ask.pay", { wall: words.wallAt(view, pick.cell) });
    if (step.ask === "keep" || step.ask === "part" || step.ask === "discard") return words.turn(view);
    return words.say(`ask.${step.ask}`, { card });
  }

  /** @param {View} view @param {Move[]} legal */
  #opening(view, legal) {
    if (view.phase === "enter") return this.words.say("ask.enter");
    if (legal.some((move) => move.verb === "token")) return this.words.say("ask.token");
    const walks = legal.some((move) => move.verb === "walk");
    if (view.actions < 1) return this.words.say(walks ? "ask.spent-walk" : "ask.spent");
    return this.words.say(walks ? "ask.board-walk" : "ask.board");
  }

  /** @param {Move | undefined} move @param {string} card */
  #confirming(move, card) {
    const asked = move?.verb === "clear" || move?.verb === "discard" ? move.verb : "play";
    return this.words.say(`ask.${asked}`, { card });
  }

  // --- choices --------------------------------------------------------------------------------

  /** @param {State} state @returns {HTMLElement[]} */
  #choices(state) {
    const { step, plan, pick } = state;
    if (plan) return plan.questions.map((question) => this.#planned(question, plan.answers.get(question.cell) ?? ""));
    const effect = pick.card && step.moves[0]?.verb === "play" ? [this.#effect(pick.card)] : [];
    return [...effect, ...this.#options(state)];
  }

  /** What the chosen Ticket does. @param {string} card */
  #effect(card) {
    return h("p", { class: "hu-effect" }, this.words.cards.text(card));
  }

  /** One question of several: the answer that is planned, and the others. @param {import("./plan.js").Question} question @param {string} chosen */
  #planned({ cell, cards }, chosen) {
    const { words, handlers } = this;
    const buttons = Object.entries(cards).map(([answer, card]) => {
      const { id, turned } = lying(words.cards, card);
      const label = words.labelled(placeName(cell), `${words.card(card)}, ${words.way(answer)}`);
      return h(
        "button",
        {
          type: "button",
          class: "hu-choice hu-choice-card hu-answer",
          "aria-pressed": answer === chosen,
          "aria-label": label,
          title: label,
          onClick: () => handlers.plan(cell, answer),
        },
        arrow(answer),
        s("svg", { viewBox: "0 0 150 100", class: "hu-choice-face", "aria-hidden": "true" }, cardUse(id, turned)),
      );
    });
    return h("div", { class: "hu-question", role: "group", "aria-label": placeName(cell) }, buttons);
  }

  /** @param {State} state @returns {HTMLElement[]} */
  #options(state) {
    const { step } = state;
    if (step.ask === "half") return valuesOf(step.moves, "half").map((half) => this.#half(state, String(half)));
    if (step.ask === "seat") return valuesOf(step.moves, "seat").map((seat) => this.#seat(Number(seat)));
    if (step.ask === "way") return valuesOf(step.moves, "way").map((way) => this.#way(String(way)));
    if (step.ask === "landing") return step.moves.map((move) => this.#path(move, move.landing));
    if (step.ask === "sides" && step.moves.length > 1) return step.moves.map((move) => this.#path(move, move.sides));
    if (step.ask === "pay") return step.moves.map((move) => this.#pay(move));
    if (step.ask === "part") return step.moves.map((move) => this.#part(move));
    if (step.ask === "keep") return step.moves.map((move) => this.#keep(state.view, move));
    return [];
  }

  /** @param {State} state @param {string} half */
  #half({ pick }, half) {
    const symbols = this.words.cards.half(pick.card ?? "", half).map((symbol) => picture(`symbol-${symbol}`));
    const text = h("span", null, this.words.half(pick.card ?? "", half));
    return h(
      "button",
      { type: "button", class: "hu-choice hu-half", onClick: () => this.handlers.choose("half", half) },
      h("span", { class: "hu-symbols" }, symbols),
      text,
    );
  }

  /** @param {number} seat */
  #seat(seat) {
    return h(
      "button",
      { type: "button", class: "hu-choice", onClick: () => this.handlers.choose("seat", seat) },
      picture(pawnSymbol(seat)),
      this.words.who(seat),
    );
  }

  /** @param {string} way */
  #way(way) {
    return h(
      "button",
      { type: "button", class: "hu-choice", onClick: () => this.handlers.choose("way", way) },
      arrow(way),
      this.words.way(way),
    );
  }

  /** One way for a Path to lie. @param {Move} move @param {string | undefined} sides */
  #path(move, sides = "") {
    const label = this.words.say("path-open", { sides: this.words.sides(sides) });
    return this.#card(move, `card-${pathOf(sides)}`, isTurned(sides), label);
  }

  /** @param {Move} move */
  #pay(move) {
    const { cards } = this.words;
    return this.#card(move, cards.picture(move.card ?? ""), false, cards.name(move.card ?? ""));
  }

  /** @param {View} view @param {Move} move */
  #keep(view, move) {
    const card = view.choice?.cards?.[move.half ?? ""];
    if (!card) return this.#part(move);
    const { id, turned } = lying(this.words.cards, card);
    return this.#card(move, id, turned, this.words.kept(view, move.half ?? ""));
  }

  /** @param {Move} move */
  #part(move) {
    const side = move.half ?? "left";
    return h(
      "button",
      { type: "button", class: "hu-choice", onClick: () => this.handlers.send(move) },
      arrow(side),
      this.words.way(side),
    );
  }

  /** @param {Move} move @param {string} id @param {boolean} turned @param {string} label */
  #card(move, id, turned, label) {
    const face = s(
      "svg",
      { viewBox: "0 0 150 100", class: "hu-choice-face", "aria-hidden": "true" },
      cardUse(id, turned),
    );
    return h(
      "button",
      {
        type: "button",
        class: "hu-choice hu-choice-card",
        title: label,
        "aria-label": label,
        onClick: () => this.handlers.send(move),
      },
      face,
    );
  }

  // --- buttons --------------------------------------------------------------------------------

  /** @param {State} state @returns {HTMLElement[]} */
  #buttons({ legal, step, pick, turns, arming, view, plan }) {
    if (!legal.length) return [];
    const { words, handlers } = this;
    if (plan) return [button("primary hu-go", words.say("do.all-as-shown"), handlers.confirm)];
    const made = [];
    const token = legal.find((move) => move.verb === "token");
    const chosen = pick.card !== null || pick.verb !== undefined;
    if (token)
      made.push(button("primary hu-token-back", words.say("do.token"), () => handlers.send(token), picture("token")));
    const sure = step.ask === "confirm" ? step.moves[0] : undefined;
    if (sure) made.push(button("primary hu-go", words.say(`do.${sure.verb}`), () => handlers.send(sure)));
    if (turns)
      made.push(button("hu-turn", words.say("do.turn"), handlers.turn, glyph("M6 9A7 7 0 1 1 5 14M5 4V9.500H10.500")));
    if (chosen) made.push(button("hu-cancel", words.say("do.cancel"), handlers.cancel));
    if (!chosen) made.push(button("hu-to-concert", words.say("do.concert"), handlers.concert));
    if (!chosen && legal.some((move) => move.verb === "end")) {
      const label = arming ? words.say("do.really-end", { n: view.actions }) : words.say("do.end");
      made.push(button(view.actions < 1 || arming ? "primary hu-end" : "hu-end", label, handlers.end));
    }
    return made;
  }
}

/** @param {string} name @param {string} label @param {() => void} act @param {Element} [icon] */
const button = (name, label, act, icon) =>
  h(
    "button",
    { type: "button", class: name, "aria-label": label, onClick: act },
    icon,
    h("span", { class: "hu-word" }, label),
  );

/** @param {string} name @param {string} label @param {string} sign @param {() => void} act */
const small = (name, label, sign, act) =>
  h("button", { type: "button", class: `icon-button ${name}`, "aria-label": label, title: label, onClick: act }, sign);

/** @param {string} way */
const arrow = (way) => h("span", { class: "hu-way", "aria-hidden": "true" }, WAY_ARROWS[way] ?? "");

/** @param {string} d */
const glyph = (d) => s("svg", { viewBox: "0 0 24 24", class: "hu-line-icon", "aria-hidden": "true" }, s("path", { d }));
