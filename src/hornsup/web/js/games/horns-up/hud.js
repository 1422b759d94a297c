/** Whose turn it is, actions left, own Ballad tokens and skips; the Stage card in force and the piles. */

import { h, picture, s } from "../../dom.js";
import { pawnSymbol } from "../../notation.js";
import { cardUse } from "./board/cells.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{stage: () => void, discard: () => void}} Handlers */

const MOST_PIPS = 7;

/** The line above the concert. */
export class Banner {
  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    this.pawn = h("span", { class: "hu-banner-pawn", "aria-hidden": "true" });
    this.text = h("strong", { class: "hu-banner-text" });
    this.pips = h("span", { class: "hu-pips" });
    this.own = h("span", { class: "hu-own" });
    this.element = h("div", { class: "hu-banner", role: "status" }, this.pawn, this.text, this.pips, this.own);
    this.key = "";
  }

  /** @param {View} view */
  paint(view) {
    const seat = view.winner ?? view.to_move;
    const own = view.rockers.find((rocker) => rocker.seat === view.seat);
    const text = this.words.turn(view);
    const actions = view.phase === "turn" || view.phase === "choice" ? view.actions : 0;
    const key = [seat, text, actions, own?.tokens, own?.skips, view.winner].join("|");
    if (key === this.key) return;
    this.key = key;
    this.element.classList.toggle("yours", seat !== null && seat === view.seat);
    this.element.classList.toggle("over", view.winner !== null);
    this.pawn.replaceChildren(...(seat === null ? [] : [picture(pawnSymbol(seat))]));
    this.text.textContent = text;
    this.#paintPips(view.winner === null ? actions : 0);
    if (own) this.#paintOwn(view.winner === null ? own : { tokens: 0, skips: 0 });
  }

  /** @param {number} actions */
  #paintPips(actions) {
    this.pips.replaceChildren(...repeat(Math.min(actions, MOST_PIPS), () => picture("action")));
    if (actions > MOST_PIPS) this.pips.append(`+${actions - MOST_PIPS}`);
    if (actions) this.pips.append(h("span", { class: "hu-pips-word" }, this.words.say("hud.actions", { n: actions })));
  }

  /** @param {{tokens: number, skips: number}} own */
  #paintOwn({ tokens, skips }) {
    const marks = [];
    if (tokens)
      marks.push(
        h(
          "span",
          { class: "hu-own-tokens" },
          repeat(tokens, () => picture("token")),
          spoken(this.words.say("hud.tokens", { n: tokens })),
        ),
      );
    if (skips)
      marks.push(
        h(
          "span",
          { class: "hu-own-skips" },
          repeat(skips, () => picture("skip")),
          spoken(this.words.say("hud.own-skips", { n: skips })),
        ),
      );
    this.own.replaceChildren(...marks);
  }
}

/** The Stage card in force with its effect, and the three piles. */
export class StagePanel {
  /** @param {Words} words @param {Handlers} handlers */
  constructor(words, handlers) {
    this.words = words;
    this.face = s("svg", { viewBox: "0 0 150 100", class: "hu-show-face", "aria-hidden": "true" });
    this.name = h("strong");
    this.effect = h("span", { class: "hu-show-effect" });
    this.card = h(
      "button",
      { class: "hu-show-card", type: "button", onClick: handlers.stage },
      this.face,
      h("span", { class: "hu-show-words" }, this.name, this.effect),
    );
    this.deck = pile("back-audience");
    this.stageDeck = pile("back-stage");
    this.discard = pile(null, handlers.discard);
    this.element = h(
      "div",
      { class: "hu-show" },
      this.card,
      h("div", { class: "hu-piles" }, this.deck.element, this.discard.element, this.stageDeck.element),
    );
    this.key = "";
  }

  /** @param {View} view */
  paint(view) {
    const top = view.discard[view.discard.length - 1] ?? null;
    const key = [view.stage, view.closing_pending, view.deck_size, view.discard.length, top, view.stage_deck_size].join(
      "|",
    );
    if (key === this.key) return;
    this.key = key;
    this.#paintStage(view);
    const { words } = this;
    count(this.deck, view.deck_size, words.say("hud.deck", { n: view.deck_size }));
    count(this.stageDeck, view.stage_deck_size, words.say("hud.stage-deck", { n: view.stage_deck_size }));
    count(this.discard, view.discard.length, words.say("hud.discard", { n: view.discard.length }));
    this.discard.face.replaceChildren(...(top ? [cardUse(words.cards.picture(top), false)] : []));
  }

  /** @param {View} view */
  #paintStage(view) {
    const { cards } = this.words;
    this.card.classList.toggle("none", !view.stage);
    this.card.classList.toggle("open", view.closing_pending);
    this.face.replaceChildren(cardUse(view.stage ? cards.picture(view.stage) : "stage-tile", false));
    this.name.textContent = view.stage ? cards.name(view.stage) : this.words.say("hud.no-stage");
    this.effect.textContent = view.stage ? cards.inShort(view.stage) : cards.text("stage");
  }
}

/** @typedef {{element: HTMLElement, face: SVGSVGElement, number: HTMLElement}} Pile */

/** @param {string | null} back @param {() => void} [open] @returns {Pile} */
function pile(back, open) {
  const face = s("svg", { viewBox: "0 0 150 100", class: "hu-pile-face", "aria-hidden": "true" });
  if (back) face.append(cardUse(back, false));
  const number = h("span", { class: "hu-pile-number", "aria-hidden": "true" });
  const element = open
    ? h("button", { class: "hu-pile", type: "button", onClick: open }, face, number)
    : h("span", { class: "hu-pile", role: "img" }, face, number);
  return { element, face, number };
}

/** @param {Pile} pile @param {number} n @param {string} label */
function count(pile, n, label) {
  pile.number.textContent = String(n);
  pile.element.setAttribute("aria-label", label);
  pile.element.setAttribute("title", label);
  pile.element.classList.toggle("empty", n === 0);
}

/** @param {string} text */
const spoken = (text) => h("span", { class: "hu-own-word" }, text);

/** @template T @param {number} times @param {() => T} make @returns {T[]} */
const repeat = (times, make) => Array.from({ length: times }, make);
