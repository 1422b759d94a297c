/**
 * Short animations of events. The board is painted in its new state first and animations only lead to
 * it, so each can be cut short at any time.
 */

import { h, s, use } from "../../dom.js";
import { cardUse } from "./cells.js";
import { EVENT_ANIMATIONS, MOVES_PAWN } from "./event-animations.js";
import { at, corner, middle } from "./geometry.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./words.js").Words} Words */
/**
 * @typedef {{keys: Map<string, string>, stands: Map<number, {x: number, y: number, cell: string | null}>, view: View |
 *   null}} Before
 */
/**
 * @typedef {{node: Element, frames: Keyframe[], time: number, start: number, gone?: boolean, easing?: string}} Motion
 */
/**
 * @typedef {{board: Board, words: Words, chip: (seat: number) => Element | undefined, pips: Element, hand: Element,
 *   poster: HTMLElement}} Scene
 */

/** Milliseconds for all animations of an update. */
const LONGEST = 900;
const SPARKS = 22;
const OUT = "cubic-bezier(.2,.8,.3,1)";

export class Animations {
  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    /** @type {Set<Animation>} */
    this.running = new Set();
    /** @type {Motion[]} */
    this.motions = [];
    this.clock = 0;
  }

  /** The state of the board before the next painting. @param {View | null} view @returns {Before} */
  before(view) {
    const { cells, pawns } = this.scene.board;
    const keys = new Map([...cells.slots].map(([cell, slot]) => [cell, slot.key]));
    const stands = new Map();
    for (const { seat, stand, cell } of pawns.all.values())
      if (stand) stands.set(seat, { x: stand.x, y: stand.y, cell });
    return { keys, stands, view };
  }

  /** End all animations. @returns {boolean} whether there were any */
  skip() {
    const moving = this.running.size > 0;
    for (const animation of this.running) animation.finish();
    this.running.clear();
    return moving;
  }

  /** @param {readonly GameEvent[]} events @param {Before} before @param {View} view */
  play(events, before, view) {
    this.motions = [];
    this.clock = 0;
    const moved = new Set();
    for (const event of events) {
      EVENT_ANIMATIONS[event.event]?.(this, event, before, view);
      if (event.seat !== undefined && MOVES_PAWN.has(event.event)) moved.add(event.seat);
    }
    this.#slide(before, moved);
    this.#start();
  }

  /**
   * Pawns that stand elsewhere now, but have no animation of their own, slide.
   * @param {Before} before
   * @param {ReadonlySet<number>} moved
   */
  #slide(before, moved) {
    for (const pawn of this.scene.board.pawns.all.values()) {
      const old = before.stands.get(pawn.seat);
      if (!old || !pawn.stand || moved.has(pawn.seat) || (old.x === pawn.stand.x && old.y === pawn.stand.y)) continue;
      this.add(pawn.group, [at(old.x, old.y), at(pawn.stand.x, pawn.stand.y)], 320, 0);
    }
  }

  /**
   * @param {Element | undefined} node
   * @param {Keyframe[]} frames
   * @param {number} time
   * @param {number} [start]
   * @param {{gone?: boolean, easing?: string}} [how]
   */
  add(node, frames, time, start = this.clock, how = {}) {
    if (node) this.motions.push({ node, frames, time, start, ...how });
  }

  /** Start the collected animations, sped up where they would take too long together. */
  #start() {
    const end = Math.max(0, ...this.motions.map(({ start, time }) => start + time));
    const pace = end > LONGEST ? LONGEST / end : 1;
    for (const { node, frames, time, start, gone, easing } of this.motions) {
      const animation = node.animate(frames, {
        duration: time * pace,
        delay: start * pace,
        easing: easing ?? OUT,
        fill: "backwards",
      });
      this.running.add(animation);
      const done = () => {
        this.running.delete(animation);
        if (gone) node.remove();
      };
      animation.addEventListener("finish", done);
      animation.addEventListener("cancel", done);
    }
  }

  // --- building blocks -----------------------------------------------------------------------

  /** The group of the card on a cell. @param {string | undefined} cell */
  card(cell) {
    return this.scene.board.cells.slots.get(cell ?? "")?.card;
  }

  /** @param {number | undefined} seat */
  pawn(seat) {
    return this.scene.board.pawns.all.get(seat ?? -1);
  }

  /** A card that was there goes away. @param {string | undefined} cell @param {Before} before */
  vanish(cell, before) {
    const key = before.keys.get(cell ?? "");
    if (!cell || !key || key.startsWith("met")) return;
    const [id = "", turned] = key.split(" ");
    const [x, y] = corner(cell);
    const inner = s("g", { class: "hu-card" }, cardUse(id, turned === "turned"));
    this.scene.board.fx.append(s("g", { transform: `translate(${x} ${y})` }, inner));
    const group = /** @type {Element} */ (inner.parentElement);
    this.add(
      inner,
      [
        { opacity: 1, transform: "none" },
        { opacity: 0, transform: "scale(.4) rotate(18deg)" },
      ],
      380,
      0,
    );
    this.add(group, [{ opacity: 1 }, { opacity: 1 }], 390, 0, { gone: true });
  }

  /** A symbol rises from a pawn. @param {number | undefined} seat @param {string} id */
  rise(seat, id) {
    const stand = this.pawn(seat)?.stand;
    const chip = seat === undefined ? undefined : this.scene.chip(seat);
    this.add(chip, [{ transform: "none" }, { transform: "scale(1.12)" }, { transform: "none" }], 320);
    if (!stand) return;
    const mark = s(
      "g",
      { transform: `translate(${stand.x} ${stand.y})` },
      use(id, { x: -34, y: -34, width: 68, height: 68 }),
    );
    this.scene.board.fx.append(mark);
    const frames = [
      { ...at(stand.x, stand.y), opacity: 0 },
      { ...at(stand.x, stand.y - 50), opacity: 1, offset: 0.4 },
      { ...at(stand.x, stand.y - 90), opacity: 0 },
    ];
    this.add(mark, frames, 640, this.clock, { gone: true });
  }

  /**
   * A pawn goes from cell to cell.
   * @param {number | undefined} seat
   * @param {readonly string[]} cells
   * @param {number} time
   */
  march(seat, cells, time) {
    const pawn = this.pawn(seat);
    if (!pawn?.stand) return;
    const frames = cells.map((cell) => at(...middle(cell)));
    frames.push(at(pawn.stand.x, pawn.stand.y));
    this.add(pawn.group, frames, time, this.clock, { easing: "linear" });
    this.clock += time * 0.7;
  }

  /** A card comes onto the table. @param {string | undefined} cell @param {string} from */
  drop(cell, from) {
    this.add(
      this.card(cell),
      [
        { opacity: 0, transform: from },
        { opacity: 1, transform: "none" },
      ],
      300,
    );
    this.clock += 200;
  }

  /** @param {Element | undefined} node */
  shake(node) {
    const frames = [0, -7, 7, -5, 4, 0].map((x) => ({ translate: `${x}px 0` }));
    this.add(node, frames, 320);
  }

  /**
   * Cards that moved by some columns or rows glide into place.
   * @param {Iterable<string>} cells
   * @param {(cell: string) => [number, number]} from
   */
  glide(cells, from) {
    for (const cell of cells) {
      const [x, y] = from(cell);
      this.add(this.card(cell), [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], 480, 0);
    }
  }

  /** Sparks fly from the Stage. */
  burst() {
    for (let n = 0; n < SPARKS; n += 1) {
      const turn = (Math.PI * 2 * n) / SPARKS;
      const reach = n % 2 ? 330 : 210;
      const spark = s("circle", { r: n % 2 ? 9 : 14, class: n % 3 ? "hu-spark" : "hu-spark hot" });
      this.scene.board.fx.append(spark);
      const [x, y] = [Math.cos(turn) * reach, 36 + Math.sin(turn) * reach * 0.7];
      this.add(
        spark,
        [
          { ...at(0, 36), opacity: 0 },
          { ...at(x * 0.7, y * 0.7), opacity: 1, offset: 0.5 },
          { ...at(x, y + 40), opacity: 0 },
        ],
        560,
        this.clock,
        { gone: true },
      );
    }
  }

  /** The poster of a new Stage card over the concert. @param {string} id @param {string} title @param {string} text */
  poster(id, title, text) {
    const { poster } = this.scene;
    const face = s("svg", { viewBox: "0 0 150 100", "aria-hidden": "true" }, cardUse(id, false));
    poster.replaceChildren(face, h("strong", null, title), h("span", null, text));
    const frames = [
      { opacity: 0, transform: "scale(.5) rotate(-7deg)", visibility: "visible" },
      { opacity: 1, transform: "scale(1.04) rotate(-2deg)", visibility: "visible", offset: 0.22 },
      { opacity: 1, transform: "scale(1) rotate(-2deg)", visibility: "visible", offset: 0.8 },
      { opacity: 0, transform: "scale(1.1) rotate(-1deg)", visibility: "visible" },
    ];
    this.add(poster, frames, LONGEST, 0, { easing: "linear" });
  }
}
