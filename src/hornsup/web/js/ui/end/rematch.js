/** The button that leads to the next game, which is opened if nobody has opened it yet. */

import { h, storage } from "../../dom.js";
import { t } from "../../i18n.js";
import { refused } from "../controls/dialog.js";

/** @typedef {import("../../types").Model} Model */

/** @param {import("../../types").TablePage} page @param {() => void} close */
export function rematchButton({ app, socket, again }, close) {
  const model = socket.model;
  if (!model || (!model.you.seats.length && !model.table.next)) return null;
  const button = h(
    "button",
    { type: "button", class: "primary loud", autofocus: true, onClick: () => go() },
    t(model.table.next ? "web.end.next" : "web.end.rematch"),
  );
  const go = async () => {
    button.disabled = true;
    if (again) {
      close();
      again();
      return;
    }
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
