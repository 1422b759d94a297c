/** The menu of a table, and the overlay with its keys. */

import { gameInfo } from "../catalogue.js";
import { h } from "../dom.js";
import { volumeControl } from "../sound/controls.js";
import { t } from "../i18n.js";
import { notifyControl, vibrationControl } from "./attention.js";
import { dialog, refused } from "./dialog.js";
import { glyph } from "./icons.js";
import { nameOf, piece, stateOf, tag } from "./seats.js";
import { summary } from "./settings-changes.js";
import { sharePanel } from "./share.js";
import { speedControl } from "./speed.js";
import { languages, themeButton } from "./topbar.js";

/** @typedef {import("../types").TablePage} TablePage */
/** @typedef {import("../types").Model} Model */

/** @param {TablePage} page @param {() => void} openKeys */
export function openMenu(page, openKeys) {
  const { app, socket } = page;
  const model = socket.model;
  if (!model) return;
  const box = dialog(t("web.table.menu"), [
    players(model),
    h(
      "div",
      { class: "menu-list" },
      seatItems(page, model, () => box.close()),
      [
        item("gear", t("web.table.settings"), () => (box.close(), showSettings(model))),
        item(
          "share",
          t("web.table.invite"),
          () => (box.close(), dialog(t("web.share.title"), [sharePanel(model.table)])),
        ),
        item("help", t("web.table.keys"), () => (box.close(), openKeys())),
        h(
          "a",
          { class: "button", href: `/rules/${model.table.settings.game}`, target: "_blank", rel: "noopener" },
          glyph("log"),
          t("web.nav.rules"),
        ),
        h("a", { class: "button", href: "/", onClick: () => box.close() }, glyph("cross"), t("web.table.leave")),
      ],
    ),
    h(
      "div",
      { class: "menu-show" },
      h("p", { class: "label" }, t("web.speed.label")),
      speedControl(() => socket.model?.table.settings.pace ?? 0),
      volumeControl(t),
      vibrationControl(t),
      notifyControl(t),
    ),
    h(
      "div",
      { class: "row menu-look" },
      languages({
        ...app,
        language: app.language,
        setLanguage: async (chosen) => (box.close(), app.setLanguage(chosen)),
      }),
      themeButton(app),
    ),
    h("p", { class: "small muted" }, t("web.table.leave-hint")),
  ]);
}

/** Players, the Executor, and how many watch. @param {Model} model */
function players(model) {
  const rows = model.table.seats.map((seat) =>
    h(
      "li",
      null,
      piece(seat.seat),
      h("strong", null, nameOf(seat)),
      model.you.seats.includes(seat.seat) ? tag(t("web.you")) : null,
      h("span", { class: "small muted" }, stateOf(seat, model.online)),
    ),
  );
  const { executor } = model.table;
  const watching = model.watching
    ? h("li", { class: "small muted" }, glyph("eye"), t("web.table.watching", { n: model.watching }))
    : null;
  return h(
    "ul",
    { class: "menu-players" },
    rows,
    executor?.person
      ? h("li", null, piece(-1), h("strong", null, executor.name ?? ""), tag(t("web.seats.executor")))
      : null,
    watching,
  );
}

/**
 * Hand a seat to a bot or take it back, mute a seat; the host may do so for those who are away.
 * @param {TablePage} page
 * @param {Model} model
 * @param {() => void} close
 */
function seatItems({ socket }, model, close) {
  const { you, table, online } = model;
  if (table.phase !== "playing") return [];
  const send =
    (/** @type {"give-back" | "take-over" | "mute"} */ type, /** @type {number} */ seat, fields = {}) =>
    async () => {
      close();
      refused(await socket.send(type, { seat, ...fields }));
    };
  const items = [];
  for (const seat of table.seats) {
    const mine = you.seats.includes(seat.seat);
    const name = nameOf(seat);
    const muted = you.host ? seat.muted : you.muted?.includes(seat.seat);
    if (mine && seat.away) items.push(item("person", t("web.table.i-am-back"), send("give-back", seat.seat)));
    else if (mine)
      items.push(
        item(
          "bot",
          you.seats.length > 1 ? t("web.table.bot-for", { name }) : t("web.table.bot-for-me"),
          send("take-over", seat.seat),
        ),
      );
    else if (you.host && seat.person && !seat.bot && !online.includes(seat.seat))
      items.push(item("bot", t("web.table.bot-for", { name }), send("take-over", seat.seat)));
    if (!mine && seat.person && you.seats.length)
      items.push(
        item(
          "chat",
          t(muted ? "web.table.unmute" : "web.table.mute", { name }),
          send("mute", seat.seat, { on: !muted }),
        ),
      );
  }
  return items;
}

/** @param {string} drawn @param {string} text @param {() => void} onClick */
function item(drawn, text, onClick) {
  return h("button", { type: "button", onClick }, glyph(drawn), text);
}

/** @param {Model} model */
function showSettings(model) {
  const found = gameInfo(model.table.settings.game);
  const seal = h(
    "p",
    { class: "small muted" },
    t("web.lobby.sealed"),
    " ",
    h("code", null, model.table.commitment),
    " ",
    t("web.lobby.sealed-more"),
  );
  dialog(t("web.table.settings"), [summary(found, model.table.settings), seal]);
}

/** @param {[string, string][]} own the keys of the game */
export function openShortcuts(own) {
  /** @type {[string, string][]} */
  const common = [
    ["Tab", t("web.keys.tab")],
    ["Enter", t("web.keys.enter")],
    ["U", t("web.table.undo")],
    [".", t("web.table.to-now")],
    ["H", t("web.table.log")],
    ["C", t("web.table.chat")],
    ["M", t("web.table.menu")],
    ["?", t("web.table.keys")],
    ["Esc", t("web.close")],
  ];
  const rows = [...own, ...common].map(([key, text]) =>
    h(
      "div",
      { class: "key-row" },
      h(
        "dt",
        null,
        key.split(" ").map((each) => h("kbd", null, each)),
      ),
      h("dd", null, text),
    ),
  );
  dialog(t("web.table.keys"), [h("dl", { class: "key-list" }, rows)]);
}
