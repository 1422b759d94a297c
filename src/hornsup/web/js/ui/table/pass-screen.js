/**
 * The screen between two players who share a device. The server sends no hand before `look` asks for
 * it, so none can be seen by mistake.
 */

import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { devicesButton } from "../devices/open.js";
import { nameOf, piece } from "../controls/seats.js";

/** @param {import("../../types").TablePage} page @param {boolean} open whether the game has no hidden hands */
export function passScreen({ app, socket }, open) {
  const element = h("div", {
    class: "pass",
    hidden: true,
    role: "dialog",
    "aria-modal": "true",
    "aria-labelledby": "pass-title",
  });
  let asked = -1;

  /** @param {import("../../types").Model} model */
  const paint = (model) => {
    const { you, table, toMove } = model;
    const seat = toMove === null ? null : table.seats[toMove];
    const needed =
      you.seats.length > 1 && seat !== null && !seat.bot && you.seats.includes(seat.seat) && you.looking !== seat.seat;
    if (!needed || table.phase !== "playing") {
      element.hidden = true;
      asked = -1;
      return;
    }
    if (open) {
      if (asked !== seat.seat) socket.look(seat.seat);
      asked = seat.seat;
      return;
    }
    if (!element.hidden && asked === seat.seat) return;
    asked = seat.seat;
    const go = h(
      "button",
      { type: "button", class: "primary loud", onClick: () => socket.look(seat.seat) },
      t("web.pass.show", { name: nameOf(seat) }),
    );
    replace(
      element,
      h(
        "div",
        { class: "pass-card" },
        piece(seat.seat),
        h("h2", { id: "pass-title" }, t("web.pass.title", { name: nameOf(seat) })),
        h("p", null, t("web.pass.text")),
        go,
        devicesButton(app),
      ),
    );
    element.hidden = false;
    go.focus();
  };
  return { element, paint };
}
