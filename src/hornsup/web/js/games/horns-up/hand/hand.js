/** The own hand as a row of buttons. */

import { h, s } from "../../../dom.js";
import { cardUse } from "../board/cells.js";
import { longPress } from "./long-press.js";

/** @typedef {import("./cards.js").Cards} Cards */
/**
 * `tell` says what a card does while it is pointed at or has the focus; null ends it.
 * @typedef {{pick: (index: number, from: Element) => void, look: (card: string) => void, tell: (index: number | null) =>
 *   void}} Handlers
 */
/**
 * @typedef {{slug: string, turned: boolean, button: HTMLButtonElement, face: SVGSVGElement, name: HTMLElement, state:
 *   string}} Held
 */
/**
 * @typedef {{usable: ReadonlySet<string | undefined>, index: number, turned: boolean, active: boolean, label: (slug:
 *   string, usable: boolean) => string}} Highlights
 */

/** Milliseconds that the pointer rests on a card before its text is shown. */
const REST = 420;

export class Hand {
  /** @param {Cards} cards @param {Handlers} handlers @param {string} label */
  constructor(cards, handlers, label) {
    this.cards = cards;
    this.handlers = handlers;
    this.element = h("div", { class: "hu-hand", role: "group", "aria-label": label });
    /** @type {Held[]} */
    this.held = [];
    this.focusAt = 0;
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {readonly string[]} hand */
  paint(hand) {
    while (this.held.length > hand.length) this.held.pop()?.button.remove();
    hand.forEach((slug, index) => {
      const held = this.held[index] ?? this.#add(index);
      if (held.slug !== slug) this.#print(held, slug, false);
    });
    this.element.style.setProperty("--cards", String(Math.max(hand.length, 1)));
    this.focusAt = Math.min(this.focusAt, Math.max(hand.length - 1, 0));
    this.#rove();
  }

  /** @param {number} index */
  #add(index) {
    const face = s("svg", { viewBox: "0 0 150 100", class: "hu-face", "aria-hidden": "true" });
    const name = h("span", { class: "hu-card-name" });
    const button = h("button", { class: "hu-held", type: "button" }, face, name);
    button.addEventListener("click", () => this.handlers.pick(index, button));
    button.addEventListener("focus", () => {
      this.focusAt = index;
      this.#rove();
    });
    longPress(button, () => this.handlers.look(this.held[index]?.slug ?? ""));
    this.#tellWhilePointed(button, index);
    const held = { slug: "", turned: false, button, face, name, state: "" };
    this.held.push(held);
    this.element.append(button);
    return held;
  }

  /** @param {HTMLElement} button @param {number} index */
  #tellWhilePointed(button, index) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const stop = () => {
      clearTimeout(timer);
      this.handlers.tell(null);
    };
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") timer = setTimeout(() => this.handlers.tell(index), REST);
    });
    button.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && stop());
    button.addEventListener("pointerdown", () => clearTimeout(timer));
    button.addEventListener("focus", () => button.matches(":focus-visible") && this.handlers.tell(index));
    button.addEventListener("blur", stop);
  }

  /** @param {Held} held @param {string} slug @param {boolean} turned */
  #print(held, slug, turned) {
    Object.assign(held, { slug, turned });
    held.face.replaceChildren(cardUse(this.cards.picture(slug), turned));
    const name = this.cards.name(slug);
    held.name.textContent = name;
    held.name.style.setProperty("--longest", String(Math.max(...name.split(/[\s–-]+/).map((word) => word.length))));
    held.button.dataset.kind = this.cards.kind(slug);
    held.button.dataset.card = slug;
  }

  /** Which cards can be used, which is chosen. @param {Highlights} highlights */
  light(highlights) {
    this.element.classList.toggle("active", highlights.active);
    this.held.forEach((held, index) => {
      const chosen = index === highlights.index;
      if (held.turned !== (chosen && highlights.turned)) this.#print(held, held.slug, chosen && highlights.turned);
      const usable = highlights.usable.has(held.slug);
      const state = `${usable} ${chosen} ${highlights.active} ${held.slug}`;
      if (state === held.state) return;
      held.state = state;
      held.button.classList.toggle("usable", usable);
      held.button.classList.toggle("chosen", chosen);
      held.button.setAttribute("aria-pressed", String(chosen));
      held.button.setAttribute("aria-label", highlights.label(held.slug, usable));
    });
  }

  /** One card is reached by Tab, the others by the arrow keys. */
  #rove() {
    this.held.forEach((held, index) => held.button.setAttribute("tabindex", index === this.focusAt ? "0" : "-1"));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || !this.held.length) return;
    event.preventDefault();
    this.focus((this.focusAt + by + this.held.length) % this.held.length);
  }

  /** @param {number} index */
  focus(index) {
    const button = this.held[index]?.button;
    button?.focus();
    button?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** The card that has the focus. @returns {string | null} */
  focused() {
    return this.held.find((held) => held.button === document.activeElement)?.slug ?? null;
  }
}
