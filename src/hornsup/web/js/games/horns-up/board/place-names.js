/** Cells of the board in words, for all that a player reads: the row, counted from the Stage, and how far from the centre. */

import { h } from "../../../dom.js";
import { t } from "../../../i18n.js";
import { readCell } from "../../../notation.js";

/** A cell in a sentence; not a part of a longer number. */
const CELL = /(?<![\w,.-])(-?\d{1,2},\d{1,2})(?!\d)/;

/** @param {string} key @param {Record<string, string | number>} [values] */
const say = (key, values) => t(`web_horns_up.place.${key}`, values);

/** Where a cell is, in words. @param {string} cell */
export function placeName(cell) {
  const [x, y] = readCell(cell);
  if (x === 0 && y === 0) return say("stage");
  if (x === 0) return say("centre", { row: y });
  return say(x < 0 ? "left" : "right", { row: y, n: Math.abs(x) });
}

/**
 * A sentence with every cell made by a function; cells of a list are parted clearly, for a place has a comma itself.
 * @template T
 * @param {string} text
 * @param {(cell: string) => T} make
 * @returns {(string | T)[]}
 */
function withPlaces(text, make) {
  const parts = text.split(CELL);
  return parts.map((part, at) => {
    if (at % 2) return make(part);
    return part === ", " && at > 0 && at < parts.length - 1 ? say("and") : part;
  });
}

/** A sentence whose places can be pointed at. @param {string} text @returns {(string | Node)[]} */
export const drawPlaces = (text) =>
  withPlaces(text, (cell) => h("span", { class: "place", dataset: { cells: cell } }, placeName(cell)));

/** A sentence with its places in words. @param {string} text */
export const sayPlaces = (text) => withPlaces(text, placeName).join("");
