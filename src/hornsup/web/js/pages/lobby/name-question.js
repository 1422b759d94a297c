/** The question for a name, for somebody who has never given one on this device. */

import { h, picture } from "../../dom.js";
import { dialog } from "../../ui/controls/dialog.js";
import { free, piece } from "../../ui/controls/seats.js";

/**
 * Ask for a name; one button sits down with it, everything else only watches.
 * @param {import("../../types").App} app
 * @param {import("../../types").TableInfo} table
 * @param {number | null} seat the seat that was asked for, if any
 * @param {{named: (name: string) => void, watch?: () => void}} answers
 * @returns {HTMLDialogElement}
 */
export function askName({ t }, table, seat, { named, watch }) {
  const host = table.seats.find((each) => each.host)?.name;
  const next = seat ?? table.seats.find((each) => free(each) && !each.reserved)?.seat;
  const input = h("input", {
    id: "guest-name",
    type: "text",
    maxlength: 24,
    autocomplete: "nickname",
    autocapitalize: "words",
    spellcheck: "false",
    required: true,
    autofocus: true,
    placeholder: t("web.home.name-hint"),
  });
  let name = "";
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    name = input.value.trim();
    if (name) box.close();
    else input.focus();
  };
  const form = h(
    "form",
    { class: "ask-name", onSubmit: submit },
    h("p", null, host ? t("web.lobby.invited", { name: host }) : t("web.lobby.come-in")),
    h(
      "div",
      { class: "ask-name-field" },
      next === undefined ? picture("icon", "0 0 100 100", { class: "piece" }) : piece(next),
      h("label", { class: "sr-only", for: "guest-name" }, t("web.home.name")),
      input,
    ),
    h("button", { type: "submit", class: "primary loud" }, t("web.lobby.sit-down")),
    h("button", { type: "button", class: "quiet", onClick: () => box.close() }, t("web.lobby.only-watch")),
  );
  const box = dialog(t("web.lobby.call-you"), [form], {
    class: "ask",
    onClose: () => (name ? named(name) : watch?.()),
  });
  return box;
}
