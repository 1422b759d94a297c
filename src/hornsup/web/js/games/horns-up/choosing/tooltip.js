/** A tooltip on the board: why something cannot be done, with the number of the rule. */

import { h } from "../../../dom.js";
import { sayPlaces } from "../board/place-names.js";

/** @typedef {import("../types.js").Answer} Answer */

const SECONDS = 9;

export class Tooltip {
  /** @param {HTMLElement} host what it floats over */
  constructor(host) {
    this.host = host;
    this.element = h("div", { class: "hu-bubble", hidden: true, role: "note" });
    host.append(this.element);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.element.addEventListener("click", () => this.hide());
  }

  /**
   * Show lines above or below a point of the host.
   * @param {{left: number, top: number, height: number}} spot
   * @param {Node[]} lines
   */
  show(spot, lines) {
    const { element, host } = this;
    element.replaceChildren(...lines);
    element.hidden = false;
    const [width, height] = [element.offsetWidth, element.offsetHeight];
    const left = clamp(spot.left - width / 2, 8, host.clientWidth - width - 8);
    const above = spot.top - spot.height / 2 - height - 10;
    const below = above < 8;
    const top = below ? spot.top + spot.height / 2 + 10 : above;
    element.style.left = `${left}px`;
    element.style.top = `${clamp(top, 8, host.clientHeight - height - 8)}px`;
    element.style.setProperty("--tail", `${clamp(spot.left - left, 18, width - 18)}px`);
    element.classList.toggle("below", below);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), SECONDS * 1000);
  }

  get shown() {
    return !this.element.hidden;
  }

  /** @returns {boolean} whether there was anything to hide */
  hide() {
    clearTimeout(this.timer);
    const shown = !this.element.hidden;
    this.element.hidden = true;
    return shown;
  }

  destroy() {
    clearTimeout(this.timer);
  }
}

/** The refusals of an answer, at most two of them, with places in words. @param {Answer} answer */
export function reasons(answer) {
  /** @type {{rule?: string | null, message?: string | null}[]} */
  const found = Array.isArray(answer.data) && answer.data.length ? answer.data : [answer];
  return found.slice(0, 2).map(({ rule, message }) => {
    const text = sayPlaces(String(message ?? ""));
    const end = rule && text.endsWith(rule) ? text.slice(0, -rule.length).trimEnd() : text;
    return { rule: rule ?? "", text: end };
  });
}

/** @param {{rule: string, text: string}} reason */
export const reasonLine = ({ rule, text }) =>
  h(
    "p",
    null,
    text,
    rule ? " " : null,
    rule ? h("a", { class: "hu-rule", href: `/rules/horns-up#${rule}`, target: "_blank" }, rule) : null,
  );

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
