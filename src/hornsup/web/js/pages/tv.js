/** The shared screen: the way in while people gather, then the table, big, and never a hand. */

import { css, h, picture, reducedMotion, replace } from "../dom.js";
import { withDice } from "../games/raise-your-horns/words.js";
import { language, t } from "../i18n.js";
import { announce } from "../live.js";
import { Problem, TableSocket, api } from "../net.js";
import { glyph } from "../ui/icons.js";
import { offlineLine } from "../ui/offline.js";
import { free, listed, nameOf, namesOf, piece } from "../ui/seats.js";
import { loadGame, statusOf } from "../ui/shell.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").Update} Update */
/** @typedef {import("../types").TableInfo} TableInfo */
/** @typedef {import("../types").Happened} Happened */
/** @typedef {import("../types").GameComponent} GameComponent */
/** @typedef {{element: HTMLElement, paint: (model: Model, update: Update | null, missed: Happened[] | null) => void, destroy: () => void}} Part */

const DICE = "raise-your-horns";
const SHOWN = 3;
const MOST_PIPS = 7;
/** The show of the last move is worth seeing before the winner is named. */
const DRUMROLL = 2600;

/** @type {import("../types").PageFunction} */
export async function page(root, params, app) {
  await css("tv");
  const light = dimTheLights();
  const shown = await come(root, params, app);
  return {
    destroy() {
      light();
      shown.destroy();
    },
  };
}

/** A screen that a whole room looks at is dark whatever theme was chosen; returns the way back. */
function dimTheLights() {
  const { dataset } = document.documentElement;
  const chosen = dataset.theme;
  dataset.theme = "dark";
  return () => {
    if (chosen === undefined) delete dataset.theme;
    else dataset.theme = chosen;
  };
}

/** @type {import("../types").PageFunction} */
async function come(root, params, app) {
  try {
    await api("GET", `/api/tables/${params.id}`);
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error;
    replace(root, message(t("web.missing.table")));
    return { destroy() {} };
  }
  return attend(root, params.id, app);
}

/** @param {string} text */
function message(text) {
  return h("main", { class: "tv tv-message", id: "content" }, h("h1", null, text), h("a", { class: "button", href: "/" }, t("web.nav.home")));
}

/** @param {HTMLElement} root @param {string} id @param {App} app */
function attend(root, id, app) {
  const socket = new TableSocket(id, { language: app.language, role: "screen", since: 0 });
  const banner = offlineLine();
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
      part = phase === "lobby" ? lobby() : phase === "closed" ? closed() : stage(app, socket);
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
    if (code === "no-spectators" || code === "wire") replace(root, message(text));
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

/** A table that was given up. @returns {Part} */
function closed() {
  return { element: message(t("web_more.tv.closed")), paint() {}, destroy() {} };
}

// --- while people gather ---------------------------------------------------------------------------

/** @returns {Part} */
function lobby() {
  const element = h("main", { class: "tv tv-lobby", id: "content" });
  let told = "";

  /** @param {Model} model */
  const paint = ({ table, online }) => {
    const key = JSON.stringify([table, online]);
    if (key === told) return;
    told = key;
    replace(
      element,
      h("header", { class: "tv-logo" }, picture("logo", "-8 -16 146 51"), fullScreen()),
      h(
        "section",
        { class: "tv-join" },
        h("img", { class: "tv-qr", src: `/api/qr.svg?path=/t/${table.id}`, alt: t("web.share.qr") }),
        h("div", { class: "tv-how" }, h("h1", null, t("web_more.tv.join")), h("p", null, t("web_more.tv.scan")), h("p", null, t("web_more.tv.or-code", { address: location.host })), h("p", { class: "tv-code" }, table.code)),
      ),
      h("section", { class: "tv-who" }, h("h2", null, t("web_more.tv.seats")), h("ol", { class: "tv-seats" }, table.seats.map((seat) => seatChip(seat, online))), h("p", { class: "tv-wait" }, waiting(table))),
    );
  };
  return { element, paint, destroy() {} };
}

/** @param {import("../types").Seat} seat @param {number[]} online */
function seatChip(seat, online) {
  const nobody = free(seat);
  const away = seat.person && !online.includes(seat.seat);
  return h("li", { class: `tv-seat${nobody ? " free" : ""}${away ? " away" : ""}` }, piece(seat.seat), h("span", null, nobody ? t("web_more.tv.free") : nameOf(seat)), seat.bot ? glyph("bot") : null);
}

/** @param {TableInfo} table */
function waiting(table) {
  const open = table.seats.filter(free).length;
  if (open) return t("web.lobby.waiting", { n: open });
  const host = table.seats.find((seat) => seat.host);
  return host ? t("web.lobby.host-starts", { name: nameOf(host) }) : t("web_more.tv.waiting");
}

function fullScreen() {
  if (!document.fullscreenEnabled) return null;
  const turn = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return h("button", { type: "button", class: "quiet icon-button tv-full", "aria-label": t("web_more.tv.full-screen"), title: t("web_more.tv.full-screen"), onClick: () => void turn().catch(() => {}) }, glyph("screen"));
}

// --- the game --------------------------------------------------------------------------------------

/** @param {App} app @param {TableSocket} socket @returns {Part} */
function stage(app, socket) {
  const status = h("h1", { class: "tv-status", "aria-live": "polite" });
  const turn = h("span", { class: "tv-turn" });
  const actions = h("span", { class: "tv-actions", role: "img" });
  const floor = h("div", { class: "tv-game" });
  const lines = h("ol", { class: "tv-lines", "aria-label": t("web_more.tv.log") });
  const end = h("div", { class: "tv-end", hidden: true });
  const { table } = /** @type {Model} */ (socket.model);
  const code = h("div", { class: "tv-corner" }, h("p", null, h("span", null, t("web_more.tv.code")), h("strong", null, table.code)), h("img", { src: `/api/qr.svg?path=/t/${table.id}`, alt: t("web.share.qr") }), fullScreen());
  const element = h("main", { class: "tv tv-table", id: "content", dataset: { game: table.settings.game } }, h("header", { class: "tv-head" }, turn, status, actions, code), floor, lines, end);
  /** @type {string[]} */
  let said = [];
  /** @type {GameComponent | null} */
  let game = null;
  let gone = false;
  let phase = "";
  let drum = 0;

  const none = async () => ({ id: "", ok: false, version: 0 });
  void loadGame(table.settings.game).then(({ createGame }) => {
    if (gone || !socket.model) return;
    game = createGame({ mode: "tv", t, language: language(), announce, send: none, why: none, ask: none, names: () => (socket.model ? namesOf(socket.model.table) : []), reducedMotion });
    replace(floor, game.element);
    game.paint(socket.model, null);
    paintHead(socket.model);
  });

  /** @param {Model} model */
  const paintHead = (model) => {
    const text = statusOf(model, game);
    if (status.textContent !== text) status.textContent = text;
    const playing = model.table.phase === "playing";
    const left = playing && model.view?.phase === "turn" ? Number(model.view.actions ?? 0) : 0;
    replace(turn, playing && model.toMove !== null ? piece(model.toMove) : null);
    replace(actions, Array.from({ length: Math.min(left, MOST_PIPS) }, () => picture("action")));
    actions.setAttribute("aria-label", t("web_horns_up.hud.actions", { n: left }));
    actions.hidden = left === 0;
    app.title(text);
  };

  /** @param {Happened[]} events @param {boolean} aloud */
  const hear = (events, aloud) => {
    const told = events.map(({ text }) => text);
    if (!told.length) return;
    if (aloud) for (const text of told) announce(text);
    said = [...said, ...told].slice(-SHOWN);
    replace(lines, said.map((text) => h("li", null, table.settings.game === DICE ? withDice(text) : text)));
  };

  /** @param {Model} model */
  const paintEnd = (model) => {
    const after = phase === "playing" && !reducedMotion() ? DRUMROLL : 0;
    clearTimeout(drum);
    drum = window.setTimeout(() => {
      if (gone) return;
      replace(end, result(model));
      end.hidden = false;
    }, after);
  };

  return {
    element,
    paint(model, update, missed) {
      game?.paint(model, update);
      hear(update?.events ?? missed ?? [], update !== null);
      paintHead(model);
      if (model.table.phase === "over" && (phase !== "over" || update)) paintEnd(model);
      phase = model.table.phase;
    },
    destroy() {
      gone = true;
      clearTimeout(drum);
      game?.destroy();
    },
  };
}

/** Who has won, large. @param {Model} model */
function result({ table, view }) {
  /** @type {number[]} */
  const winners = view?.outcome?.winners ?? (view?.winner != null ? [view.winner] : []);
  const names = winners.map((seat) => nameOf(table.seats[seat]));
  const losses = view?.outcome?.losses ?? view?.losses;
  return [
    h("div", { class: "tv-rays", "aria-hidden": "true" }),
    h("p", { class: "tv-and" }, winners.length ? t("web_more.tv.wins", { n: winners.length }) : t("web.table.over")),
    h("div", { class: "tv-winners" }, winners.map((seat) => piece(seat))),
    h("p", { class: "tv-name poster" }, names.length ? listed(names) : t("web.end.nobody")),
    Array.isArray(losses) ? h("ul", { class: "tv-losses" }, table.seats.map((seat) => h("li", null, piece(seat.seat), nameOf(seat), h("b", null, String(losses[seat.seat]))))) : null,
    table.next ? h("p", { class: "tv-next" }, t("web_more.tv.next"), " ", h("a", { class: "button", href: `/tv/${table.next}` }, t("web.end.next"))) : null,
  ];
}
