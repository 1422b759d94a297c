/** Messages about seats that change hands, and the former player's objection: a button for as long as it counts. */

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { refused, toast } from "../controls/dialog.js";
import { handsChanged } from "../story/log.js";
import { nameOf } from "../controls/seats.js";

/** @typedef {import("../../types").Model} Model */

/** @param {import("../../socket.js").TableSocket} socket */
export function takeBackButton(socket) {
  /** The seats that were ours when last looked. @type {number[]} */
  let told = [];
  const element = h(
    "button",
    { type: "button", class: "primary back-button take-back", hidden: true, onClick: () => takeBack() },
    t("handover.back.take"),
  );

  async function takeBack() {
    for (const seat of socket.model?.you.former ?? []) refused(await socket.send("take-back", { seat }));
  }

  return {
    element,
    /** @param {Model} model @param {import("../../types").Update | null} update */
    paint(model, update) {
      const { table, you } = model;
      if (update) toast(handsChanged(update, model), { quiet: true }); // the log says it aloud
      const former = table.phase === "playing" ? (you.former ?? []) : [];
      element.hidden = former.length === 0;
      for (const seat of former)
        if (!told.includes(seat)) toast(t("handover.back.lost", { name: nameOf(table.seats[seat]) }), { seconds: 8 });
      told = former;
    },
  };
}
