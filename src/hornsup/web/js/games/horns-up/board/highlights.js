/** What the board highlights during a choice: targets, arrows, the preview of a card. */

import { isTurned, pathOf } from "../choosing/notation.js";
import { preferred, valuesOf } from "../choosing/steps.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../choosing/steps.js").Step} Step */
/** @typedef {import("../choosing/steps.js").Pick} Pick */
/** @typedef {import("../hand/cards.js").Cards} Cards */

/** The Rockers that may be chosen. @param {Step} step @returns {Set<number>} */
export function targetsOf(step) {
  return new Set(step.ask === "seat" ? valuesOf(step.moves, "seat").map(Number) : []);
}

/** The cell to draw arrows around, and the ways they point. @param {Step} step @param {Pick} pick @param {View} view */
export function arrowsOf(step, pick, view) {
  if (step.ask === "part")
    return { cell: step.moves[0]?.cell ?? "0,1", ways: valuesOf(step.moves, "half").map(String) };
  if (step.ask !== "way") return null;
  const seat = pick.seat ?? step.moves[0]?.seat ?? view.seat;
  const cell = view.rockers.find((rocker) => rocker.seat === seat)?.pawn;
  return cell ? { cell, ways: valuesOf(step.moves, "way").map(String) } : null;
}

/**
 * The chosen card as it would lie on a cell.
 * @param {Step} step
 * @param {Pick} pick
 * @param {string | null} cell
 * @param {Cards} cards
 */
export function ghostOf(step, pick, cell, cards) {
  const spot = cell ? step.spots.get(cell) : undefined;
  if (!cell || !spot || !pick.card || (spot.role !== "place" && spot.role !== "wall")) return null;
  const sides = preferred(spot.moves, pick)?.sides;
  if (!sides) return { cell, id: cards.picture(pick.card), turned: false };
  return { cell, id: `card-${pathOf(sides)}`, turned: isTurned(sides) };
}

/**
 * The cells that matter for what is being chosen; none while nothing is.
 * @param {Step} step
 * @param {Pick} pick
 * @param {View} view
 * @returns {string[]}
 */
export function matters(step, pick, view) {
  if (!pick.card && !pick.verb) return [];
  const targets = targetsOf(step);
  const arrows = arrowsOf(step, pick, view);
  if (!step.spots.size && !targets.size && !arrows) return [];
  const pawns = view.rockers.filter(({ seat }) => targets.has(seat) || seat === view.seat);
  return [...step.spots.keys(), ...pawns.flatMap(({ pawn }) => pawn ?? []), ...(arrows ? [arrows.cell] : [])];
}
