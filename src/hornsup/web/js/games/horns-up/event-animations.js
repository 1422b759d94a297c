/** The animation of every kind of event. */

import { readCell } from "../../notation.js";
import { at, COLUMN, ROW } from "./geometry.js";
import { next, STEPS } from "./notation.js";
import { routeBetween } from "./route.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./animations.js").Animations} Animations */
/** @typedef {import("./animations.js").Before} Before */

/** Events whose animation moves the pawn of their seat. */
export const MOVES_PAWN = new Set(["walked", "won", "surfed", "entered"]);

/** @typedef {(animations: Animations, event: GameEvent, before: Before, view: View) => void} Animate */

/** @type {Record<string, Animate>} */
export const EVENT_ANIMATIONS = {
  entered(animations, { seat }) {
    const stand = animations.pawn(seat)?.stand;
    if (stand)
      animations.add(
        animations.pawn(seat)?.group,
        [
          { ...at(stand.x, stand.y - 160), opacity: 0 },
          { ...at(stand.x, stand.y), opacity: 1 },
        ],
        380,
      );
  },
  walked(animations, { seat, cell }, before) {
    const old = before.stands.get(seat ?? -1)?.cell;
    const way = old && cell && before.view ? routeBetween(before.view, old, cell) : [];
    animations.march(
      seat,
      way.length ? way.slice(0, -1) : [old ?? cell ?? "0,1"],
      Math.min(560, 150 * Math.max(2, way.length)),
    );
  },
  surfed(animations, { seat }, before) {
    const [old, pawn] = [before.stands.get(seat ?? -1), animations.pawn(seat)];
    if (!old || !pawn?.stand) return;
    const high = {
      ...at((old.x + pawn.stand.x) / 2, (old.y + pawn.stand.y) / 2 - 40, " scale(1.7) rotate(200deg)"),
      offset: 0.5,
    };
    animations.add(
      pawn.group,
      [at(old.x, old.y, " scale(1) rotate(0deg)"), high, at(pawn.stand.x, pawn.stand.y, " scale(1) rotate(360deg)")],
      700,
      0,
      { easing: "ease-in-out" },
    );
  },
  "path-played": (animations, { cell }) => animations.drop(cell, "scale(1.8) rotate(-8deg)"),
  "wall-played"(animations, { cell }) {
    animations.drop(cell, "scale(2.2) rotate(6deg)");
    animations.shake(animations.scene.board.world);
  },
  "wall-cleared": (animations, { cell }, before) => animations.vanish(cell, before),
  removed: (animations, { cell }, before) => animations.vanish(cell, before),
  "encore-played"(animations, { cells = [] }, before) {
    for (const cell of cells) animations.vanish(cell, before);
  },
  pushed(animations, { direction = "N", cells = [] }) {
    const [dx, dy] = STEPS[direction] ?? STEPS[shortWay(direction)] ?? [0, 0];
    const moved = cells.map((cell) => next(cell, STEPS[direction] ? direction : shortWay(direction)));
    animations.glide(moved, () => [-dx * COLUMN, -dy * ROW]);
  },
  "push-held": (animations, { seat }) => animations.shake(animations.card(animations.pawn(seat)?.cell ?? undefined)),
  flipped(animations, { cells = [] }) {
    for (const cell of cells)
      animations.add(
        animations.card(cell),
        [{ transform: "scaleX(-1)" }, { transform: "scaleX(0)" }, { transform: "none" }],
        260,
      );
  },
  "paths-turned"(animations, _event, _before, view) {
    for (const card of view.table) {
      if (card.kind === "path")
        animations.add(animations.card(card.cell), [{ transform: "rotate(-180deg)" }, { transform: "none" }], 620, 120);
    }
  },
  divided: (animations, _event, _before, view) =>
    animations.glide(
      view.table.map(({ cell }) => cell),
      (cell) => [-Math.sign(readCell(cell)[0]) * COLUMN, 0],
    ),
  closed: (animations, _event, _before, view) =>
    animations.glide(
      view.table.map(({ cell }) => cell),
      (cell) => [Math.sign(readCell(cell)[0]) * COLUMN, 0],
    ),
  "stage-changed"(animations, { card = "stage" }) {
    const { cards } = animations.scene.words;
    animations.poster(cards.picture(card), cards.name(card), cards.text(card));
  },
  won(animations, { seat, walk = [] }) {
    animations.march(seat, walk, Math.min(500, 160 * Math.max(2, walk.length)));
    animations.burst();
  },
  "token-taken": (animations, { seat }) => animations.rise(seat, "token"),
  "token-returned": (animations, { seat }) => animations.rise(seat, "token"),
  "skip-marked": (animations, { seat }) => animations.rise(seat, "skip"),
  crushed(animations, { seats = [] }) {
    for (const seat of seats) animations.rise(seat, "skip");
  },
  "action-gained": (animations) =>
    animations.add(
      animations.scene.pips,
      [{ transform: "none" }, { transform: "scale(1.3)" }, { transform: "none" }],
      360,
    ),
  "hands-passed": (animations) =>
    animations.add(
      animations.scene.hand,
      [
        { transform: "translateX(70%)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      460,
      200,
    ),
};

/** @param {string} direction */
const shortWay = (direction) => direction.slice(0, 1).toUpperCase();
