/** The home page: play against bots, open a table for friends, join one. */

import { allGames, gameInfo, gamePage, loadGames } from "../catalogue.js";
import { css, h, storage, picture, replace } from "../dom.js";
import { api, contribution } from "../net.js";
import { toast } from "../ui/dialog.js";
import { glyph } from "../ui/icons.js";
import { topbar } from "../ui/topbar.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../types").TableInfo} TableInfo */
/** @typedef {{table: TableInfo, seats: number[], to_move?: number | null}} Summary */

/** @typedef {import("../types").GameInfo} GameInfo */

/** Milliseconds between two requests for the open tables. */
const REFRESH = 8000;

/** @type {import("../types").PageFunction} */
export async function page(root, _params, app) {
  await Promise.all([css("home"), loadGames()]);
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
      h(
        "div",
        { class: "posters" },
        allGames().map((game) => poster(app, game, name.value)),
      ),
      h("div", { class: "home-more page" }, mine, join(app), newcomers(app, name.value), open),
    ),
  );
  const refresh = () => {
    void fillOpen(app, open);
  };
  refresh();
  void fillMine(app, mine);
  whenIdle(preloadTable);
  const timer = setInterval(() => document.visibilityState === "visible" && refresh(), REFRESH);
  return { destroy: () => clearInterval(timer) };
}

/** Load the modules of a table ahead of time, for the first game. */
function preloadTable() {
  const [first] = allGames();
  const parts = [import("./table.js"), css("table"), css("lobby"), first && gamePage(first.name).load()];
  Promise.all(parts).catch(() => {}); // the table's page loads them again
}

/** @param {() => void} act */
function whenIdle(act) {
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: 1500 });
  else setTimeout(act, 300);
}

// --- the banner on top -----------------------------------------------------------------------------

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
  const input = h("input", {
    id: "name",
    type: "text",
    maxlength: 24,
    autocomplete: "nickname",
    spellcheck: "false",
    value: storage.get("name") ?? "",
    placeholder: app.t("web.home.name-hint"),
  });
  input.addEventListener("input", () => input.value.trim() && storage.set("name", input.value.trim()));
  const element = h("div", { class: "hero-name" }, h("label", { for: "name" }, app.t("web.home.name")), input);
  return { element, value: () => input.value.trim() };
}

// --- the games -------------------------------------------------------------------------------------

/** @param {App} app @param {GameInfo} game @param {() => string} name */
function poster(app, game, name) {
  const { t } = app;
  const { few, many } = game.players;
  const { usualPlayers, picture: drawn } = gamePage(game.name);
  const players = picker(t("web.home.players"), range(few, many), String(usualPlayers), (each) =>
    t("web.home.n-players", { n: Number(each) }),
  );
  const level = picker(t("web.home.level"), ["easy", "normal", "hard"], "normal", (each) => t(`web.levels.${each}`));
  const go = h(
    "button",
    { type: "button", class: "primary loud", onClick: () => start(true) },
    glyph("play"),
    t("web.home.play-now"),
  );
  const make = h(
    "button",
    { type: "button", class: "poster-make", onClick: () => start(false) },
    glyph("plus"),
    t("web.home.make-table"),
  );
  const start = (/** @type {boolean} */ now) => {
    const seated = now ? ["me", ...Array(Number(players.value()) - 1).fill(level.value())] : ["me"];
    return openTable(app, [go, make], name(), game.name, Number(players.value()), seated, now);
  };
  return h(
    "article",
    { class: `game-poster game-${game.name}` },
    h("div", { class: "game-art", "aria-hidden": "true" }, drawn()),
    h(
      "div",
      { class: "game-words" },
      h("h2", null, game.title),
      h("p", null, t(`web.home.about.${game.name}`)),
      go,
      h(
        "div",
        { class: "game-picks" },
        h("span", { class: "game-against" }, t("web.home.against")),
        players.element,
        level.element,
      ),
      h(
        "div",
        { class: "game-links" },
        make,
        h("a", { class: "button quiet", href: `/rules/${game.name}` }, t("web.nav.rules")),
      ),
    ),
  );
}

/** @param {number} low @param {number} high */
function range(low, high) {
  return Array.from({ length: high - low + 1 }, (_, at) => String(low + at));
}

/**
 * @type {(label: string, values: string[], chosen: string, say: (value: string) => string) => {element: HTMLElement,
 *   value: () => string}}
 */
function picker(label, values, chosen, say) {
  const select = h(
    "select",
    { "aria-label": label },
    values.map((each) => h("option", { value: each, selected: each === chosen }, say(each))),
  );
  return { element: select, value: () => select.value };
}

/**
 * @type {(app: App, buttons: HTMLButtonElement[], name: string, game: string, players: number, seats: string[], start:
 *   boolean) => Promise<void>}
 */
async function openTable(app, buttons, name, game, players, seats, start) {
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

// --- friends ---------------------------------------------------------------------------------------

/** @param {App} app */
function join(app) {
  const { t } = app;
  const input = h("input", {
    id: "code",
    type: "text",
    inputmode: "text",
    autocapitalize: "characters",
    autocomplete: "off",
    spellcheck: "false",
    maxlength: 12,
    placeholder: "ABC123",
    class: "code-input",
  });
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
    h(
      "form",
      { class: "row", onSubmit: submit },
      h("div", { class: "grow" }, h("label", { for: "code", class: "sr-only" }, t("web.home.code")), input),
      h("button", { type: "submit" }, t("web.home.join-go")),
    ),
    h("p", { class: "muted small" }, t("web.home.join-hint")),
  );
}

/** @param {App} app @param {() => string} name */
function newcomers(app, name) {
  const { t } = app;
  const [first] = allGames();
  const open = () => openTable(app, [go], name(), first.name, gamePage(first.name).usualPlayers, ["me"], false);
  const go = h("button", { type: "button", onClick: open }, glyph("plus"), t("web.home.make-table"));
  return h(
    "section",
    { class: "panel home-learn" },
    h("h2", null, t("web.home.new-here")),
    h("p", null, t("web.home.new-here-text")),
    h("div", { class: "row" }, h("a", { class: "button", href: "/learn" }, t("web.nav.learn")), go),
  );
}

// --- tables ----------------------------------------------------------------------------------------

/** @param {App} app @param {HTMLElement} place */
async function fillMine(app, place) {
  if (!storage.get("name")) return; // a first visit: there are none
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
    replace(
      place,
      h("h2", null, app.t("web.home.public")),
      rows.length ? h("ul", { class: "table-list" }, rows) : none,
    );
  } catch {
    // the list stays as it was; the next refresh tries again
  }
}

/** @param {App} app @param {Summary} summary */
function row(app, { table, seats, to_move: toMove }) {
  const names = table.seats.filter((seat) => seat.person || seat.bot).map((seat) => seat.name || app.t("web.bot"));
  const turn = toMove != null && seats.includes(toMove);
  const free = table.seats.length - names.length;
  const state = turn
    ? app.t("web.home.your-turn")
    : table.phase === "lobby"
      ? app.t("web.home.free", { n: free })
      : app.t(`web.phases.${table.phase}`);
  const { game } = table.settings;
  return h(
    "li",
    null,
    h(
      "a",
      { class: turn ? "table-row turn" : "table-row", href: `/t/${table.id}` },
      picture(gamePage(game).icon, "-15 -15 30 30", { class: "table-row-art" }),
      h(
        "span",
        { class: "grow" },
        h("strong", null, gameInfo(game).title),
        h("span", { class: "muted small table-row-names" }, names.join(", ")),
      ),
      h("span", { class: "tag" }, state),
    ),
  );
}
