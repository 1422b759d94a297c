/** The first page: in one click into a game against bots, or to a table with friends. */

import { css, h, memory, picture, replace, s, use } from "../dom.js";
import { api, contribution } from "../net.js";
import { toast } from "../ui/dialog.js";
import { glyph } from "../ui/icons.js";
import { topbar } from "../ui/topbar.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../types").TableInfo} TableInfo */
/** @typedef {{table: TableInfo, seats: number[], to_move?: number | null}} Summary */

const GAMES = {
  "horns-up": { title: "Horns Up", seats: [3, 9], usual: 4 },
  "raise-your-horns": { title: "Raise Your Horns!", seats: [3, 12], usual: 4 },
};
/** @typedef {keyof typeof GAMES} Game */
const REFRESH = 8000;

/** @type {import("../types").PageFunction} */
export async function page(root, _params, app) {
  await css("home");
  const name = nameField(app);
  const mine = h("section", { class: "home-list", hidden: true });
  const open = h("section", { class: "home-list" });
  replace(
    root,
    topbar(app),
    h(
      "main",
      { id: "content", class: "home" },
      hero(app, name.element),
      h("div", { class: "posters" }, poster(app, "horns-up", name.value), poster(app, "raise-your-horns", name.value)),
      h("div", { class: "home-more page" }, mine, join(app), together(app, name.value), open),
    ),
  );
  const refresh = () => {
    void fillOpen(app, open);
  };
  refresh();
  void fillMine(app, mine);
  whenIdle(fetchTable);
  const timer = setInterval(() => document.visibilityState === "visible" && refresh(), REFRESH);
  return { destroy: () => clearInterval(timer) };
}

/** What a table needs comes while people read, so that it is there when they press "play". */
function fetchTable() {
  const parts = [import("./table.js"), import("../games/horns-up/index.js"), css("table"), css("lobby"), css("horns-up")];
  Promise.all(parts).catch(() => {}); // a table asks again
}

/** @param {() => void} act */
function whenIdle(act) {
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: 1500 });
  else setTimeout(act, 300);
}

// --- the poster on top -----------------------------------------------------------------------------

/** @param {App} app @param {HTMLElement} field */
function hero({ t }, field) {
  return h(
    "section",
    { class: "hero" },
    h("div", { class: "hero-rays", "aria-hidden": "true" }),
    h("div", { class: "hero-dots", "aria-hidden": "true" }),
    h(
      "div",
      { class: "hero-text" },
      h("p", { class: "hero-over poster" }, t("web.home.over")),
      h("h1", { class: "hero-title" }, h("span", null, "Horns"), " ", h("span", null, "Up")),
      h("p", { class: "hero-line" }, t("web.home.line")),
      field,
    ),
    h("div", { class: "hero-hand", "aria-hidden": "true" }, picture("icon", "0 0 100 100")),
  );
}

/** @param {App} app */
function nameField(app) {
  const input = h("input", { id: "name", type: "text", maxlength: 24, autocomplete: "nickname", spellcheck: "false", value: memory.get("name") ?? "", placeholder: app.t("web.home.name-hint") });
  input.addEventListener("input", () => input.value.trim() && memory.set("name", input.value.trim()));
  const element = h("div", { class: "hero-name" }, h("label", { for: "name" }, app.t("web.home.name")), input);
  return { element, value: () => input.value.trim() };
}

// --- the two games ---------------------------------------------------------------------------------

/** @param {App} app @param {Game} game @param {() => string} name */
function poster(app, game, name) {
  const { t } = app;
  const { title, seats, usual } = GAMES[game];
  const [few, many] = seats;
  const players = picker(t("web.home.players"), range(few, many), String(usual), (each) => t("web.home.n-players", { n: Number(each) }));
  const level = picker(t("web.home.level"), ["easy", "normal", "hard"], "normal", (each) => t(`web.levels.${each}`));
  const go = h("button", { type: "button", class: "primary loud", onClick: () => start(true) }, glyph("play"), t("web.home.play-now"));
  const make = h("button", { type: "button", class: "poster-make", onClick: () => start(false) }, glyph("plus"), t("web.home.make-table"));
  const start = (/** @type {boolean} */ now) => {
    const seated = now ? ["me", ...Array(Number(players.value()) - 1).fill(level.value())] : ["me"];
    return opening(app, [go, make], name(), game, Number(players.value()), seated, now);
  };
  return h(
    "article",
    { class: `game-poster game-${game}` },
    h("div", { class: "game-art", "aria-hidden": "true" }, game === "horns-up" ? concertArt() : diceArt()),
    h(
      "div",
      { class: "game-words" },
      h("h2", null, title),
      h("p", null, t(`web.home.about.${game}`)),
      go,
      h("div", { class: "game-picks" }, h("span", { class: "game-against" }, t("web.home.against")), players.element, level.element),
      h("div", { class: "game-links" }, make, h("a", { class: "button quiet", href: `/rules/${game}` }, t("web.nav.rules"))),
    ),
  );
}

/** @param {number} low @param {number} high */
function range(low, high) {
  return Array.from({ length: high - low + 1 }, (_, at) => String(low + at));
}

/** @type {(label: string, values: string[], chosen: string, say: (value: string) => string) => {element: HTMLElement, value: () => string}} */
function picker(label, values, chosen, say) {
  const select = h("select", { "aria-label": label }, values.map((each) => h("option", { value: each, selected: each === chosen }, say(each))));
  return { element: select, value: () => select.value };
}

/** @type {(app: App, buttons: HTMLButtonElement[], name: string, game: string, players: number, seats: string[], start: boolean) => Promise<void>} */
async function opening(app, buttons, name, game, players, seats, start) {
  for (const each of buttons) each.disabled = true;
  try {
    await app.session(name);
    const body = { settings: { game, players }, contribution: contribution(), seats, start };
    const opened = await api("POST", "/api/tables", body);
    app.navigate(opened.path);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { bad: true });
    for (const each of buttons) each.disabled = false;
  }
}

/** A Stage, some Paths and pawns that push towards it. */
function concertArt() {
  /** @type {[string, number, number, number][]} */
  const cards = [
    ["card-path-ne", 12, 128, -7],
    ["card-path-nes", 172, 118, 0],
    ["card-mosh-pit", 332, 128, 7],
    ["stage-wall-of-death", 54, 12, -5],
    ["card-horns-up", 290, 12, 5],
    ["stage-tile", 172, 6, 0],
  ];
  return s(
    "svg",
    { viewBox: "0 0 494 236", preserveAspectRatio: "xMidYMid meet" },
    cards.map(([id, x, y, turn]) => s("g", { transform: `rotate(${turn} ${x + 75} ${y + 50})` }, use(id, { x, y, width: 150, height: 100 }))),
    ["a", "d", "b"].map((letter, at) => use(`pawn-${letter}`, { x: 186 + at * 38, y: 132 + (at % 2) * 26, width: 46, height: 46 })),
  );
}

/** Four dice as they might fall. */
function diceArt() {
  /** @type {[string, number, number, number][]} */
  const dice = [
    ["die-B5", 20, 92, -14],
    ["die-F3", 140, 30, 9],
    ["die-WH", 250, 78, -6],
    ["die-FX", 372, 46, 16],
  ];
  return s(
    "svg",
    { viewBox: "0 0 494 236", preserveAspectRatio: "xMidYMid meet" },
    dice.map(([id, x, y, turn]) => s("g", { transform: `rotate(${turn} ${x + 55} ${y + 55})` }, use(id, { x, y, width: 110, height: 110 }))),
  );
}

// --- friends ---------------------------------------------------------------------------------------

/** @param {App} app */
function join(app) {
  const { t } = app;
  const input = h("input", { id: "code", type: "text", inputmode: "text", autocapitalize: "characters", autocomplete: "off", spellcheck: "false", maxlength: 12, placeholder: "ABC123", class: "code-input" });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const code = input.value.trim();
    if (!code) return input.focus();
    try {
      const found = await api("GET", `/api/codes/${encodeURIComponent(code)}`);
      app.navigate(found.path);
    } catch (error) {
      const missing = error instanceof Error && "status" in error && (error.status === 404 || error.status === 400);
      toast(missing ? t("web.home.no-code") : String(error instanceof Error ? error.message : error), { bad: true });
    }
  };
  return h(
    "section",
    { class: "panel home-join" },
    h("h2", null, t("web.home.join")),
    h("form", { class: "row", onSubmit: submit }, h("div", { class: "grow" }, h("label", { for: "code", class: "sr-only" }, t("web.home.code")), input), h("button", { type: "submit" }, t("web.home.join-go"))),
    h("p", { class: "muted small" }, t("web.home.join-hint")),
  );
}

/** @param {App} app @param {() => string} name */
function together(app, name) {
  const { t } = app;
  const go = h("button", { type: "button", onClick: () => opening(app, [go], name(), "horns-up", 4, ["me"], false) }, glyph("plus"), t("web.home.make-table"));
  return h("section", { class: "panel home-learn" }, h("h2", null, t("web.home.new-here")), h("p", null, t("web.home.new-here-text")), h("div", { class: "row" }, h("a", { class: "button", href: "/learn" }, t("web.nav.learn")), go));
}

// --- tables ----------------------------------------------------------------------------------------

/** @param {App} app @param {HTMLElement} place */
async function fillMine(app, place) {
  if (!memory.get("name")) return; // nobody has been here before
  try {
    await app.session();
    /** @type {Summary[]} */
    const tables = await api("GET", "/api/me/tables");
    const live = tables.filter(({ table }) => table.phase === "lobby" || table.phase === "playing").slice(0, 6);
    const over = tables.filter(({ table }) => table.phase === "over").slice(0, 3);
    const rows = [...live, ...over].map((each) => row(app, each));
    place.hidden = rows.length === 0;
    replace(place, h("h2", null, app.t("web.home.mine")), h("ul", { class: "table-list" }, rows));
  } catch {
    place.hidden = true;
  }
}

/** @param {App} app @param {HTMLElement} place */
async function fillOpen(app, place) {
  try {
    /** @type {Summary[]} */
    const tables = await api("GET", "/api/tables");
    const rows = tables.map((each) => row(app, each));
    const none = h("p", { class: "muted" }, app.t("web.home.no-public"));
    replace(place, h("h2", null, app.t("web.home.public")), rows.length ? h("ul", { class: "table-list" }, rows) : none);
  } catch {
    // the list stays as it was; the next visit tries again
  }
}

/** @param {App} app @param {Summary} summary */
function row(app, { table, seats, to_move: toMove }) {
  const names = table.seats.filter((seat) => seat.person || seat.bot).map((seat) => seat.name || app.t("web.bot"));
  const turn = toMove != null && seats.includes(toMove);
  const free = table.seats.length - names.length;
  const state = turn ? app.t("web.home.your-turn") : table.phase === "lobby" ? app.t("web.home.free", { n: free }) : app.t(`web.phases.${table.phase}`);
  const game = GAMES[/** @type {Game} */ (table.settings.game)]?.title ?? table.settings.game;
  return h(
    "li",
    null,
    h(
      "a",
      { class: turn ? "table-row turn" : "table-row", href: `/t/${table.id}` },
      picture(table.settings.game === "horns-up" ? "pawn-a" : "die-WH", "-15 -15 30 30", { class: "table-row-art" }),
      h("span", { class: "grow" }, h("strong", null, game), h("span", { class: "muted small table-row-names" }, names.join(", "))),
      h("span", { class: "tag" }, state),
    ),
  );
}
