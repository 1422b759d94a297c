/** The final order: a podium for the first three places, a list for everybody else. */

import { h } from "../../dom.js";
import { nameOf, piece } from "../controls/seats.js";
import { ranked } from "./load.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {{rank: number, seats: number[]}} Place */

const STEPS = 3;
/** Seats that fit on one step of the podium. */
const MOST_ON_A_STEP = 3;

/** @param {Model} model @param {import("./load.js").Result} result */
export function finalOrder(model, { title, order, notes }) {
  const places = ranked(order);
  const high = places.filter(({ rank, seats }) => rank <= STEPS && seats.length <= MOST_ON_A_STEP);
  const podium = high.length > 1 && high[0].rank === 1 ? high : [];
  const rest = places.filter((place) => !podium.includes(place));
  return h(
    "section",
    { class: "end-order" },
    h("h3", null, title),
    podium.length
      ? h(
          "ol",
          { class: "podium" },
          podium.map((place) => step(model, place, notes)),
        )
      : null,
    rest.length
      ? h(
          "ol",
          { class: "end-rest" },
          rest.flatMap(({ rank, seats }) => seats.map((seat) => row(model, rank, seat, notes[seat]))),
        )
      : null,
  );
}

/** One step of the podium; who shares it stands on it together. @param {Model} model @param {Place} place @param {string[]} notes */
function step(model, { rank, seats }, notes) {
  return h(
    "li",
    { class: `podium-step rank-${rank}` },
    h("span", { class: "podium-rank" }, String(rank)),
    h(
      "span",
      { class: "podium-pieces" },
      seats.map((seat) => piece(seat)),
    ),
    seats.map((seat) => h("span", { class: name(model, seat, "podium-name") }, nameOf(model.table.seats[seat]))),
    h("span", { class: "podium-note" }, notes[seats[0]]),
  );
}

/** @param {Model} model @param {number} rank @param {number} seat @param {string} note */
function row(model, rank, seat, note) {
  return h(
    "li",
    null,
    h("span", { class: "end-rank" }, String(rank)),
    piece(seat),
    h("span", { class: name(model, seat, "end-name") }, nameOf(model.table.seats[seat])),
    h("span", { class: "end-note" }, note),
  );
}

/** @param {Model} model @param {number} seat @param {string} kind */
function name(model, seat, kind) {
  return model.you.seats.includes(seat) ? `${kind} mine` : kind;
}
