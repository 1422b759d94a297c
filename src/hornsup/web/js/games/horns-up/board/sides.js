/** The open sides of the Paths that lie face up, drawn above the pawns so that they are always seen. */

import { s } from "../../../dom.js";
import { CARD_H, CARD_W, corner } from "./geometry.js";

/** @typedef {import("../types.js").View} View */

/** A chevron at each side of a card, pointing outwards; the numbers are relative to the card's corner. */
const CHEVRONS = /** @type {Record<string, [number, number][]>} */ ({
  N: [
    [CARD_W / 2 - 15, 11],
    [CARD_W / 2, 1],
    [CARD_W / 2 + 15, 11],
  ],
  E: [
    [CARD_W - 11, CARD_H / 2 - 15],
    [CARD_W - 1, CARD_H / 2],
    [CARD_W - 11, CARD_H / 2 + 15],
  ],
  S: [
    [CARD_W / 2 - 15, CARD_H - 11],
    [CARD_W / 2, CARD_H - 1],
    [CARD_W / 2 + 15, CARD_H - 11],
  ],
  W: [
    [11, CARD_H / 2 - 15],
    [1, CARD_H / 2],
    [11, CARD_H / 2 + 15],
  ],
});

export class Sides {
  constructor() {
    this.rim = s("path", { class: "hu-sides-rim" });
    this.line = s("path", { class: "hu-sides-line" });
    this.layer = s("g", { class: "hu-sides", "aria-hidden": "true" }, this.rim, this.line);
    this.drawn = "";
  }

  /** @param {View} view */
  paint(view) {
    const drawn = view.table
      .filter(({ kind, face }) => kind === "path" && face === "up")
      .map(({ cell, sides }) => chevrons(cell, sides ?? ""))
      .join("");
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.rim.setAttribute("d", drawn);
    this.line.setAttribute("d", drawn);
  }
}

/** @param {string} cell @param {string} sides */
function chevrons(cell, sides) {
  const [left, top] = corner(cell);
  return [...sides]
    .map((side) => `M${(CHEVRONS[side] ?? []).map(([x, y]) => `${left + x} ${top + y}`).join("L")}`)
    .join("");
}
