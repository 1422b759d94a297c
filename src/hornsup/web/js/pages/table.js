/** The page of a table: its lobby, then its game, over one socket. */

import { loadGames } from "../catalogue.js";
import { css, h, replace } from "../dom.js";
import { Problem, api } from "../net.js";
import { FINAL, TableSocket } from "../socket.js";
import { toast } from "../ui/controls/dialog.js";
import { createLog } from "../ui/story/log.js";
import { missing } from "../ui/page/missing.js";
import { offlineBanner } from "../ui/page/offline-banner.js";
import { tableShell } from "../ui/table/shell.js";
import { topbar } from "../ui/page/topbar.js";
import { createRematch } from "./lobby/rematch.js";

/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").Received} Received */
/** @typedef {import("../types").App} App */
/**
 * @typedef {{element: HTMLElement, paint: (model: Model, received: Received) => void, present: (model: Model) => void,
 *   destroy: () => void}} Part
 */

/** @type {import("../types").PageFunction} */
export async function page(root, params, app) {
  const ready = Promise.all([css("table"), css("log"), loadGames()]);
  let begun = false; // then the lobby is not needed any more
  try {
    const [table] = await Promise.all([api("GET", `/api/tables/${params.id}`), ready, app.session()]);
    begun = table.phase !== "lobby";
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return noTable(root, app);
    if (!(error instanceof Problem) || error.status !== 0) throw error;
    await ready; // the socket reconnects by itself, but without the games there is nothing to show
  }
  return connect(root, params.id, app, begun ? null : await loadLobby());
}

async function loadLobby() {
  const [{ lobby }] = await Promise.all([import("./lobby.js"), css("lobby")]);
  return lobby;
}

/** @param {HTMLElement} root @param {App} app */
function noTable(root, app) {
  missing(root, app, app.t("web.missing.table"), app.t("web.missing.page-text"));
  return { destroy() {} };
}

/** @typedef {typeof import("./lobby.js").lobby} CreateLobby */

/** @param {HTMLElement} root @param {string} id @param {App} app @param {CreateLobby | null} createLobby */
function connect(root, id, app, createLobby) {
  const log = createLog(id);
  const socket = new TableSocket(id, {
    language: app.language,
    since: log.version(),
    onNoSession: () => app.session(),
  });
  const rematch = createRematch({ app, socket });
  /** @type {Part | null} */
  let part = null;
  let shown = "";
  let stopped = false;

  /** @param {Received} received */
  const paint = (received) => {
    const model = socket.model;
    if (!model) return;
    const { phase, settings } = model.table;
    const wanted = phase === "lobby" || phase === "closed" ? phase : `game ${settings.game}`;
    if (wanted !== shown) {
      shown = wanted;
      part?.destroy();
      part =
        phase === "lobby" && createLobby
          ? lobbyPart(app, socket, createLobby)
          : phase === "closed"
            ? endedPart(
                app,
                app.t("web.missing.closed"),
                model.table.closed_by === "owner" ? app.t("owner.closed") : "",
              )
            : tableShell({ app, socket }, log);
      replace(root, part.element);
      if (phase !== "lobby") window.scrollTo(0, 0);
    }
    part?.paint(model, received);
  };

  /** The host is told once that the webhook was stopped. @param {Model} model */
  const tellStopped = ({ table, you }) => {
    const now = (table.webhook_stopped ?? false) && (you.host ?? false);
    if (now && !stopped) toast(app.t("calls.webhook.stopped"), { bad: true, seconds: 20 });
    stopped = now;
  };

  socket.addEventListener("model", (event) => {
    /** @type {Received} */
    const received = /** @type {CustomEvent} */ (event).detail;
    const model = /** @type {Model} */ (socket.model);
    log.take(model, received.update, received.missed, received.fresh);
    paint(received);
    void rematch.take(received.update);
    tellStopped(model);
  });
  socket.addEventListener("presence", () => socket.model && part?.present(socket.model));
  socket.addEventListener("bye", (event) => {
    const { code, message } = /** @type {CustomEvent} */ (event).detail;
    if (!FINAL.includes(code)) return toast(message, { bad: true, seconds: 30 });
    part?.destroy();
    part = endedPart(app, app.t("web.missing.no-entry"), message);
    replace(root, part.element);
    banner.tell(true, true);
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

/** @param {App} app @param {TableSocket} socket @param {CreateLobby} createLobby @returns {Part} */
function lobbyPart(app, socket, createLobby) {
  const inner = createLobby({ app, socket });
  return {
    element: h("div", null, topbar(app), inner.element),
    paint: (model, { update }) => inner.paint(model, update),
    present: (model) => inner.paint(model, null),
    destroy: inner.destroy,
  };
}

/** There is nothing to see here any more. @param {App} app @param {string} title @param {string} text @returns {Part} */
function endedPart(app, title, text) {
  const element = h("div");
  missing(element, app, title, text);
  return { element, paint() {}, present() {}, destroy() {} };
}
