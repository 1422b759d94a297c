/** The home page: go on with a table, join one, play against bots, open a table for friends. */

import { allGames, gamePage, loadGames } from "../catalogue.js";
import { css, h, picture, replace, storage } from "../dom.js";
import { api } from "../net.js";
import { devicesButton } from "../ui/devices/open.js";
import { toast } from "../ui/controls/dialog.js";
import { glyph } from "../ui/controls/icons.js";
import { topbar } from "../ui/page/topbar.js";
import { keptButton } from "./home/kept.js";
import { openTable, poster } from "./home/posters.js";
import { tableLists } from "./home/tables.js";

/** @typedef {import("../types").App} App */

/** Milliseconds between two requests for the tables of others. */
const REFRESH = 8000;
/** Milliseconds that the page waits for the own tables, which would push everything down later. */
const PATIENCE = 600;

/** @type {import("../types").PageFunction} */
export async function page(root, _params, app) {
  const ready = Promise.all([css("home"), loadGames()]);
  const lists = tableLists(app);
  const mine = ready.then(() => lists.fillMine());
  await ready;
  await Promise.race([mine, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  const name = nameField(app);
  replace(
    root,
    topbar(app),
    h(
      "main",
      { id: "content", class: "home" },
      lists.now,
      hero(app, join(app), name.element),
      h(
        "div",
        { class: "posters" },
        allGames().map((game) => poster(app, game, name.value)),
      ),
      h(
        "div",
        { class: "home-more page" },
        newcomers(app, name.value),
        lists.open,
        lists.watch,
        lists.mine,
        keptButton(app),
        h("div", { class: "home-own" }, devicesButton(app)),
      ),
    ),
  );
  lists.refresh();
  whenIdle(preloadTable);
  const timer = setInterval(() => document.visibilityState === "visible" && lists.refresh(), REFRESH);
  const back = () => void (document.visibilityState === "visible" && lists.fillMine()); // after hours or days, say
  document.addEventListener("visibilitychange", back);
  return {
    destroy() {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", back);
    },
  };
}

/** Load the modules of a table ahead of time, for the first game. */
function preloadTable() {
  const [first] = allGames();
  const parts = [import("./table.js"), css("table"), css("log"), css("lobby"), first && gamePage(first.name).load()];
  Promise.all(parts).catch(() => {}); // the table's page loads them again
}

/** @param {() => void} act */
function whenIdle(act) {
  if ("requestIdleCallback" in window) requestIdleCallback(act, { timeout: 1500 });
  else setTimeout(act, 300);
}

/** @param {App} app @param {...HTMLElement} fields */
function hero({ t }, ...fields) {
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
      h("div", { class: "hero-fields" }, fields),
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
    value: app.chosenName() ?? "",
    placeholder: app.t("web.home.name-hint"),
  });
  input.addEventListener("input", () => input.value.trim() && storage.set("name", input.value.trim()));
  const element = h("div", { class: "hero-name" }, h("label", { for: "name" }, app.t("web.home.name")), input);
  return { element, value: () => input.value.trim() };
}

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
    placeholder: "ABC234",
    class: "code-input",
    title: t("web.home.code"),
    "aria-describedby": "code-hint",
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
    "form",
    { class: "home-join", onSubmit: submit },
    h("label", { for: "code" }, t("web.home.join")),
    h("div", { class: "home-join-row" }, input, h("button", { type: "submit" }, t("web.home.join-go"))),
    h("p", { id: "code-hint", class: "small" }, t("web.home.join-hint")),
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
