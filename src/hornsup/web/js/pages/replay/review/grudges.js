/** Who did what to whom: the pawns in a ring, with arrows for attacks and gifts. */

import { h, s, use } from "../../../dom.js";
import { t } from "../../../i18n.js";
import { letterOf, pawnSymbol } from "../../../notation.js";
import { nameOf, piece } from "../../../ui/controls/seats.js";
import { amount } from "./ledger.js";
import { toNumber } from "./load.js";

/** @typedef {import("../../../types").TableInfo} TableInfo */
/** @typedef {import("./load.js").Value} Value */
/** @typedef {import("./ledger.js").Measure} Measure */
/** What one seat did to another; `good` is above zero for a gift. @typedef {{from: number, to: number, value: number, good: number}} Deed */

const RADIUS = 78;
const PAWN = 17;
/** Deeds smaller than this share of the largest one are not drawn. */
const SMALL = 0.12;
/** Seats that have a pawn in the sprite. */
const PAWNS = 9;

/** @param {Value[][]} grudges @param {Measure} measure @returns {Deed[]} the largest first */
export function deedsOf(grudges, measure) {
  const way = measure === "win" ? 1 : -1;
  const found = grudges.flatMap((row, from) =>
    row.map((each, to) => ({ from, to, value: toNumber(each), good: way * toNumber(each) })),
  );
  return found
    .filter(({ from, to, value }) => from !== to && value)
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

/** @param {Deed[]} deeds @param {number} players */
export function grudgePicture(deeds, players) {
  const most = Math.abs(deeds[0]?.value ?? 1);
  const shown = deeds.filter(({ value }) => Math.abs(value) >= most * SMALL).slice(0, 3 * players);
  return s(
    "svg",
    { class: "rv-ring", viewBox: "-110 -110 220 220", "aria-hidden": "true" },
    shown.reverse().map((deed) => arrow(deed, most, players)),
    Array.from({ length: players }, (_, seat) => pawn(seat, players)),
  );
}

/** @param {number} seat @param {number} players @returns {[number, number]} */
function place(seat, players) {
  const angle = (seat / players) * 2 * Math.PI - Math.PI / 2;
  return [RADIUS * Math.cos(angle), RADIUS * Math.sin(angle)];
}

/** @param {number} seat @param {number} players */
function pawn(seat, players) {
  const [x, y] = place(seat, players);
  if (seat < PAWNS) return use(pawnSymbol(seat), { x: x - 22, y: y - 22, width: 44, height: 44 });
  return s("text", { x, y: y + 6, "text-anchor": "middle", class: "rv-letter" }, letterOf(seat));
}

/** A bent arrow, so that both directions can be told apart. @param {Deed} deed @param {number} most @param {number} players */
function arrow({ from, to, value, good }, most, players) {
  const [x1, y1] = place(from, players);
  const [x2, y2] = place(to, players);
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [mx, my] = [(x1 + x2) / 2 - dy * 16, (y1 + y2) / 2 + dx * 16];
  const width = 1.5 + 6 * (Math.abs(value) / most);
  const head = 5 + width;
  const ends = Math.hypot(x2 - mx, y2 - my);
  const [ex, ey] = [(x2 - mx) / ends, (y2 - my) / ends];
  const tip = [x2 - ex * (PAWN + 5), y2 - ey * (PAWN + 5)];
  const neck = [tip[0] - ex * head, tip[1] - ey * head];
  const side = [-ey * head * 0.6, ex * head * 0.6];
  return s(
    "g",
    { class: good < 0 ? "rv-deed bad" : "rv-deed" },
    s("path", { d: `M${x1} ${y1}Q${mx} ${my} ${neck[0]} ${neck[1]}`, "stroke-width": width, class: "rv-stem" }),
    s("path", {
      d: `M${tip[0]} ${tip[1]}L${neck[0] + side[0]} ${neck[1] + side[1]}L${neck[0] - side[0]} ${neck[1] - side[1]}Z`,
      class: "rv-head",
    }),
  );
}

/** The largest deeds in words. @param {Deed[]} deeds @param {Measure} measure @param {TableInfo} table @param {number} [most] */
export function deedList(deeds, measure, table, most = 4) {
  const who = (/** @type {number} */ seat) => h("span", { class: "rv-who" }, piece(seat), nameOf(table.seats[seat]));
  return h(
    "ul",
    { class: "rv-deeds" },
    deeds
      .slice(0, most)
      .map(({ from, to, value, good }) =>
        h(
          "li",
          { class: good < 0 ? "bad" : "" },
          who(from),
          h("span", { class: "rv-to", "aria-hidden": "true" }, "→"),
          h("span", { class: "sr-only" }, t(good < 0 ? "web_review.attacked" : "web_review.helped")),
          who(to),
          h("span", { class: "rv-figure" }, amount(value, measure)),
        ),
      ),
  );
}
