/** The end of a game: the bar below the table, and the dialog, which is loaded when it is needed. */

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { toast } from "../controls/dialog.js";
import { loadResult } from "./load.js";
import { listed, nameOf } from "../controls/seats.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").TablePage} TablePage */

/** The bar below a finished game: one line of constant height. @param {TablePage} page @param {Model} model */
export function endBar(page, model) {
  prepare(model);
  return h(
    "div",
    { class: "end-bar" },
    h("p", { class: "end-line" }, headline(model)),
    h("button", { type: "button", class: "primary", onClick: () => void show(page, false) }, t("web.end.what-now")),
  );
}

/** The dialog of a game that has just ended before this viewer's eyes. @param {TablePage} page */
export async function endDialog(page) {
  await show(page, true);
}

/** @param {Model} model */
export function headline(model) {
  const winners = winnersOf(model);
  if (!winners.length) return t("web.end.nobody");
  if (winners.some((seat) => model.you.seats.includes(seat)) && model.you.seats.length === 1)
    return t("web.end.you-win");
  const names = winners.map((seat) => nameOf(model.table.seats[seat]));
  return t("web.end.wins", { n: names.length, names: listed(names) });
}

/** @param {Model} model @returns {number[]} */
export function winnersOf(model) {
  return model.view?.outcome?.winners ?? (model.view?.winner != null ? [model.view.winner] : []);
}

/** Load what the dialog needs while the last move is still shown. @param {Model} model */
function prepare(model) {
  loadDialog().catch(() => {}); // whoever opens the dialog is told
  loadResult(model.table.id).catch(() => {});
}

function loadDialog() {
  return import("./dialog.js");
}

/** @param {TablePage} page @param {boolean} live */
async function show(page, live) {
  const id = page.socket.model?.table.id;
  try {
    const { openEnd } = await loadDialog();
    if (page.local || location.pathname === `/t/${id}`) openEnd(page, live);
  } catch {
    toast(t("web.offline.banner"), { bad: true });
  }
}
