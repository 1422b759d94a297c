/**
 * Choosing a move step by step. Nothing here knows a rule: every step offers what the legal moves
 * that are still possible differ in.
 *
 * @typedef {import("../types.js").Move} Move
 * @typedef {{index: number, card: string | null, turned: boolean, verb?: string, half?: string, seat?: number,
 *   way?: string, cell?: string}} Pick
 * @typedef {"place" | "wall" | "clear" | "walk" | "enter" | "target"} Role
 * @typedef {{role: Role, moves: Move[]}} Spot
 * @typedef {"idle" | "board" | "half" | "seat" | "way" | "cell" | "landing" | "sides" | "pay" | "confirm"
 *   | "keep" | "part" | "discard"} Ask
 * @typedef {{ask: Ask, moves: Move[], spots: Map<string, Spot>}} Step
 */

import { layingsOf } from "./notation.js";

/** @returns {Pick} */
export const nothing = () => ({ index: -1, card: null, turned: false });

/** What the next tap may choose. @param {readonly Move[]} legal @param {Pick} pick @returns {Step} */
export function stepOf(legal, pick) {
  if (!legal.length) return step("idle", []);
  const asked = legal[0]?.verb;
  if (asked === "keep" || asked === "part") return step(asked, [...legal]);
  if (asked === "discard") return discardStep(legal, pick);
  if (pick.verb === "clear" && !pick.card) return step("pay", clearing(legal, pick));
  return pick.card ? cardStep(legal, pick) : boardStep(legal);
}

/** @param {readonly Move[]} legal @param {Pick} pick */
function discardStep(legal, pick) {
  const chosen = legal.filter((move) => move.card === pick.card);
  return chosen.length ? step("confirm", chosen) : step("discard", [...legal]);
}

/** @param {readonly Move[]} legal @param {Pick} pick */
const clearing = (legal, pick) => legal.filter((move) => move.verb === "clear" && move.cell === pick.cell);

/** No card is chosen: walk, enter, or point at a Wall to clear. @param {readonly Move[]} legal */
function boardStep(legal) {
  const moves = legal.filter((move) => move.verb === "walk" || move.verb === "enter" || move.verb === "clear");
  return step("board", [...legal], spotsOf(moves));
}

/** @param {readonly Move[]} legal @param {Pick} pick */
function cardStep(legal, pick) {
  const mine = legal.filter((move) => move.card === pick.card && move.verb !== "walk");
  const clears = spotsOf(mine.filter((move) => move.verb === "clear"));
  if (pick.verb === "clear") return step("confirm", clearing(mine, pick), clears);
  const plays = mine.filter((move) => move.verb === "play" && fits(move, pick));
  if (plays.length) return ticketStep(plays, pick, clears);
  const laid = mine.filter((move) => move.verb === "path" || move.verb === "wall");
  const spots = new Map([...clears, ...spotsOf(laid)]);
  const here = laid.filter((move) => move.cell === pick.cell);
  return here.length ? step("sides", here, spots) : step("cell", laid, spots);
}

/** @param {Move} move @param {Pick} pick */
const fits = (move, pick) =>
  (pick.half === undefined || move.half === pick.half) &&
  (pick.seat === undefined || move.seat === pick.seat) &&
  (pick.way === undefined || move.way === pick.way) &&
  (pick.cell === undefined || move.cell === pick.cell);

/** @param {Move[]} plays @param {Pick} pick @param {Map<string, Spot>} clears */
function ticketStep(plays, pick, clears) {
  const fresh = pick.half === undefined && pick.seat === undefined && pick.way === undefined;
  const beside = fresh ? clears : new Map();
  for (const ask of /** @type {const} */ (["half", "seat", "way", "cell", "landing"])) {
    if (valuesOf(plays, ask).length < 2) continue;
    const spots = ask === "cell" ? spotsOf(plays) : beside;
    return step(ask, plays, spots);
  }
  return step("confirm", plays.slice(0, 1), beside);
}

/**
 * The different values of one field.
 * @param {readonly Move[]} moves
 * @param {"half" | "seat" | "way" | "cell" | "landing" | "card" | "sides"} field
 */
export function valuesOf(moves, field) {
  return [...new Set(moves.map((move) => move[field]))];
}

/** The cells that moves are about. @param {readonly Move[]} moves */
function spotsOf(moves) {
  /** @type {Map<string, Spot>} */
  const spots = new Map();
  for (const move of moves) {
    if (!move.cell) continue;
    const spot = spots.get(move.cell);
    if (spot) spot.moves.push(move);
    else spots.set(move.cell, { role: roleOf(move), moves: [move] });
  }
  return spots;
}

/** @param {Move} move @returns {Role} */
function roleOf(move) {
  if (move.verb === "path") return "place";
  if (move.verb === "wall" || move.verb === "clear" || move.verb === "walk" || move.verb === "enter") return move.verb;
  return "target";
}

/**
 * Of the ways a Path may lie here, the one that the hand shows, or the only one.
 * @param {readonly Move[]} moves
 * @param {Pick} pick
 */
export function preferred(moves, pick) {
  const wish = layingsOf(pick.card ?? "")[pick.turned ? 1 : 0];
  return moves.find((move) => move.sides === wish) ?? moves[0];
}

/** The cards of the hand that some legal move uses. @param {readonly Move[]} legal */
export function usable(legal) {
  return new Set(legal.map((move) => move.card));
}

/** @param {Ask} ask @param {Move[]} moves @param {Map<string, Spot>} [spots] @returns {Step} */
const step = (ask, moves, spots = new Map()) => ({ ask, moves, spots });
