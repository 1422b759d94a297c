/** The menu of a table, and the overlay with its keys. */

import { gameInfo } from "../../catalogue.js";
import { h } from "../../dom.js";
import { volumeControl } from "../../sound/controls.js";
import { t } from "../../i18n.js";
import { notifyControl, vibrationControl } from "../calls/attention.js";
import { openDevices } from "../devices/open.js";
import { dialog, refused } from "../controls/dialog.js";
import { handOverText, mayHandOver, openHandOver, spectatorRows, spectatorsSwitch } from "./handover.js";
import { glyph } from "../controls/icons.js";
import { pushControl } from "../calls/push.js";
import { nameOf, piece, stateOf, tag } from "../controls/seats.js";
import { summary } from "../settings/settings-changes.js";
import { sharePanel } from "../page/share.js";
import { speedControl } from "./speed.js";
import { languages, themeButton } from "../page/topbar.js";
import { openWebhook, webhookLine } from "../calls/webhook.js";

/** @typedef {import("../../types").TablePage} TablePage */
/** @typedef {import("../../types").Model} Model */

/** @param {TablePage} page @param {() => void} openKeys */
export function openMenu(page, openKeys) {
  const { app, socket } = page;
  const model = socket.model;
  if (!model) return;
  const box = dialog(t("web.table.menu"), [
    players(
      model,
      spectatorRows(page, model, () => box.close()),
    ),
    h(
      "div",
      { class: "menu-list" },
      seatItems(page, model, () => box.close()),
      [
        item("gear", t("web.table.settings"), () => (box.close(), showSettings(page, model))),
        ...(page.local ? [] : placesItems(page, model, () => box.close())),
        item("help", t("web.table.keys"), () => (box.close(), openKeys())),
        ...(page.local ? [] : links(model, () => box.close())),
      ],
    ),
    h(
      "div",
      { class: "menu-show" },
      h("p", { class: "label" }, t("web.speed.label")),
      speedControl(() => socket.model?.table.settings.pace ?? 0),
      volumeControl(t),
      vibrationControl(t),
      page.local ? [] : [notifyControl(t), pushControl(t), webhookLine(model.table)],
    ),
    h(
      "div",
      { class: "row menu-look" },
      page.local
        ? null
        : languages({
            ...app,
            language: app.language,
            setLanguage: async (chosen) => (box.close(), app.setLanguage(chosen)),
          }),
      themeButton(app),
    ),
    page.local ? null : h("p", { class: "small muted" }, t("web.table.leave-hint")),
  ]);
}

/** What lies outside the table: friends, calls, other devices. @param {TablePage} page @param {Model} model @param {() => void} close */
function placesItems({ app }, model, close) {
  return [
    item("share", t("web.table.invite"), () => (close(), dialog(t("web.share.title"), [sharePanel(model.table)]))),
    model.you.host && item("bell", t("calls.webhook.title"), () => (close(), openWebhook(model.table))),
    item("phone", t("devices.title"), () => (close(), void openDevices(app))),
  ];
}

/** Other pages. @param {Model} model @param {() => void} close */
function links(model, close) {
  return [
    h(
      "a",
      { class: "button", href: `/rules/${model.table.settings.game}`, target: "_blank", rel: "noopener" },
      glyph("log"),
      t("web.nav.rules"),
    ),
    h("a", { class: "button", href: "/", onClick: close }, glyph("cross"), t("web.table.leave")),
  ];
}

/** Players, the Executor, and who watches or how many. @param {Model} model @param {HTMLElement[]} spectators */
function players(model, spectators) {
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
  const rest = model.watching - model.spectators.length;
  const said = spectators.length ? "handover.watch.more" : "web.table.watching";
  const watching = rest > 0 ? h("li", { class: "small muted" }, glyph("eye"), t(said, { n: rest })) : null;
  return h(
    "ul",
    { class: "menu-players" },
    rows,
    executor?.person
      ? h("li", null, piece(-1), h("strong", null, executor.name ?? ""), tag(t("web.seats.executor")))
      : null,
    spectators,
    watching,
  );
}

/**
 * Hand a seat to a bot or take it back, mute a seat; the host may do so for those who are away.
 * @param {TablePage} page
 * @param {Model} model
 * @param {() => void} close
 */
function seatItems(page, model, close) {
  const { socket } = page;
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
    if (mayHandOver(model, seat))
      items.push(item("to", handOverText(model, seat), () => (close(), openHandOver(page, seat))));
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

/** @param {TablePage} page @param {Model} model */
function showSettings(page, model) {
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
  const hosted = model.you.host && model.table.phase === "playing";
  dialog(t("web.table.settings"), [hosted && spectatorsSwitch(page), summary(found, model.table.settings), seal]);
}

/** @param {[string, string][]} own the keys of the game */
export function openShortcuts(own) {
  /** @type {[string, string][]} */
  const common = [
    ["Tab", t("web.keys.tab")],
    [t("web.keys.key-enter"), t("web.keys.enter")],
    ["U", t("web.table.undo")],
    [".", t("web.table.to-now")],
    ["H", t("web.table.log")],
    ["C", t("web.table.chat")],
    ["M", t("web.table.menu")],
    ["T", t("days.next-key")],
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
