/** The end of a game: result, rematch, replay, record, verification. */

import { h, storage, picture } from "../dom.js";
import { t } from "../i18n.js";
import { api } from "../net.js";
import { dialog, refused } from "./dialog.js";
import { glyph } from "./icons.js";
import { listed, nameOf, piece } from "./seats.js";
import { showVerdict } from "./verdict.js";

/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").TablePage} TablePage */

/** The bar below a finished game. @param {TablePage} page @param {Model} model */
export function endBar(page, model) {
  return h(
    "div",
    { class: "end-bar" },
    h("p", { class: "end-line" }, headline(model)),
    h("button", { type: "button", class: "primary", onClick: () => endDialog(page) }, t("web.end.what-now")),
  );
}

/** @param {Model} model */
function headline(model) {
  const winners = winnersOf(model);
  if (!winners.length) return t("web.end.nobody");
  if (winners.some((seat) => model.you.seats.includes(seat)) && model.you.seats.length === 1)
    return t("web.end.you-win");
  const names = winners.map((seat) => nameOf(model.table.seats[seat]));
  return t("web.end.wins", { n: names.length, names: listed(names) });
}

/** @param {Model} model @returns {number[]} */
function winnersOf(model) {
  return model.view?.outcome?.winners ?? (model.view?.winner != null ? [model.view.winner] : []);
}

/** @param {TablePage} page */
export function endDialog(page) {
  const model = page.socket.model;
  if (!model || document.querySelector("dialog.end")) return;
  const verdict = h("div", { class: "verdict", "aria-live": "polite" });
  const id = model.table.id;
  const box = dialog(
    t("web.table.over"),
    [
      poster(model),
      standings(model),
      h(
        "div",
        { class: "end-buttons" },
        rematchButton(page, () => box.close()),
        h(
          "a",
          { class: "button", href: `/replay/${id}`, onClick: () => box.close() },
          glyph("replay"),
          t("web.end.replay"),
        ),
        h(
          "a",
          { class: "button", href: `/api/tables/${id}/record`, download: `hornsup-${id.slice(0, 8)}.json` },
          glyph("download"),
          t("web.end.record"),
        ),
        h(
          "button",
          { type: "button", onClick: () => showVerdict(verdict, () => api("GET", `/api/tables/${id}/record`)) },
          glyph("seal"),
          t("web.end.verify"),
        ),
        h("a", { class: "button quiet", href: "/", onClick: () => box.close() }, t("web.nav.home")),
      ),
      verdict,
    ],
    { class: "end" },
  );
}

/** @param {Model} model */
function poster(model) {
  const winners = winnersOf(model);
  return h(
    "div",
    { class: "end-poster" },
    h("div", { class: "end-rays", "aria-hidden": "true" }),
    h(
      "div",
      { class: "end-pieces" },
      winners.length ? winners.map((seat) => piece(seat)) : picture("icon", "0 0 100 100"),
    ),
    h("p", { class: "end-title poster" }, headline(model)),
  );
}

/** The losses of every player, where the game counts them. @param {Model} model */
function standings(model) {
  const losses = model.view?.outcome?.losses ?? model.view?.losses;
  if (!Array.isArray(losses)) return null;
  const order = model.table.seats.map((seat) => seat.seat).sort((a, b) => losses[a] - losses[b]);
  const rows = order.map((seat) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, piece(seat), nameOf(model.table.seats[seat])),
      h("td", null, String(losses[seat])),
    ),
  );
  return h(
    "table",
    { class: "standings" },
    h(
      "thead",
      null,
      h("tr", null, h("th", { scope: "col" }, t("web.end.player")), h("th", { scope: "col" }, t("web.end.losses"))),
    ),
    h("tbody", null, rows),
  );
}

/** @param {TablePage} page @param {() => void} close */
function rematchButton({ app, socket }, close) {
  const model = socket.model;
  if (!model || (!model.you.seats.length && !model.table.next)) return null;
  const button = h(
    "button",
    { type: "button", class: "primary loud", autofocus: true, onClick: () => go() },
    t(model.table.next ? "web.end.next" : "web.end.rematch"),
  );
  const go = async () => {
    button.disabled = true;
    if (!socket.model?.table.next) {
      const answer = await socket.send("rematch");
      if (!answer.ok && answer.code !== "rematch-open") {
        refused(answer);
        button.disabled = false;
        return;
      }
    }
    const now = /** @type {Model} */ (socket.model);
    if (!now.table.next) return;
    const names = Object.fromEntries(now.you.seats.map((seat) => [seat, now.table.seats[seat].name ?? ""]));
    storage.set(`sit/t/${now.table.next}`, JSON.stringify(names));
    close();
    app.navigate(`/t/${now.table.next}`);
  };
  return button;
}
