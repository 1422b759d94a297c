/** The lists of tables on the home page: one's own, those with free seats, those to watch. */

import { gameInfo, gamePage } from "../../catalogue.js";
import { h, picture, replace, storage } from "../../dom.js";
import { api } from "../../net.js";
import { isMyTurn, myTables as askMyTables, myTurns } from "../../my-turns.js";
import { delayText } from "../../ui/table/delay.js";
import { duration, upToMinute } from "../../ui/controls/durations.js";
import { glyph } from "../../ui/controls/icons.js";
import { countTurns } from "../../ui/calls/turn-marks.js";

/** @typedef {import("../../types").App} App */
/** @typedef {import("../../my-turns.js").Summary} Summary */

/** How many tables are on top of the page if fewer wait for a move; lobbies and finished ones below. */
const FIRST = 2;
const LOBBIES = 4;
const FINISHED = 3;
const MINUTE = 60_000;

/** @param {App} app */
export function tableLists(app) {
  const now = h("section", { class: "home-now", hidden: true });
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
      const turns = myTurns(tables);
      const others = [...othersOf(tables, "playing"), ...othersOf(tables, "lobby").slice(0, LOBBIES)];
      const first = others.splice(0, Math.max(0, FIRST - turns.length));
      const over = othersOf(tables, "over").slice(0, FINISHED);
      countTurns(turns.length);
      paintNow(app, now, turns, first);
      paintList(
        mine,
        app.t("web.home.mine"),
        [...others, ...over].map((each) => row(app, each)),
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
    return await askMyTables();
  } catch {
    return []; // the tables can be found again later
  }
}

/** Tables of a phase that do not wait for this player. @param {Summary[]} tables @param {string} phase */
function othersOf(tables, phase) {
  return tables.filter((each) => each.table.phase === phase && !isMyTurn(each));
}

/** What waits for this player under a heading with its number, then what else goes on. @type {(app: App, place: HTMLElement, turns: Summary[], others: Summary[]) => void} */
function paintNow(app, place, turns, others) {
  place.hidden = turns.length + others.length === 0;
  replace(
    place,
    turns.length > 0 && turnsTitle(app, turns.length),
    turns.length > 0 &&
      h(
        "ul",
        { class: "table-list your-turns", "aria-labelledby": "your-turns" },
        turns.map((each) => continueRow(app, each)),
      ),
    others.length > 0 &&
      h(
        "ul",
        { class: "table-list", "aria-label": app.t("web.home.mine") },
        others.map((each) => continueRow(app, each)),
      ),
  );
}

/** @param {App} app @param {number} n */
function turnsTitle({ t }, n) {
  const badge = h("span", { class: "turns-badge", "aria-hidden": "true" }, String(n));
  const count = h("span", { class: "sr-only" }, `: ${t("days.count", { n })}`);
  return h("h2", { id: "your-turns", class: "turns-title" }, t("days.your-turns"), badge, count);
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
  const go = h("span", { class: "table-row-go" }, glyph("play"), h("span", null, app.t("web.home.continue")));
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
  if (isMyTurn(summary)) return h("span", { class: "tag" }, turnText(app, summary));
  const { phase, seats } = summary.table;
  const free = seats.length - namesAt(app, summary).length;
  const state = phase === "lobby" ? app.t("web.home.free", { n: free }) : app.t(`web.phases.${phase}`);
  return h("span", { class: "tag" }, state);
}

/** The time that is left, or where no clock runs that it is this player's turn. @param {App} app @param {Summary} summary */
function turnText({ t }, { left }) {
  return left == null ? t("web.home.your-turn") : t("days.left", { time: duration(upToMinute(left)) });
}

/** How long the others have been waiting. @param {App} app @param {Summary} summary */
function waitText({ t }, { waiting = 0 }) {
  return waiting < MINUTE ? t("days.just-now") : t("days.waits", { time: duration(waiting) });
}

/** Who plays against this player, and how long they have waited for a move. @param {App} app @param {Summary} summary */
function company(app, summary) {
  const others = { ...summary.table, seats: summary.table.seats.filter(({ seat }) => !summary.seats.includes(seat)) };
  const names = namesAt(app, { ...summary, table: others }).join(", ");
  return [waitText(app, summary), names].filter(Boolean).join(" · ");
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
        h(
          "span",
          { class: "muted small table-row-names" },
          isMyTurn(summary) ? company(app, summary) : namesAt(app, summary).join(", "),
        ),
      ),
      end,
    ),
  );
}
