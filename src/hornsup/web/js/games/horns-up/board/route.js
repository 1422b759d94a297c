/** The route of a pawn over open Paths, for its animation. */

import { next, WAYS } from "../choosing/notation.js";

/** @typedef {import("../types.js").View} View */

/**
 * The cells between two cells along open sides, both included; none if there is no such route.
 * @param {View} view
 * @param {string} from
 * @param {string} to
 * @returns {string[]}
 */
export function routeBetween(view, from, to) {
  const open = new Map(view.entrances.map((cell) => [cell, "NESW"]));
  for (const card of view.table) if (card.kind === "path" && card.face === "up") open.set(card.cell, card.sides ?? "");
  /** @type {Map<string, string | null>} */
  const previous = new Map([[from, null]]);
  for (const cell of previous.keys()) {
    if (cell === to) break;
    for (const way of WAYS) {
      const on = next(cell, way);
      const back = WAYS[(WAYS.indexOf(way) + 2) % 4] ?? "N";
      if (!previous.has(on) && open.get(cell)?.includes(way) && open.get(on)?.includes(back)) previous.set(on, cell);
    }
  }
  const cells = [];
  for (let cell = previous.has(to) ? to : null; cell; cell = previous.get(cell) ?? null) cells.unshift(cell);
  return cells;
}
