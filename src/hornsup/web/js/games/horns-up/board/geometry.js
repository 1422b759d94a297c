/** The geometry of the board: a column is 160 wide, a row 108 high, a card 150 by 100. */

import { readCell } from "../../../notation.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

export const COLUMN = 160;
export const ROW = 108;
export const CARD_W = 150;
export const CARD_H = 100;
/** The height of the Stage above the stage line, as in art/backdrop.py; in a low window its upper part is left out. */
export const HEAD = 236;
export const LEAST_HEAD = 96;

/** The upper left corner of the card on a cell. @param {string} cell @returns {[number, number]} */
export function corner(cell) {
  const [x, y] = readCell(cell);
  return [x * COLUMN - CARD_W / 2, y * ROW + 4];
}

/** @param {string} cell @returns {[number, number]} */
export function middle(cell) {
  const [x, y] = corner(cell);
  return [x + CARD_W / 2, y + CARD_H / 2];
}

/** Where pawns stand on a card: one in the middle, several small ones in the corners, so that the open sides are seen. */
const CORNERS = /** @type {[number, number][]} */ ([
  [31, 27],
  [119, 73],
  [119, 27],
  [31, 73],
]);

/**
 * Where so many pawns stand on one card, and how large they are.
 * @param {number} count
 * @returns {{spots: [number, number][], radius: number}}
 */
export function pawnPlaces(count) {
  if (count <= 1) return { spots: [[75, 50]], radius: 26 };
  if (count <= 4) return { spots: CORNERS.slice(0, count), radius: count === 2 ? 22 : 20 };
  const [down, radius] = count <= 6 ? [2, 17] : [3, 13];
  /** @type {[number, number][]} */
  const spots = Array.from({ length: count }, (_, at) => [
    [27, 123, 75][at % 3] ?? 75,
    (CARD_H * (Math.floor(at / 3) + 0.5)) / down,
  ]);
  return { spots, radius };
}

/** The columns and rows that are in use. */
export class Extent {
  constructor() {
    this.left = 0;
    this.right = 0;
    this.bottom = 1;
  }

  /**
   * Extend by the Entrances, the table, the pawns and further cells.
   * @param {View} view
   * @param {Iterable<string>} more
   * @returns {boolean} whether it grew
   */
  grow(view, more) {
    const before = `${this.left} ${this.right} ${this.bottom}`;
    for (const cell of view.entrances) this.#add(cell);
    for (const card of view.table) this.#add(card.cell);
    for (const rocker of view.rockers) if (rocker.pawn) this.#add(rocker.pawn);
    for (const cell of more) this.#add(cell);
    return before !== `${this.left} ${this.right} ${this.bottom}`;
  }

  /** @param {string} cell */
  #add(cell) {
    const [x, y] = readCell(cell);
    this.left = Math.min(this.left, x);
    this.right = Math.max(this.right, x);
    this.bottom = Math.max(this.bottom, y);
  }

  /** All of it, with the Stage, or so much of it as there is room for. @param {number} [head] @returns {Box} */
  box(head = HEAD) {
    return {
      left: this.left * COLUMN - COLUMN / 2,
      right: this.right * COLUMN + COLUMN / 2,
      top: -head,
      bottom: (this.bottom + 1) * ROW,
    };
  }
}

/** The numbers of columns and rows along the edges, as sentences about positions name them.
 * @param {Extent} extent @returns {{text: string, x: number, y: number}[]} */
export function axes(extent) {
  const numbers = [];
  for (let x = extent.left; x <= extent.right; x += 1) {
    if (x !== 0) numbers.push({ text: String(x).replace("-", "−"), x: x * COLUMN, y: ROW - 10 });
  }
  for (let y = 1; y <= extent.bottom; y += 1) {
    numbers.push({ text: String(y), x: (extent.left - 0.5) * COLUMN + 20, y: y * ROW + 30 });
  }
  return numbers;
}

/** The box around some cells. @param {Iterable<string>} cells @returns {Box | null} */
export function boxOf(cells) {
  const corners = [...cells].map(corner);
  if (!corners.length) return null;
  const [across, down] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return {
    left: Math.min(...across),
    top: Math.min(...down),
    right: Math.max(...across) + CARD_W,
    bottom: Math.max(...down) + CARD_H,
  };
}

/** How many steps a cell is away from the Stage at least. @param {string} cell @param {readonly string[]} stage */
export function stepsToStage(cell, stage) {
  const [x, y] = readCell(cell);
  return Math.min(
    ...stage.map((each) => {
      const [stageX, stageY] = readCell(each);
      return Math.abs(x - stageX) + Math.abs(y - stageY);
    }),
  );
}
