/** The Rockers' pawns: on their cards, side by side where they share one; the winner on the Stage. */

import { s, use } from "../../../dom.js";
import { pawnSymbol } from "../../../notation.js";
import { corner, pawnPlaces } from "./geometry.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {{x: number, y: number, radius: number}} Stand */
/** @typedef {{seat: number, group: SVGGElement, inner: SVGGElement, stand: Stand | null, cell: string | null}} Pawn */

export class Pawns {
  constructor() {
    this.layer = s("g", { class: "hu-pawns", "aria-hidden": "true" });
    /** @type {Map<number, Pawn>} */
    this.all = new Map();
  }

  /** @param {View} view */
  stand(view) {
    const stands = standsOf(view);
    for (const rocker of view.rockers) {
      const pawn = this.all.get(rocker.seat) ?? this.#make(rocker.seat);
      pawn.cell = rocker.pawn;
      this.#move(pawn, stands.get(rocker.seat) ?? null);
      const active = view.winner === null ? activeSeat(view) === rocker.seat : view.winner === rocker.seat;
      pawn.group.classList.toggle("active", active);
      pawn.group.classList.toggle("mine", view.seat === rocker.seat);
    }
  }

  /** @param {number} seat */
  #make(seat) {
    const inner = s(
      "g",
      null,
      s("circle", { r: 15.5, class: "hu-halo" }),
      s("circle", { r: 16, class: "hu-aim" }),
      use(pawnSymbol(seat), { x: -15, y: -15, width: 30, height: 30 }),
    );
    const group = s("g", { class: "hu-pawn", dataset: { seat } }, inner);
    this.layer.append(group);
    const pawn = { seat, group, inner, stand: null, cell: null };
    this.all.set(seat, pawn);
    return pawn;
  }

  /** @param {Pawn} pawn @param {Stand | null} stand */
  #move(pawn, stand) {
    const old = pawn.stand;
    if (old && stand && old.x === stand.x && old.y === stand.y && old.radius === stand.radius) return;
    pawn.stand = stand;
    pawn.group.classList.toggle("away", !stand);
    if (!stand) return;
    pawn.group.setAttribute("transform", `translate(${stand.x} ${stand.y})`);
    pawn.inner.setAttribute("transform", `scale(${stand.radius / 10})`);
  }

  /** Light the pawns that may be chosen. @param {ReadonlySet<number>} seats */
  aim(seats) {
    for (const pawn of this.all.values()) pawn.group.classList.toggle("target", seats.has(pawn.seat));
  }
}

/** Whose turn it is, or who chooses an Entrance. @param {View} view */
export const activeSeat = (view) => (view.phase === "enter" ? view.to_move : view.turn);

/** Where every pawn stands. @param {View} view @returns {Map<number, Stand>} */
function standsOf(view) {
  /** @type {Map<string, number[]>} */
  const shared = new Map();
  for (const { seat, pawn } of view.rockers) {
    if (!pawn || seat === view.winner) continue;
    shared.set(pawn, [...(shared.get(pawn) ?? []), seat]);
  }
  /** @type {Map<number, Stand>} */
  const stands = new Map();
  for (const [cell, seats] of shared) {
    const [left, top] = corner(cell);
    const { spots, radius } = pawnPlaces(seats.length);
    seats.forEach((seat, at) => {
      const [x, y] = spots[at] ?? [75, 50];
      stands.set(seat, { x: left + x, y: top + y, radius });
    });
  }
  if (view.winner !== null) stands.set(view.winner, { x: 0, y: 36, radius: 40 });
  return stands;
}
