/** The figures of a game as a table with a column per player, in the final order. */

import { h } from "../../dom.js";
import { number, t } from "../../i18n.js";
import { nameOf, piece } from "../controls/seats.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("./load.js").FigureRow} FigureRow */
/** @typedef {import("./load.js").Result} Result */

/** With more seats than this the columns stand closer. */
const MANY = 6;

/** @param {Model} model @param {Result} result */
export function figureTable(model, { order, rows }) {
  const seats = order.flat();
  const shown = rows.filter((row) => row.values.some((value) => value !== 0));
  if (!shown.length) return null;
  const caption = h("caption", { id: "end-figures" }, t("web.end.figures"));
  const head = seats.map((seat) =>
    h(
      "th",
      { scope: "col", class: columnClass(model, seat) },
      piece(seat),
      h("span", { class: "figure-name" }, nameOf(model.table.seats[seat])),
    ),
  );
  return h(
    "div",
    { class: "end-figures", tabindex: "0", role: "region", "aria-labelledby": caption.id },
    h(
      "table",
      { class: seats.length > MANY ? "figures many" : "figures" },
      caption,
      h("thead", null, h("tr", null, h("td", null), head)),
      h(
        "tbody",
        null,
        shown.map((row) => figureRow(model, row, seats)),
      ),
    ),
  );
}

/** @param {Model} model @param {FigureRow} row @param {number[]} seats */
function figureRow(model, row, seats) {
  const best = bestOf(row);
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, row.title),
    seats.map((seat) => {
      const value = row.values[seat];
      const text = h("span", { class: value === best ? "best" : "" }, number(value, row.digits));
      const said = value === best ? h("span", { class: "sr-only" }, ` (${t("web.end.best")})`) : null;
      return h("td", { class: columnClass(model, seat) }, text, said);
    }),
  );
}

/** The best value of a row, if it has one that only a few have. @param {FigureRow} row */
function bestOf({ values, best }) {
  if (best === null) return null;
  const found = best === "high" ? Math.max(...values) : Math.min(...values);
  const holders = values.filter((value) => value === found).length;
  return holders <= Math.max(1, Math.floor(values.length / 3)) ? found : null;
}

/** @param {Model} model @param {number} seat */
function columnClass(model, seat) {
  return model.you.seats.includes(seat) ? "mine" : "";
}

/** What was remarkable, in sentences. @param {Result} result */
export function highlightList({ highlights }) {
  if (!highlights.length) return null;
  return h(
    "ul",
    { class: "end-told" },
    highlights.map(({ seat, text }) => h("li", null, piece(seat), h("span", null, text))),
  );
}
