/** The exact odds of the dice, shown on request beside seats and dice. */

import { h, storage } from "../../dom.js";
import { percent } from "../../i18n.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").GameContext} Context */
/** @typedef {{order: number[], losses: number[] | null, keeps: {keep: string, loss: number, cost: number}[]}} Odds */

export class OddsDisplay {
  /** @param {Context} ctx @param {() => void} onToggle */
  constructor(ctx, onToggle) {
    this.ctx = ctx;
    this.on = storage.get("odds") === "yes";
    /** @type {{version: number, odds: Odds} | null} */
    this.known = null;
    this.button = h(
      "button",
      { type: "button", class: "quiet odds-button", "aria-pressed": false, onClick: onToggle },
      "%",
      h("span", null, ctx.t("web.dice.odds")),
    );
  }

  toggle() {
    this.on = !this.on;
    storage.set("odds", this.on ? "yes" : "no");
    this.known = null;
  }

  /** Ask the server for the odds; while the table shows an earlier position they would tell what is to come. @param {Model} model */
  async fetch(model) {
    const answer = await this.ctx.ask("odds");
    this.known = answer.ok && answer.version === model.version ? { version: model.version, odds: answer.data } : null;
  }

  /** The odds of a position, if they are shown and known. @param {Model} model */
  of(model) {
    return this.on && this.known?.version === model.version ? this.known.odds : null;
  }
}

/** The chance of losing of every seat, as text. @param {Odds | null} odds @returns {Map<number, string>} */
export function lossBySeat(odds) {
  const losses = odds?.losses ?? []; // none while a roll lies there: then the dice have theirs
  return new Map(losses.map((loss, at) => [odds?.order[at] ?? at, percent(loss, 0)]));
}

/** Write the chance of losing below every die that can be kept. @param {HTMLElement} tray @param {Odds | null} odds */
export function markDice(tray, odds) {
  for (const die of tray.querySelectorAll("[data-face]")) {
    const place = die.querySelector(".die-odds");
    const found = odds?.keeps.find((each) => each.keep === /** @type {HTMLElement} */ (die).dataset.face);
    if (!place) continue;
    place.textContent = found ? percent(found.loss, 0) : "";
    place.classList.toggle("best", found?.cost === 0);
  }
}
