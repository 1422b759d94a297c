/** The ledger as bars: luck, own moves, what others did, and the rest, for every seat. */

import { h } from "../../../dom.js";
import { number, t } from "../../../i18n.js";
import { nameOf, piece } from "../../../ui/controls/seats.js";
import { toNumber } from "./load.js";

/** @typedef {import("../../../types").TableInfo} TableInfo */
/** @typedef {import("./load.js").Account} Account */
/** @typedef {"win" | "lose"} Measure */

const COLUMNS = ["luck", "own", "by", "rest"];

/** Points of a chance to win, or losses, with a sign. @param {number} value @param {Measure} measure @param {boolean} [sign] */
export function amount(value, measure, sign = true) {
  const digits = measure === "win" ? 1 : 2;
  const shown = Number((measure === "win" ? value * 100 : value).toFixed(digits));
  const before = shown < 0 ? "−" : sign && shown > 0 ? "+" : "";
  return before + number(Math.abs(shown), digits);
}

/** @param {Account} account */
function columns({ luck, own, by, rest }) {
  return [
    toNumber(luck),
    toNumber(own),
    by.reduce((/** @type {number} */ sum, each) => sum + toNumber(each), 0),
    toNumber(rest),
  ];
}

/** @param {Account[]} ledger @param {Measure} measure @param {TableInfo} table */
export function ledgerTable(ledger, measure, table) {
  const rows = ledger.map(columns);
  const most = Math.max(...rows.flat().map(Math.abs)) || 1;
  const body = rows.map((values, seat) =>
    h(
      "tr",
      null,
      h(
        "th",
        { scope: "row" },
        h("span", { class: "rv-who" }, piece(seat), h("span", null, nameOf(table.seats[seat]))),
      ),
      values.map((value, at) =>
        h("td", { class: COLUMNS[at] === "rest" ? "rv-faint" : "" }, bar(value, most, measure)),
      ),
      h("td", { class: "rv-sum" }, sum(ledger[seat], measure)),
    ),
  );
  const note = t(measure === "win" ? "review.notes.ledger" : "review.notes.ledger-lose");
  return h(
    "div",
    { class: "rv-scroll", tabindex: "0", role: "region", "aria-label": t("review.heads.ledger") },
    h(
      "table",
      { class: "rv-ledger" },
      h("caption", { class: "sr-only" }, note),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, h("span", { class: "sr-only" }, t("review.columns.seat"))),
          COLUMNS.map((name) => h("th", { scope: "col" }, t(`review.columns.${name}`))),
          h("th", { scope: "col" }, t("web_review.sum")),
        ),
      ),
      h("tbody", null, body),
    ),
  );
}

/** A bar to the right for what is good, to the left for what is not. @param {number} value @param {number} most @param {Measure} measure */
function bar(value, most, measure) {
  const good = measure === "win" ? value : -value;
  const width = (Math.abs(value) / most) * 50;
  const style = { width: `${width}%`, left: `${good < 0 ? 50 - width : 50}%` };
  return [
    h("span", { class: "rv-figure" }, amount(value, measure)),
    h(
      "span",
      { class: "rv-axis", "aria-hidden": "true" },
      h("i", { class: good < 0 ? "rv-bar bad" : "rv-bar", style }),
    ),
  ];
}

/** Where a seat began and where it ended. @param {Account} account @param {Measure} measure */
function sum({ start, result }, measure) {
  const shown = (/** @type {import("./load.js").Value} */ value) => {
    const found = toNumber(value);
    return measure === "win" ? number(Math.round(found * 100)) : number(found, Number.isInteger(found) ? 0 : 2);
  };
  return `${shown(start)} → ${shown(result)}`;
}
