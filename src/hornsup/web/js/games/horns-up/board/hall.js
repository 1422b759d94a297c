/** The hall around the cards: Stage, truss, lamps, beams. The server draws it (art/backdrop.py). */

import { loadSvg, s, use } from "../../../dom.js";
import { readCell } from "../../../notation.js";
import { HEAD, ROW } from "./geometry.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {{stage: SVGGElement, beams: SVGGElement, gap: SVGGElement}} Hall */

/** The files by name. @type {Map<string, Promise<Element>>} */
const files = new Map();

/**
 * The hall of a Stage so many cells wide, with so many rows between Stage and Entrances.
 * @param {number} [width]
 * @param {number} [rows]
 * @returns {Promise<Hall>}
 */
export async function loadHall(width = 1, rows = 7) {
  const name = `hall-${width}-${rows}.svg`;
  let file = files.get(name);
  if (!file) {
    file = loadSvg(`/art/${name}`);
    files.set(name, file);
    file.catch(() => files.delete(name));
  }
  const drawn = await file;
  return {
    stage: copyOf(drawn, "hall-stage", "hu-stage-set", -HEAD),
    beams: copyOf(drawn, "hall-beams", "hu-beams", -HEAD),
    gap: copyOf(drawn, "hall-gap", "hu-parted", ROW + 4),
  };
}

/** The hall of a view. @param {View} view */
export function hallOf(view) {
  const middle = view.entrances.map(readCell).find(([x]) => x === 0);
  return loadHall(view.stage_cells.length, middle ? middle[1] - 1 : undefined);
}

/**
 * A copy of a symbol's content: unlike a `<use>`, it can be styled and animated.
 * @param {Element} drawn
 * @param {string} id
 * @param {string} name
 * @param {number} y
 */
function copyOf(drawn, id, name, y) {
  const content = [...(drawn.querySelector(`#${id}`)?.children ?? [])].map((child) => child.cloneNode(true));
  return s("g", { class: name, transform: `translate(0 ${y})`, "aria-hidden": "true" }, content);
}

/** The content of the screen above the Stage: a Stage card, or the horns. @param {string | null} id */
export function screen(id) {
  if (!id) return use("symbol-stage", { x: -65, y: 56 - HEAD, width: 130, height: 130, class: "hu-screen-horns" });
  return use(id, { x: -111, y: 46 - HEAD, width: 222, height: 148 });
}
