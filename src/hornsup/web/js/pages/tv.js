/** The shared screen: the invitation while people gather, then the table without hands. */

import { loadGames } from "../catalogue.js";
import { css, h, picture, replace } from "../dom.js";
import { t } from "../i18n.js";
import { Problem, api } from "../net.js";
import { FINAL, TableSocket } from "../socket.js";
import { glyph } from "../ui/controls/icons.js";
import { offlineBanner } from "../ui/page/offline-banner.js";
import { free, nameOf, piece } from "../ui/controls/seats.js";
import { fullScreenButton } from "./tv/full-screen.js";
import { gamePart } from "./tv/game.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").Update} Update */
/** @typedef {import("../types").TableInfo} TableInfo */
/** @typedef {import("../types").Happened} Happened */
/**
 * @typedef {{element: HTMLElement, paint: (model: Model, update: Update | null, missed: Happened[] | null) => void,
 *   destroy: () => void}} Part
 */

/** @type {import("../types").PageFunction} */
export async function page(root, params, app) {
  await Promise.all([css("tv"), loadGames()]);
  const restoreTheme = useDarkTheme();
  const shown = await open(root, params, app);
  return {
    destroy() {
      restoreTheme();
      shown.destroy();
    },
  };
}

/** The shared screen is always dark. Returns a function that restores the chosen theme. */
function useDarkTheme() {
  const { dataset } = document.documentElement;
  const chosen = dataset.theme;
  dataset.theme = "dark";
  return () => {
    if (chosen === undefined) delete dataset.theme;
    else dataset.theme = chosen;
  };
}

/** @type {import("../types").PageFunction} */
async function open(root, params, app) {
  try {
    await api("GET", `/api/tables/${params.id}`);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    replace(root, message(t("web.missing.table")));
    return { destroy() {} };
  }
  return connect(root, params.id, app);
}

/** @param {string} title @param {string} [text] */
function message(title, text) {
  return h(
    "main",
    { class: "tv tv-message", id: "content" },
    h("h1", null, title),
    text && h("p", null, text),
    h("a", { class: "button", href: "/" }, t("web.nav.home")),
  );
}

/** @param {HTMLElement} root @param {string} id @param {App} app */
function connect(root, id, app) {
  const socket = new TableSocket(id, { language: app.language, role: "screen", since: 0 });
  const banner = offlineBanner();
  /** @type {Part | null} */
  let part = null;
  let shown = "";

  /** @param {Update | null} update @param {Happened[] | null} [missed] */
  const paint = (update, missed = null) => {
    const { model } = socket;
    if (!model) return;
    const { phase, settings } = model.table;
    const wanted = phase === "lobby" || phase === "closed" ? phase : settings.game;
    if (wanted !== shown) {
      shown = wanted;
      part?.destroy();
      part = phase === "lobby" ? lobby() : phase === "closed" ? closed(model) : gamePart(app, socket);
      replace(root, part.element);
    }
    part?.paint(model, update, missed);
  };
  socket.addEventListener("model", (event) => {
    const { update, missed } = /** @type {CustomEvent} */ (event).detail;
    paint(update, missed);
  });
  socket.addEventListener("presence", () => paint(null));
  socket.addEventListener("bye", (event) => {
    const { code, message: text } = /** @type {CustomEvent} */ (event).detail;
    if (FINAL.includes(code)) replace(root, message(t("web.missing.no-entry"), text));
  });
  socket.addEventListener("status", (event) => banner.tell(/** @type {CustomEvent} */ (event).detail.connected));
  return {
    destroy() {
      banner.tell(true, true);
      socket.close();
      part?.destroy();
    },
  };
}

/** A table that is closed. @param {Model} model @returns {Part} */
function closed({ table }) {
  const text = table.closed_by === "owner" ? t("owner.closed") : "";
  return { element: message(t("web.missing.closed"), text), paint() {}, destroy() {} };
}

// --- the lobby -------------------------------------------------------------------------------------

/** @returns {Part} */
function lobby() {
  const element = h("main", { class: "tv tv-lobby", id: "content" });
  let painted = "";

  /** @param {Model} model */
  const paint = ({ table, online }) => {
    const key = JSON.stringify([table, online]);
    if (key === painted) return;
    painted = key;
    replace(
      element,
      h("header", { class: "tv-logo" }, picture("logo", "-8 -16 146 51"), fullScreenButton()),
      h(
        "section",
        { class: "tv-join" },
        h("img", { class: "tv-qr", src: `/api/qr.svg?path=/t/${table.id}`, alt: t("web.share.qr") }),
        h(
          "div",
          { class: "tv-how" },
          h("h1", null, t("web_more.tv.join")),
          h("p", null, t("web_more.tv.scan")),
          h("p", null, t("web_more.tv.or-code", { address: location.host })),
          h("p", { class: "tv-code" }, table.code),
        ),
      ),
      h(
        "section",
        { class: "tv-who" },
        h("h2", null, t("web_more.tv.seats")),
        h(
          "ol",
          { class: "tv-seats" },
          table.seats.map((seat) => seatChip(seat, online)),
        ),
        h("p", { class: "tv-wait" }, waiting(table)),
      ),
    );
  };
  return { element, paint, destroy() {} };
}

/** @param {import("../types").Seat} seat @param {number[]} online */
function seatChip(seat, online) {
  const nobody = free(seat);
  const away = seat.person && !online.includes(seat.seat);
  return h(
    "li",
    { class: `tv-seat${nobody ? " free" : ""}${away ? " away" : ""}` },
    piece(seat.seat),
    h("span", null, nobody ? t("web_more.tv.free") : nameOf(seat)),
    seat.bot ? glyph("bot") : null,
  );
}

/** @param {TableInfo} table */
function waiting(table) {
  const empty = table.seats.filter(free).length;
  if (empty) return t("web.lobby.waiting", { n: empty });
  const host = table.seats.find((seat) => seat.host);
  return host ? t("web.lobby.host-starts", { name: nameOf(host) }) : t("web_more.tv.waiting");
}
