/** Moves and sides as the server writes them (`path NS 0,6`), read into fields. */

import { isCell, readCell, seatOf, writeCell } from "../../../notation.js";

/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").Verb} Verb */

export const WAYS = /** @type {const} */ (["N", "E", "S", "W"]);
/** @type {Record<string, readonly [number, number]>} */
export const STEPS = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };

/** The ways a Path can lie, the printed one first. @type {Record<string, readonly string[]>} */
const LAYINGS = {
  "path-ns": ["NS"],
  "path-ew": ["EW"],
  "path-ne": ["NE", "SW"],
  "path-nw": ["NW", "ES"],
  "path-nes": ["NES", "NSW"],
  "path-new": ["NEW", "ESW"],
  "path-nesw": ["NESW"],
};
const PATH_OF = new Map(Object.entries(LAYINGS).flatMap(([slug, ways]) => ways.map((sides) => [sides, slug])));

/** @param {string} slug @returns {readonly string[]} */
export const layingsOf = (slug) => LAYINGS[slug] ?? [];

/** The card that lies open to these sides. @param {string} sides */
export const pathOf = (sides) => PATH_OF.get(sides) ?? "path-nesw";

/** Whether sides are those of the turned card. @param {string} sides */
export const isTurned = (sides) => layingsOf(pathOf(sides)).indexOf(sides) === 1;

/** The neighbour of a cell. @param {string} cell @param {string} way */
export function next(cell, way) {
  const [x, y] = readCell(cell);
  const [dx, dy] = STEPS[way] ?? [0, 0];
  return writeCell(x + dx, y + dy);
}

/**
 * Read every legal move. `targets` says whether a Ticket names a Rocker, because the letter E is
 * both a Rocker and a direction.
 * @param {readonly string[]} texts
 * @param {(ticket: string) => boolean} targets
 * @returns {Move[]}
 */
export const readMoves = (texts, targets) => texts.map((text) => readMove(text, targets));

/** @param {string} text @param {(ticket: string) => boolean} targets @returns {Move} */
export function readMove(text, targets) {
  const [first = "", ...words] = text.split(" ");
  const verb = /** @type {Verb} */ (first);
  const [one = "", two = ""] = words;
  if (verb === "play") return { text, verb, ...readTicket(words, targets) };
  if (verb === "path") return { text, verb, sides: one, cell: two, card: pathOf(one) };
  if (verb === "wall") return { text, verb, card: one, cell: two };
  if (verb === "clear") return { text, verb, cell: one, card: two };
  if (verb === "discard") return { text, verb, card: one };
  if (verb === "part" || verb === "keep") return { text, verb, cell: one, half: two };
  return one ? { text, verb, cell: one } : { text, verb };
}

/** @param {string[]} words @param {(ticket: string) => boolean} targets */
function readTicket(words, targets) {
  const [card = "", ...rest] = words;
  /** @type {Omit<Move, "text" | "verb">} */
  const found = { card };
  if (rest[0] === "left" || rest[0] === "right") found.half = rest.shift();
  if (rest[0]?.length === 1 && (targets(card) || !STEPS[rest[0]])) {
    found.seat = seatOf(rest.shift() ?? "");
  }
  if (rest[0]?.length === 1) found.way = rest.shift();
  if (isCell(rest[0])) found.cell = rest.shift();
  if (rest[0] === "path") found.landing = rest[1];
  return found;
}
