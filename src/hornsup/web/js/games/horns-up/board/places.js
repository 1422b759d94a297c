/** Where things are on the page now: cells, pawns, the hand, the Rockers' chips, the piles. */

import { CARD_H, CARD_W, corner, middle } from "./geometry.js";

/** @typedef {import("../showing/flights.js").Rect} Rect */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {{cell: string | null, rect: Rect}} Standing */
/**
 * The page before a step is painted.
 * @typedef {{pawns: Map<number, Standing>, cards: Map<string, string>, hand: {slug: string, rect: Rect}[],
 *   view: import("../types.js").View | null}} Before
 */

export class Places {
  /** @param {{board: Board, hand: import("../hand/hand.js").Hand, rockers: import("../rockers.js").Rockers,
   *   stagePanel: import("../hud.js").StagePanel}} parts */
  constructor(parts) {
    this.parts = parts;
    /** The window of the board; it is read once per step, because reading it may force a layout. */
    this.window = new DOMRect();
  }

  /** What the page shows before the next painting. @param {import("../types.js").View | null} view @returns {Before} */
  before(view) {
    const { board, hand } = this.parts;
    this.window = board.window.getBoundingClientRect();
    /** @type {Map<number, Standing>} */
    const pawns = new Map();
    for (const { seat, cell } of board.pawns.all.values()) {
      const rect = this.pawn(seat);
      if (rect) pawns.set(seat, { cell, rect });
    }
    const cards = new Map([...board.cells.slots].map(([cell, slot]) => [cell, slot.key]));
    const held = hand.held.map(({ slug, face }) => ({ slug, rect: face.getBoundingClientRect() }));
    return { pawns, cards, hand: held, view };
  }

  /** A rectangle of the board's own coordinates. @param {number} x @param {number} y @param {number} w @param {number} h @returns {Rect} */
  #onBoard(x, y, w, h) {
    const { camera } = this.parts.board;
    const [left, top] = camera.onScreen(x, y);
    const { scale } = camera;
    return { left: this.window.left + left, top: this.window.top + top, width: w * scale, height: h * scale };
  }

  /** The card on a cell. @param {string | null | undefined} cell @returns {Rect | null} */
  cell(cell) {
    return cell ? this.#onBoard(...corner(cell), CARD_W, CARD_H) : null;
  }

  /** A pawn in the middle of a cell. @param {string} cell @returns {Rect} */
  through(cell) {
    const [x, y] = middle(cell);
    return this.#onBoard(x - 40, y - 40, 80, 80);
  }

  /** A pawn where it stands now. @param {number | undefined} seat @returns {Rect | null} */
  pawn(seat) {
    const stand = this.parts.board.pawns.all.get(seat ?? -1)?.stand;
    if (!stand) return null;
    const r = stand.radius * 1.5; // the symbol is drawn larger than the disc it stands on
    return this.#onBoard(stand.x - r, stand.y - r, 2 * r, 2 * r);
  }

  /** A Rocker's chip beside the board. @param {number | undefined} seat */
  chip(seat) {
    return this.parts.rockers.chips.get(seat ?? -1)?.pawn.getBoundingClientRect() ?? null;
  }

  /** @param {"deck" | "discard" | "stageDeck"} name */
  pile(name) {
    return this.parts.stagePanel[name].face.getBoundingClientRect();
  }

  /** The card of a slug in the own hand as it is now. @param {string | null | undefined} slug */
  held(slug) {
    return this.parts.hand.held.findLast((each) => each.slug === slug)?.face.getBoundingClientRect() ?? null;
  }

  /** Where a card comes from: the own hand as it was, or its owner's chip. @param {Before} before @param {number | undefined} seat @param {string | null | undefined} slug */
  from(before, seat, slug) {
    const own = seat !== undefined && seat === before.view?.seat;
    return (own ? before.hand.find((each) => each.slug === slug)?.rect : null) ?? small(this.chip(seat));
  }
}

/** A card of a chip's size. @param {DOMRect | null} chip @returns {Rect | null} */
function small(chip) {
  if (!chip) return null;
  return { left: chip.left, top: chip.top + chip.height / 6, width: chip.width, height: (chip.height * 2) / 3 };
}
