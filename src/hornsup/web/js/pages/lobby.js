/** The lobby of a table: invitation, seats, start, rules, chat. */

import { gameInfo, gamePage } from "../catalogue.js";
import { h, replace, storage } from "../dom.js";
import { ask, refused } from "../ui/controls/dialog.js";
import { glyph } from "../ui/controls/icons.js";
import { free } from "../ui/controls/seats.js";
import { sharePanel } from "../ui/page/share.js";
import { createArrivals } from "./lobby/arrivals.js";
import { createCallsPanel } from "./lobby/calls-panel.js";
import { createLobbyChat } from "./lobby/chat-panel.js";
import { createRulesPanel } from "./lobby/rules-panel.js";
import { createSeatRows } from "./lobby/seat-rows.js";
import { createStart } from "./lobby/start.js";

/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").Update} Update */
/** @typedef {import("../types").Settings} Settings */
/** @typedef {import("../types").TablePage} TablePage */

/** The last table that this device only wants to watch; its question for a name is not asked again. */
const WATCHED = "watched";

/**
 * @param {TablePage} page
 * @returns {{element: HTMLElement, paint: (model: Model, update: Update | null) => void, destroy: () => void}}
 */
export function lobby(page) {
  const { app, socket } = page;
  const { t } = app;
  const title = h("h1", { class: "lobby-title" });
  const invitation = h("div", { class: "lobby-invite" });
  const players = h("div", { class: "lobby-players" });
  const seats = h("ul", { class: "seat-list" });
  const note = h("p", { class: "muted lobby-note" });
  const last = h("div", { class: "lobby-last" });

  /** @type {import("../types").Send} */
  const send = async (type, fields) => {
    const answer = await socket.send(type, fields);
    refused(answer);
    return answer;
  };

  /** @param {Partial<Settings>} change @returns {Promise<boolean>} whether the server agreed */
  const change = async (change) => {
    const model = socket.model;
    if (!model) return false;
    return (await send("change", { settings: { ...model.table.settings, ...change } })).ok;
  };

  const rows = createSeatRows(page, send, () => socket.model && paint(socket.model, null));
  const start = createStart(app, send, () => socket.model, rows.sit);
  const rules = createRulesPanel(app, change);
  const chat = createLobbyChat(socket, seats);
  const arrivals = createArrivals(t);
  const calls = createCallsPanel();
  const element = h(
    "main",
    { class: "lobby page", id: "content" },
    title,
    invitation,
    h(
      "div",
      { class: "lobby-main" },
      h(
        "section",
        { class: "panel lobby-seats" },
        h("div", { class: "lobby-seats-head" }, h("h2", null, t("web.lobby.seats")), note, players),
        seats,
      ),
      h("div", { class: "lobby-bar" }, chat.news, start.element),
    ),
    h("div", { class: "lobby-side" }, rules.element, chat.element, calls.element, last),
  );
  let painted = "";
  let sharedFor = "";
  let asked = false;

  /** @param {Model} model @param {Update | null} update */
  const paint = (model, update) => {
    const { table, you, online } = model;
    chat.paint(model, update);
    // A chat line changes nothing else; a button that is replaced while it is pressed does nothing.
    const now = JSON.stringify([table, you, online]);
    if (now === painted) return;
    if (paintSeats(model)) painted = now;
    title.textContent = gameInfo(table.settings.game).title;
    app.title(title.textContent);
    paintPlayers(model);
    note.textContent = noteOf(model);
    start.paint(model);
    rules.paint(model);
    calls.paint(model);
    paintLast(model);
    if (sharedFor !== table.code) {
      sharedFor = table.code;
      replace(invitation, sharePanel(table));
    }
    if (!asked) welcome(model);
  };

  /** Paint the seats; not while somebody types a name there. @param {Model} model @returns {boolean} whether it did */
  const paintSeats = (model) => {
    const active = document.activeElement;
    const inside = active instanceof HTMLElement && seats.contains(active);
    if (inside && active instanceof HTMLInputElement) return false;
    arrivals.notice(model);
    replace(
      seats,
      model.table.seats.map((seat) => rows.seat(model, seat, arrivals.since(seat.seat))),
      gamePage(model.table.settings.game).lobbyRow?.(model, page, send),
    );
    const key = inside ? active.dataset.key : undefined;
    if (key) /** @type {HTMLElement | null} */ (seats.querySelector(`[data-key="${key}"]`))?.focus();
    return true;
  };

  /** @param {Model} model */
  const noteOf = ({ table, you }) => {
    const empty = table.seats.filter(free).length;
    if (you.seats.length === 0) return t("web.lobby.not-seated");
    return empty ? t("web.lobby.waiting", { n: empty }) : t("web.lobby.full");
  };

  /** The number of players: a choice of the host. @param {Model} model */
  const paintPlayers = ({ table, you }) => {
    const { game, players: now } = table.settings;
    const { few, many } = gameInfo(game).players;
    const say = (/** @type {number} */ n) => t("web.home.n-players", { n });
    if (!you.host) {
      replace(players, h("span", { class: "muted" }, say(now)));
      return;
    }
    const count = h("select", {
      "aria-label": t("web.home.players"),
      onChange: () => change({ players: Number(count.value) }),
    });
    for (let n = few; n <= many; n++) count.append(h("option", { value: n, selected: n === now }, say(n)));
    replace(players, count);
  };

  /** The seal of the deal, and the way to end it all. @param {Model} model */
  const paintLast = ({ table, you }) => {
    const code = h("code", { title: table.commitment }, `${table.commitment.slice(0, 16)}…`);
    replace(
      last,
      h(
        "p",
        { class: "seal small muted" },
        glyph("seal"),
        h("span", null, t("web.lobby.sealed"), " ", code, " ", t("web.lobby.sealed-more")),
      ),
      you.host &&
        h("button", { type: "button", class: "quiet danger small", onClick: closeTable }, t("web.lobby.close")),
    );
  };

  /** Ask somebody who came by a link, and has no name yet, what to call them. @param {Model} model */
  const welcome = ({ table, you }) => {
    asked = true;
    const here = you.seats.length > 0 || you.host || you.executor || (you.reserved?.length ?? 0) > 0;
    const room = table.seats.some((seat) => free(seat) && !seat.reserved);
    if (here || !room || app.chosenName() || storage.get(WATCHED) === table.id) return;
    rows.sit(null, () => storage.set(WATCHED, table.id));
  };

  const closeTable = async () => {
    if (await ask(t("web.lobby.close"), t("web.lobby.close-sure"), t("web.lobby.close"))) await send("close");
  };

  return { element, paint, destroy: () => (rows.destroy(), chat.destroy()) };
}
