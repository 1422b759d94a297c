/** The rows of the lobby's seats, with what can be done about each. */

import { h, storage } from "../../dom.js";
import { contribution } from "../../net.js";
import { letterOf } from "../../notation.js";
import { free, nameOf, piece, stateOf, tag } from "../../ui/seats.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Seat} Seat */

/**
 * @param {import("../../types").TablePage} page
 * @param {import("../../types").Send} send
 * @param {() => void} repaint
 */
export function createSeatRows({ app, socket }, send, repaint) {
  const { t } = app;

  /** @param {Model} model @param {Seat} seat */
  const seatRow = (model, seat) => {
    const mine = model.you.seats.includes(seat.seat);
    const kept = seat.reserved && free(seat);
    const label = kept ? t("web.lobby.kept") : free(seat) ? t("web.lobby.free") : nameOf(seat);
    return h(
      "li",
      { class: `seat-row${free(seat) ? " free" : ""}${mine ? " mine" : ""}` },
      piece(seat.seat),
      h(
        "div",
        { class: "seat-who" },
        mine ? rename(seat) : h("span", { class: "seat-name" }, label),
        h(
          "span",
          { class: "seat-tags" },
          mine && tag(t("web.you")),
          seat.host && tag(t("web.seats.host")),
          !mine && stateOf(seat, model.online)
            ? h("span", { class: "small muted" }, stateOf(seat, model.online))
            : null,
        ),
      ),
      h("div", { class: "seat-do" }, seatActions(model, seat, mine)),
    );
  };

  /** @param {Model} model @param {Seat} seat @param {boolean} mine */
  const seatActions = (model, seat, mine) => {
    const { you } = model;
    const button = (
      /** @type {string} */ key,
      /** @type {string} */ text,
      /** @type {() => void} */ onClick,
      cls = "",
    ) =>
      h(
        "button",
        {
          type: "button",
          class: cls,
          dataset: { key: `${key}-${seat.seat}` },
          "aria-label": `${text}: ${t("web.seats.seat", { letter: letterOf(seat.seat) })}`,
          onClick,
        },
        text,
      );
    const keptForMe = you.reserved?.includes(seat.seat);
    if (free(seat) && seat.reserved && !keptForMe)
      return [you.host && button("kick", t("web.lobby.free-it"), () => send("kick", { seat: seat.seat }), "quiet")];
    if (free(seat)) {
      const seating =
        you.seats.length && !keptForMe
          ? button("sit", t("web.lobby.another"), () => sitAnother(seat.seat))
          : button("sit", t("web.lobby.sit"), () => sit(seat.seat), "primary");
      return [seating, you.host && botPicker(seat.seat)];
    }
    if (mine) return [button("stand", t("web.lobby.stand"), () => send("stand", { seat: seat.seat }), "quiet")];
    if (you.host)
      return [
        seat.person && button("host", t("web.lobby.make-host"), () => send("pass-on", { seat: seat.seat }), "quiet"),
        button("kick", t("web.lobby.remove"), () => send("kick", { seat: seat.seat }), "quiet"),
      ];
    return [];
  };

  /** A menu that adds a bot to a free seat. @param {number} seat */
  const botPicker = (seat) => {
    const pick = h("select", {
      dataset: { key: `bot-${seat}` },
      "aria-label": `${t("web.lobby.add-bot")}: ${t("web.seats.seat", { letter: letterOf(seat) })}`,
    });
    pick.append(
      h("option", { value: "" }, t("web.lobby.add-bot")),
      ...["easy", "normal", "hard"].map((level) =>
        h("option", { value: level }, t("web.seats.level", { level: `@web.levels.${level}` })),
      ),
    );
    pick.addEventListener(
      "change",
      () => pick.value && send("add-bot", { level: /** @type {import("../../types").Level} */ (pick.value), seat }),
    );
    return pick;
  };

  /** @param {Seat} seat */
  const rename = (seat) => {
    const input = h("input", {
      class: "seat-rename",
      type: "text",
      maxlength: 24,
      value: seat.name ?? "",
      "aria-label": t("web.home.name"),
      dataset: { key: `name-${seat.seat}` },
    });
    const done = async () => {
      const name = input.value.trim();
      if (!name || name === seat.name) return;
      if (seat.seat === socket.model?.you.seats[0]) await app.session(name).catch(() => {});
      await send("rename", { name, seat: seat.seat });
    };
    input.addEventListener("change", done);
    input.addEventListener("keydown", (event) => event.key === "Enter" && input.blur());
    input.addEventListener("blur", repaint); // the list is not painted while somebody types
    return input;
  };

  /** @param {number | null} seat */
  const sit = (seat) => send("sit", { contribution: contribution(), seat, name: storage.get("name") ?? app.name() });

  /** Seat another person who shares this device. @param {number} seat */
  const sitAnother = (seat) =>
    send("sit", { contribution: contribution(), seat, name: t("web.lobby.player", { letter: letterOf(seat) }) });

  return { seat: seatRow, sit };
}
