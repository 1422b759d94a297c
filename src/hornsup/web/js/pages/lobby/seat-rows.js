/** The rows of the lobby's seats, with what can be done about each. */

import { allLevels } from "../../catalogue.js";
import { h } from "../../dom.js";
import { contribution } from "../../net.js";
import { letterOf } from "../../notation.js";
import { toast } from "../../ui/controls/dialog.js";
import { glyph } from "../../ui/controls/icons.js";
import { free, nameOf, piece, stateOf, tag } from "../../ui/controls/seats.js";
import { askName } from "./name-question.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Seat} Seat */

/**
 * @param {import("../../types").TablePage} page
 * @param {import("../../types").Send} send
 * @param {() => void} repaint
 */
export function createSeatRows({ app, socket }, send, repaint) {
  const { t } = app;
  /** @type {HTMLDialogElement | null} */
  let question = null;

  /** What is said of a free seat: whom the table waits for, where it is kept. @param {Seat} seat */
  const freeLabel = ({ reserved, awaited }) =>
    !reserved ? t("web.lobby.free") : awaited ? t("web.lobby.awaited", { name: awaited }) : t("web.lobby.kept");

  /** @param {Model} model @param {Seat} seat @param {number | null} arrived milliseconds since somebody sat down there */
  const seatRow = (model, seat, arrived) => {
    const mine = model.you.seats.includes(seat.seat);
    const label = free(seat) ? freeLabel(seat) : nameOf(seat);
    const marks = `${free(seat) ? " free" : ""}${mine ? " mine" : ""}${arrived === null ? "" : " arrived"}`;
    return h(
      "li",
      // A row that is painted again goes on with its animation.
      { class: `seat-row${marks}`, dataset: { seat: seat.seat }, style: { "animation-delay": `${-(arrived ?? 0)}ms` } },
      piece(seat.seat),
      h(
        "div",
        { class: "seat-who" },
        mine ? rename(seat, isMe(model, seat)) : h("span", { class: "seat-name" }, label),
        h(
          "span",
          { class: "seat-tags" },
          mine && tag(isMe(model, seat) ? t("web.you") : t("web.lobby.this-device")),
          isHost(model, seat) && tag(t("web.seats.host")),
          !mine && stateOf(seat, model.online)
            ? h("span", { class: "small muted" }, stateOf(seat, model.online))
            : null,
        ),
      ),
      h("div", { class: "seat-do" }, seatActions(model, seat, mine)),
    );
  };

  /** Whether a seat is the first of this device; its others are for people who share the device. @type {(model: Model, seat: Seat) => boolean} */
  const isMe = ({ you }, seat) => seat.seat === you.seats[0];

  /** Whether a seat is the first of the host's; one is enough to mark. @type {(model: Model, seat: Seat) => boolean} */
  const isHost = ({ table }, seat) => seat === table.seats.find((each) => each.host);

  /** @param {Model} model @param {Seat} seat @param {boolean} mine */
  const seatActions = (model, seat, mine) => {
    const { you } = model;
    const button = (
      /** @type {string} */ key,
      /** @type {string} */ text,
      /** @type {() => void} */ onClick,
      cls = "",
      drawn = "",
    ) =>
      h(
        "button",
        {
          type: "button",
          class: cls,
          dataset: { key: `${key}-${seat.seat}` },
          "aria-label": `${text}${t("web.colon")}${t("web.seats.seat", { letter: letterOf(seat.seat) })}`,
          onClick,
        },
        drawn ? glyph(drawn) : null,
        text,
      );
    const keptForMe = you.reserved?.includes(seat.seat);
    if (free(seat) && seat.reserved && !keptForMe)
      return [you.host && button("kick", t("web.lobby.free-it"), () => send("kick", { seat: seat.seat }), "quiet")];
    if (free(seat)) {
      const seating =
        you.seats.length && !keptForMe
          ? button("sit", t("web.lobby.another"), () => sitAnother(seat.seat), "", "phone")
          : button("sit", t("web.lobby.sit"), () => sit(seat.seat));
      return [seating, you.host && botPicker(model.table.settings.game, seat.seat)];
    }
    if (mine) {
      const text = t(isMe(model, seat) ? "web.lobby.stand" : "web.lobby.remove");
      return [button("stand", text, () => send("stand", { seat: seat.seat }), "quiet")];
    }
    if (you.host)
      return [
        seat.person && button("host", t("web.lobby.make-host"), () => send("pass-on", { seat: seat.seat }), "quiet"),
        button("kick", t("web.lobby.remove"), () => send("kick", { seat: seat.seat }), "quiet"),
      ];
    return [];
  };

  /** A menu that adds a bot to a free seat and says what its level is worth. @param {string} game @param {number} seat */
  const botPicker = (game, seat) => {
    const pick = h("select", {
      dataset: { key: `bot-${seat}` },
      "aria-label": `${t("web.lobby.add-bot")}${t("web.colon")}${t("web.seats.seat", { letter: letterOf(seat) })}`,
    });
    pick.append(
      h("option", { value: "" }, `+ ${t("web.bot")}`),
      ...allLevels().map((level) =>
        h(
          "option",
          { value: level },
          t("web.lobby.bot-level", { level: `@web.levels.${level}`, worth: `@web.lobby.worth.${game}.${level}` }),
        ),
      ),
    );
    pick.addEventListener(
      "change",
      () => pick.value && send("add-bot", { level: /** @type {import("../../types").Level} */ (pick.value), seat }),
    );
    return pick;
  };

  /** @param {Seat} seat @param {boolean} me */
  const rename = (seat, me) => {
    const input = h("input", {
      class: "seat-rename",
      type: "text",
      maxlength: 24,
      value: seat.name ?? "",
      "aria-label": t(me ? "web.home.name" : "web.lobby.their-name"),
      dataset: { key: `name-${seat.seat}` },
    });
    const done = async () => {
      const name = input.value.trim();
      if (!name || name === seat.name) return;
      if (me) await app.session(name).catch(() => {});
      await send("rename", { name, seat: seat.seat });
    };
    input.addEventListener("change", done);
    input.addEventListener("keydown", (event) => event.key === "Enter" && input.blur());
    input.addEventListener("blur", repaint); // the list is not painted while somebody types
    return input;
  };

  /**
   * Sit down; somebody without a name is asked for one first, and may only watch instead.
   * @param {number | null} seat
   * @param {() => void} [watch]
   */
  const sit = (seat, watch) => {
    const table = socket.model?.table;
    const name = app.chosenName();
    if (name || !table) void take(seat, name ?? app.name());
    else question = askName(app, table, seat, { named: (given) => void introduce(seat, given), watch });
  };

  /** @param {number | null} seat @param {string} name */
  const introduce = async (seat, name) => {
    try {
      await app.session(name);
      await take(seat, name);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { bad: true });
    }
  };

  /** @param {number | null} seat @param {string} name */
  const take = (seat, name) => send("sit", { contribution: contribution(), seat, name });

  /** Seat another person who shares this device. @param {number} seat */
  const sitAnother = (seat) => take(seat, t("web.lobby.player", { letter: letterOf(seat) }));

  return { seat: seatRow, sit, destroy: () => question?.close() };
}
