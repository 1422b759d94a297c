/** The dice in the middle: in hand, or as they were rolled. */

import { h, replace } from "../../dom.js";
import { dieFace, faceName } from "./dice.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").GameContext} Context */
/** @typedef {{keep: (face: string) => void, why: (face: string) => void}} Act */

export class Tray {
  /** @param {Context} ctx @param {Act} act */
  constructor(ctx, act) {
    this.ctx = ctx;
    this.act = act;
    this.element = h("div", { class: "dice-tray" });
  }

  /** @param {Model} model @param {boolean} plays whether this page can keep a die */
  paint(model, plays) {
    const view = /** @type {any} */ (model.view);
    const focused = this.element.contains(document.activeElement);
    const choosing = plays && model.legal.some((move) => move.startsWith("keep "));
    const roll = /** @type {string[] | null} */ (view.roll);
    if (roll)
      this.put(
        "rolled",
        roll.map((face, at) =>
          choosing ? this.#choice(view, face, at, model.legal.includes(`keep ${face}`)) : this.#lying(view, face),
        ),
      );
    else this.put("in-hand", this.#inHand(view));
    if (focused) this.focus();
  }

  /** Replace what lies there. @param {string} kind @param {HTMLElement[]} dice */
  put(kind, dice) {
    replace(this.element, h("div", { class: `dice-row ${kind}` }, dice));
  }

  /** Nothing can be kept any more: dice that were offered just lie there. */
  settle() {
    const offered = [...this.element.querySelectorAll("button")];
    if (offered.length)
      this.put(
        "decided",
        offered.map(({ dataset }) => Tray.resting(dataset.face ?? "")),
      );
  }

  /** Put the focus on the first die that can be kept. */
  focus() {
    /** @type {HTMLElement | null} */ (this.element.querySelector("button:not(.shut)"))?.focus({ preventScroll: true });
  }

  /** Press the die at a place. @param {number} at */
  press(at) {
    /** @type {HTMLElement | null} */ (this.element.querySelector(`button[data-at="${at}"]`))?.click();
  }

  /** A die that was thrown just now. @param {string} face */
  static resting(face) {
    const lit = face.endsWith("H") || face.endsWith("!");
    return place(face, { class: lit ? "die-place lit" : "die-place", dataset: { face } });
  }

  /** @param {any} view */
  #inHand(view) {
    const dice = /** @type {string[]} */ (view.phase === "start" ? ["W"] : view.hand);
    return dice.map((die) =>
      place(die, { class: "die-place", role: "img", "aria-label": this.ctx.t(`dice.${view.names}.${die[0]}`) }),
    );
  }

  /** @param {any} view @param {string} face */
  #lying(view, face) {
    const label = faceName(view.names, face);
    return place(face, { class: "die-place", role: "img", "aria-label": label, dataset: { face } });
  }

  /**
   * A rolled die: a button that keeps it, or that says why it may not be kept.
   * @param {any} view
   * @param {string} face
   * @param {number} at
   * @param {boolean} legal
   */
  #choice(view, face, at, legal) {
    const label = faceName(view.names, face);
    const button = h("button", {
      type: "button",
      class: legal ? "die-place die-button" : "die-place die-button shut",
      dataset: { face, at },
      "aria-label": this.ctx.t(legal ? "web.dice.keep" : "web.dice.not-keep", { die: label }),
      onClick: () => (legal ? this.act.keep(face) : this.act.why(face)),
    });
    button.append(...inside(face));
    return button;
  }
}

/** @param {string} face @param {Record<string, any>} props */
function place(face, props) {
  return h("div", props, inside(face));
}

/** @param {string} face */
function inside(face) {
  return [h("span", { class: "die-shadow" }), dieFace(face), h("span", { class: "die-odds" })];
}
