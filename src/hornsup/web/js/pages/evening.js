/** The evening of one table and its rematches, for those who played there. */

import { gameInfo, loadGames } from "../catalogue.js";
import { css, h, replace } from "../dom.js";
import { Problem, api } from "../net.js";
import { glyph } from "../ui/controls/icons.js";
import { piece } from "../ui/controls/seats.js";
import { missing } from "../ui/page/missing.js";
import { topbar } from "../ui/page/topbar.js";
import { amount } from "./replay/review/ledger.js";

/** @typedef {import("../types").App} App */
/**
 * @typedef {{name: string, seat: number, you: boolean, games: number, wins: number, luck: number, play: number,
 *   victim: number | null, nemesis: number | null}} Standing
 */
/** @typedef {{game: string, measure: "win" | "lose", tables: string[], reviewed: string[], players: Standing[]}} Played */

const UNKNOWN = [401, 404];

/** @type {import("../types").PageFunction} */
export async function page(root, { id }, app) {
  await Promise.all([css("review"), loadGames()]);
  try {
    /** @type {Played[]} */
    const kinds = await api("GET", `/api/tables/${id}/evening`);
    paint(root, app, kinds);
  } catch (error) {
    if (!(error instanceof Problem) || !UNKNOWN.includes(error.status)) throw error;
    missing(root, app, app.t("web_review.evening"), app.t("web_review.not-yours"));
  }
  return { destroy() {} };
}

/** @param {HTMLElement} root @param {App} app @param {Played[]} kinds */
function paint(root, app, kinds) {
  const title = app.t("web_review.evening");
  app.title(title);
  replace(
    root,
    topbar(app),
    h(
      "main",
      { class: "page stack evening", id: "content" },
      h("h1", null, title),
      h("p", { class: "muted" }, app.t("web_review.evening-text")),
      kinds.map((each) => kind(app, each)),
    ),
  );
}

/** @param {App} app @param {Played} played */
function kind({ t }, played) {
  const { game, measure, tables, reviewed } = played;
  const note = t(measure === "win" ? "web_review.sums" : "web_review.sums-lose", {
    done: reviewed.length,
    all: tables.length,
  });
  return h(
    "section",
    { class: "panel stack" },
    h("h2", null, gameInfo(game).title),
    standings(t, played),
    h("p", { class: "small muted" }, note),
    h("h3", null, t("web_review.list")),
    h(
      "ol",
      { class: "evening-games" },
      tables.map((id, at) => {
        const known = reviewed.includes(id);
        const label = t(known ? "web_review.title" : "web_review.review-this");
        return h(
          "li",
          null,
          h("span", { class: "rv-number" }, String(at + 1)),
          h("a", { class: "button", href: `/replay/${id}?review=1` }, glyph("graph"), label),
          h("a", { class: "button quiet", href: `/replay/${id}` }, glyph("replay"), t("web.end.replay")),
        );
      }),
    ),
  );
}

/** @param {App["t"]} t @param {Played} played */
function standings(t, { players, measure }) {
  const known = players.some(({ luck, play }) => luck || play);
  const whom = (/** @type {number | null} */ at) =>
    at === null
      ? "–"
      : h("span", { class: "rv-who rv-whom" }, piece(players[at].seat), h("span", null, players[at].name));
  const figure = (/** @type {number} */ value) => (known ? amount(value, measure) : "–");
  const rows = [...players]
    .sort((a, b) => b.wins - a.wins || b.play - a.play)
    .map((each) =>
      h(
        "tr",
        { class: each.you ? "mine" : "" },
        h("th", { scope: "row" }, h("span", { class: "rv-who" }, piece(each.seat), h("span", null, each.name))),
        h("td", null, String(each.games)),
        h("td", null, String(each.wins)),
        h("td", null, figure(each.luck)),
        h("td", null, figure(each.play)),
        h("td", null, whom(each.victim)),
        h("td", null, whom(each.nemesis)),
      ),
    );
  const head = ["games", "wins", "luck", "play", "victim", "nemesis"].map((name) =>
    h("th", { scope: "col" }, t(`web_review.${name}`)),
  );
  const empty = h("th", { scope: "col" }, h("span", { class: "sr-only" }, t("review.columns.seat")));
  return h(
    "div",
    { class: "rv-scroll", tabindex: "0", role: "region", "aria-label": t("web_review.evening") },
    h("table", { class: "rv-table" }, h("thead", null, h("tr", null, empty, head)), h("tbody", null, rows)),
  );
}
