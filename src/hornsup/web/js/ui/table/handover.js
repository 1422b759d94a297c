/** Handing a seat to another person, and the list of spectators: parts of the menu of a table. */

import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { ask, dialog, refused } from "../controls/dialog.js";
import { glyph } from "../controls/icons.js";
import { nameOf, tag } from "../controls/seats.js";
import { sharePanel } from "../page/share.js";
import { toggleSwitch } from "../controls/switch.js";

/** @typedef {import("../../types").TablePage} TablePage */
/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Seat} Seat */
/** @typedef {import("../../types").Spectator} Spectator */

/** Whether this player may ask to hand a seat over; the table decides. @param {Model} model @param {Seat} seat */
export function mayHandOver({ you, table, online }, seat) {
  if (table.phase !== "playing" || !seat.person) return false;
  return you.seats.includes(seat.seat) || (you.host === true && !online.includes(seat.seat));
}

/** What the button for it says. @param {Model} model @param {Seat} seat */
export function handOverText({ you }, seat) {
  const only = you.seats.length === 1 && you.seats[0] === seat.seat;
  return only ? t("handover.seat.hand") : t("handover.seat.hand-of", { name: nameOf(seat) });
}

/** Choose who gets a seat; the list follows who comes and goes. @param {TablePage} page @param {Seat} seat */
export function openHandOver({ socket }, seat) {
  const people = h("div", { class: "menu-list hand-over-list" });
  const give = (/** @type {Spectator} */ { id }) => {
    box.close();
    void socket.send("hand-over", { seat: seat.seat, to: id }).then(refused);
  };
  let painted = "";
  const paint = () => {
    const model = socket.model;
    const key = JSON.stringify(model?.spectators);
    if (!model || key === painted) return;
    painted = key;
    const buttons = model.spectators.map((each) =>
      h(
        "button",
        { type: "button", onClick: () => give(each) },
        glyph("person"),
        t("handover.seat.give", { name: each.name }),
      ),
    );
    replace(people, buttons.length ? buttons : [h("p", null, t("handover.seat.empty")), sharePanel(model.table)]);
  };
  const box = dialog(
    t("handover.seat.title", { name: nameOf(seat) }),
    [h("p", { class: "muted" }, t("handover.seat.text")), people],
    { onClose: () => socket.removeEventListener("presence", paint) },
  );
  socket.addEventListener("presence", paint);
  paint();
}

/** Who watches, by name; the host can show them out. @param {TablePage} page @param {Model} model @param {() => void} close */
export function spectatorRows(page, model, close) {
  return model.spectators.map((each) =>
    h(
      "li",
      { class: "menu-spectator" },
      glyph("eye"),
      h("span", { class: "spectator-name" }, each.name),
      each.host ? tag(t("handover.watch.host")) : null,
      model.you.host && !each.host ? showOutButton(page, each, close) : null,
    ),
  );
}

/** @param {TablePage} page @param {Spectator} person @param {() => void} close */
function showOutButton({ socket }, { id, name }, close) {
  const label = t("handover.watch.show-out", { name });
  return h(
    "button",
    {
      type: "button",
      class: "quiet icon-button",
      "aria-label": label,
      title: label,
      onClick: async () => {
        close();
        const sure = t("handover.watch.sure", { name });
        const agreed = await ask(sure, t("handover.watch.sure-text", { name }), t("handover.watch.yes"));
        if (agreed) refused(await socket.send("show-out", { who: id }));
      },
    },
    glyph("cross"),
  );
}

/** The host's switch that closes a running game to spectators. @param {TablePage} page */
export function spectatorsSwitch({ socket }) {
  const control = toggleSwitch("eye", t("handover.watch.open"), t("handover.watch.open-text"), async () => {
    const settings = socket.model?.table.settings;
    if (!settings) return;
    const answer = await socket.send("change", { settings: { ...settings, spectators: control.input.checked } });
    refused(answer);
    if (!answer.ok) control.input.checked = settings.spectators;
  });
  control.input.checked = socket.model?.table.settings.spectators ?? false;
  return control.element;
}
