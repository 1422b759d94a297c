/** Seats: their piece, their name, who plays them. */

import { h, picture, s } from "../../dom.js";
import { language, t } from "../../i18n.js";
import { letterOf, pawnSymbol } from "../../notation.js";

/** @typedef {import("../../types").TableInfo} TableInfo */
/** @typedef {import("../../types").Seat} Seat */

/** Seats that have a pawn in the sprite. */
const PAWNS = 9;

/** The name of a seat. @param {Seat} seat */
export function nameOf(seat) {
  if (seat.name) return seat.name;
  return seat.bot && !seat.person ? t("web.seats.bot", { letter: letterOf(seat.seat) }) : letterOf(seat.seat);
}

/** @param {TableInfo} table */
export function namesOf(table) {
  return table.seats.map(nameOf);
}

/**
 * A seat's piece: its pawn, or its letter where there are no more pawns; a star for seat -1.
 * @param {number} seat
 * @param {Record<string, any>} [props]
 */
export function piece(seat, props = {}) {
  if (seat >= 0 && seat < PAWNS) return picture(pawnSymbol(seat), "-15 -15 30 30", { class: "piece", ...props });
  return s(
    "svg",
    { viewBox: "-15 -15 30 30", class: "piece", "aria-hidden": "true", ...props },
    s("circle", { r: 11, fill: "#F7EBD3", stroke: "#120B18", "stroke-width": 2 }),
    s(
      "text",
      { "text-anchor": "middle", y: 5, "font-size": 14, "font-weight": 700, fill: "#120B18" },
      seat < 0 ? "★" : letterOf(seat),
    ),
  );
}

/** Whether a seat is free. @param {Seat} seat */
export function free(seat) {
  return !seat.person && !seat.bot;
}

/** A seat's state in a few words. @param {Seat} seat @param {number[]} online */
export function stateOf(seat, online) {
  if (seat.away) return t("web.seats.stand-in");
  if (seat.bot) return t("web.seats.level", { level: `@web.levels.${seat.bot}` });
  if (seat.person && !online.includes(seat.seat)) return t("web.seats.offline");
  return "";
}

/** @param {string} text */
export function tag(text) {
  return h("span", { class: "tag" }, text);
}

/** Several names as a list, without line breaks inside a name. @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(language()).format(names.map((name) => name.replaceAll(" ", "\u00a0")));
}
