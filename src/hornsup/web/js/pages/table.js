/** The page of a table: its lobby, then its game, over one socket. */

import { loadGames } from "../catalogue.js";
import { css, h, storage, replace } from "../dom.js";
import { Problem, api, contribution } from "../net.js";
import { TableSocket } from "../socket.js";
import { toast } from "../ui/dialog.js";
import { createLog } from "../ui/log.js";
import { offlineBanner } from "../ui/offline-banner.js";
import { tableShell } from "../ui/shell.js";
import { topbar } from "../ui/topbar.js";
import { lobby } from "./lobby.js";

/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").Update} Update */
/** @typedef {import("../types").Happened} Happened */
/** @typedef {import("../types").App} App */
/** @typedef {{element: HTMLElement, paint: (model: Model, update: Update | null) => void, destroy: () => void}} Part */

/** @type {import("../types").PageFunction} */
export async function page(root, params, app) {
  const ready = Promise.all([css("table"), css("lobby"), loadGames()]);
  try {
    await Promise.all([ready, app.session(), api("GET", `/api/tables/${params.id}`)]);
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return noTable(root, app);
    if (!(error instanceof Problem) || error.status !== 0) throw error;
    await ready; // the socket reconnects by itself, but without the games there is nothing to show
  }
  return connect(root, params.id, app);
}

/** @param {HTMLElement} root @param {App} app */
function noTable(root, app) {
  replace(
    root,
    topbar(app),
    h(
      "main",
      { class: "page narrow", id: "content" },
      h("h1", null, app.t("web.missing.table")),
      h("a", { class: "button", href: "/" }, app.t("web.nav.home")),
    ),
  );
  return { destroy() {} };
}

/** @param {HTMLElement} root @param {string} id @param {App} app */
function connect(root, id, app) {
  const log = createLog(id);
  const socket = new TableSocket(id, {
    language: app.language,
    since: log.version(),
    onNoSession: () => app.session(),
  });
  /** @type {Part | null} */
  let part = null;
  let shown = "";

  /** @param {Update | null} update */
  const paint = (update) => {
    const model = socket.model;
    if (!model) return;
    const { phase, settings } = model.table;
    const wanted = phase === "lobby" || phase === "closed" ? phase : `game ${settings.game}`;
    if (wanted !== shown) {
      shown = wanted;
      part?.destroy();
      part =
        phase === "lobby"
          ? lobbyPart(app, socket)
          : phase === "closed"
            ? closedPart(app)
            : tableShell({ app, socket }, log);
      replace(root, part.element);
      if (phase !== "lobby") window.scrollTo(0, 0);
    }
    part?.paint(model, update);
  };

  socket.addEventListener("model", (event) => {
    const { update, missed, fresh } = /** @type {CustomEvent} */ (event).detail;
    const model = /** @type {Model} */ (socket.model);
    log.take(model, update, missed, fresh);
    paint(update);
    void takeReservedSeats(app, socket);
  });
  socket.addEventListener("presence", () => paint(null));
  socket.addEventListener("bye", (event) => {
    const { message } = /** @type {CustomEvent} */ (event).detail;
    toast(message, { bad: true, seconds: 30 });
  });
  const banner = offlineBanner();
  socket.addEventListener("status", (event) => banner.tell(/** @type {CustomEvent} */ (event).detail.connected));
  return {
    destroy() {
      socket.close();
      banner.tell(true, true);
      part?.destroy();
    },
  };
}

/** After a rematch, take the seats that are reserved for this player. @param {App} app @param {TableSocket} socket */
async function takeReservedSeats(app, socket) {
  const model = socket.model;
  if (!model || model.table.phase !== "lobby" || !model.you.reserved?.length) return;
  const names = takeNames();
  if (!names) return;
  for (const seat of model.you.reserved)
    await socket.send("sit", { contribution: seat < 0 ? "" : contribution(), seat, name: names[seat] || app.name() });
  const now = socket.model;
  if (now?.you.host && now.table.seats.every((seat) => seat.person || seat.bot)) await socket.send("start");
}

/** The names that the rematch stored for this page; they are read once. @returns {Record<string, string> | null} */
function takeNames() {
  const [key, stored] = [`sit${location.pathname}`, storage.get(`sit${location.pathname}`)];
  if (!stored) return null;
  storage.set(key, "");
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}

/** @param {App} app @param {TableSocket} socket @returns {Part} */
function lobbyPart(app, socket) {
  const inner = lobby({ app, socket });
  return { element: h("div", null, topbar(app), inner.element), paint: inner.paint, destroy: inner.destroy };
}

/** @param {App} app @returns {Part} */
function closedPart(app) {
  const element = h(
    "div",
    null,
    topbar(app),
    h(
      "main",
      { class: "page narrow", id: "content" },
      h("h1", null, app.t("web.lobby.closed")),
      h("a", { class: "button", href: "/" }, app.t("web.nav.home")),
    ),
  );
  return { element, paint() {}, destroy() {} };
}
