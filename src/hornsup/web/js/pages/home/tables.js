/** The lists of tables on the home page: one's own, those with free seats, those to watch. */

import { gameInfo, gamePage } from "../../catalogue.js";
import { h, picture, replace, storage } from "../../dom.js";
import { api } from "../../net.js";
import { delayText } from "../../ui/delay.js";
import { glyph } from "../../ui/icons.js";

/** @typedef {import("../../types").App} App */
/** @typedef {{table: import("../../types").TableInfo, seats: number[], to_move?: number | null}} Summary */

/** How many tables stand on top of the page, and how many finished ones below. */
const FIRST = 2;
const FINISHED = 3;

/** @param {App} app */
export function tableLists(app) {
  const now = h("section", { class: "home-now", hidden: true, "aria-label": app.t("web.home.mine") });
  const mine = h("section", { class: "home-list", hidden: true });
  const open = h("section", { class: "home-list" });
  const watch = h("section", { class: "home-list home-watch", hidden: true });
  return {
    now,
    mine,
    open,
    watch,
    /** The own tables: what goes on above everything, the rest below. */
    async fillMine() {
      if (!storage.get("name")) return; // a first visit: there are none
      const tables = await myTables(app);
      const going = tables.filter(({ table }) => table.phase === "playing" || table.phase === "lobby").sort(byNeed);
      const over = tables.filter(({ table }) => table.phase === "over").slice(0, FINISHED);
      paintNow(app, now, going.slice(0, FIRST));
      paintList(
        mine,
        app.t("web.home.mine"),
        [...going.slice(FIRST, FIRST + 4), ...over].map((each) => row(app, each)),
      );
    },
    refresh() {
      void fillOpen(app, open);
      void fillWatch(app, watch);
    },
  };
}

/** @param {App} app @returns {Promise<Summary[]>} */
async function myTables(app) {
  try {
    await app.session();
    return await api("GET", "/api/me/tables");
  } catch {
    return []; // the tables can be found again later
  }
}

/** Tables that wait for me come first, then those in play, then lobbies. @type {(a: Summary, b: Summary) => number} */
function byNeed(a, b) {
  const need = (/** @type {Summary} */ each) => (isMyTurn(each) ? 2 : each.table.phase === "playing" ? 1 : 0);
  return need(b) - need(a);
}

/** @param {Summary} summary */
function isMyTurn({ seats, to_move: toMove }) {
  return toMove != null && seats.includes(toMove);
}

/** @param {App} app @param {HTMLElement} place @param {Summary[]} tables */
function paintNow(app, place, tables) {
  const rows = tables.map((each) => continueRow(app, each));
  place.hidden = rows.length === 0;
  replace(place, h("ul", { class: "table-list" }, rows));
}

/** @param {HTMLElement} place @param {string} title @param {HTMLElement[]} rows */
function paintList(place, title, rows) {
  place.hidden = rows.length === 0;
  replace(place, h("h2", null, title), h("ul", { class: "table-list" }, rows));
}

/** @param {App} app @param {HTMLElement} place */
async function fillOpen(app, place) {
  try {
    /** @type {Summary[]} */
    const tables = await api("GET", "/api/tables");
    paintList(
      place,
      app.t("web.home.public"),
      tables.map((each) => row(app, each)),
    );
    place.hidden = false;
    if (!tables.length) place.lastElementChild?.replaceWith(h("p", { class: "muted" }, app.t("web.home.no-public")));
  } catch {
    // the list stays as it was; the next refresh tries again
  }
}

/** Games that anyone may watch. @param {App} app @param {HTMLElement} place */
async function fillWatch(app, place) {
  try {
    /** @type {Summary[]} */
    const tables = await api("GET", "/api/tables/watch");
    paintList(
      place,
      app.t("web.home.watch"),
      tables.map((each) => watchRow(app, each)),
    );
  } catch {
    // the list stays as it was; the next refresh tries again
  }
}

/** A table with its state. @param {App} app @param {Summary} summary */
function row(app, summary) {
  return tableRow(app, summary, null, stateTag(app, summary));
}

/** A table of one's own, with the state beside its title and the way on at the end. @param {App} app @param {Summary} summary */
function continueRow(app, summary) {
  const go = h("span", { class: "table-row-go" }, glyph("play"), app.t("web.home.continue"));
  return tableRow(app, summary, stateTag(app, summary), go);
}

/** @param {App} app @param {Summary} summary */
function watchRow(app, summary) {
  const { delay } = summary.table.settings;
  const tag = h("span", { class: delay ? "tag" : "tag on" }, glyph("eye"), delayText(delay));
  return tableRow(app, summary, null, tag);
}

/** @param {App} app @param {Summary} summary */
function stateTag(app, summary) {
  const { phase, seats } = summary.table;
  const free = seats.length - namesAt(app, summary).length;
  const state = isMyTurn(summary)
    ? app.t("web.home.your-turn")
    : phase === "lobby"
      ? app.t("web.home.free", { n: free })
      : app.t(`web.phases.${phase}`);
  return h("span", { class: "tag" }, state);
}

/** @param {App} app @param {Summary} summary */
function namesAt(app, { table }) {
  return table.seats.filter((seat) => seat.person || seat.bot).map((seat) => seat.name || app.t("web.bot"));
}

/** @type {(app: App, summary: Summary, beside: HTMLElement | null, end: HTMLElement) => HTMLElement} */
function tableRow(app, summary, beside, end) {
  const { id, settings } = summary.table;
  const title = h("strong", null, gameInfo(settings.game).title);
  return h(
    "li",
    null,
    h(
      "a",
      { class: isMyTurn(summary) ? "table-row turn" : "table-row", href: `/t/${id}` },
      picture(gamePage(settings.game).icon, "-15 -15 30 30", { class: "table-row-art" }),
      h(
        "span",
        { class: "grow" },
        h("span", { class: "table-row-title" }, title, beside),
        h("span", { class: "muted small table-row-names" }, namesAt(app, summary).join(", ")),
      ),
      end,
    ),
  );
}
