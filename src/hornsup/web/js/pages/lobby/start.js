/** What leads into the game: start it, sit down, or wait for the host. */

import { h, replace } from "../../dom.js";
import { glyph } from "../../ui/controls/icons.js";
import { free } from "../../ui/controls/seats.js";

/** @typedef {import("../../types").Model} Model */

/**
 * @param {import("../../types").App} app
 * @param {import("../../types").Send} send
 * @param {() => Model | null} current
 * @param {(seat: null) => void} sit
 */
export function createStart({ t }, send, current, sit) {
  const element = h("div", { class: "lobby-go" });

  const start = () => send("start");

  const fillAndStart = async () => {
    for (const seat of current()?.table.seats.filter(free) ?? []) {
      if (seat.reserved && !(await send("kick", { seat: seat.seat })).ok) return;
      const answer = await send("add-bot", { level: "normal", seat: seat.seat });
      if (!answer.ok) return;
    }
    await start();
  };

  /** @param {string} text @param {() => void} onClick @param {string} [drawn] */
  const loud = (text, onClick, drawn = "play") =>
    h("button", { type: "button", class: "primary loud", onClick }, glyph(drawn), text);

  return {
    element,
    /** @param {Model} model */
    paint({ you, table }) {
      const empty = table.seats.filter(free).length;
      const seated = you.seats.length > 0;
      const host = table.seats.find((seat) => seat.host)?.name ?? t("web.seats.host");
      if (you.host && empty === 0) replace(element, loud(t("web.lobby.start"), start));
      else if (you.host && seated)
        replace(
          element,
          loud(t("web.lobby.start-bots", { n: empty }), fillAndStart),
          h("p", { class: "muted small" }, t("web.lobby.or-wait")),
        );
      else if (!seated && empty > 0)
        replace(
          element,
          loud(t("web.lobby.sit-down"), () => sit(null), "person"),
        );
      else replace(element, h("p", { class: "waiting" }, t("web.lobby.host-starts", { name: host })));
    },
  };
}
