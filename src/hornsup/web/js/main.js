/** The router, and what every page shares: language, theme, name, session. */

import { loadGames } from "./catalogue.js";
import { css, loadSprite, storage, replace } from "./dom.js";
import { LANGUAGES, language, load, preferred, t } from "./i18n.js";
import { Problem, api } from "./net.js";
import { missing } from "./ui/page/missing.js";

/** @typedef {import("./types").App} App */
/** @typedef {import("./types").Page} Page */
/** @typedef {import("./types").Language} Language */
/** @typedef {import("./types").PageFunction} PageFunction */

/** @typedef {{pattern: RegExp, names: string[], open: () => Promise<{page: PageFunction}>}} Route */

/** @type {Route[]} */
const ROUTES = [
  { pattern: /^\/$/, names: [], open: () => import("./pages/home.js") },
  { pattern: /^\/t\/([0-9a-f]{32})$/, names: ["id"], open: () => import("./pages/table.js") },
  { pattern: /^\/tv\/([0-9a-f]{32})$/, names: ["id"], open: () => import("./pages/tv.js") },
  { pattern: /^\/replay(?:\/([0-9a-f]{32}))?$/, names: ["id"], open: () => import("./pages/replay.js") },
  { pattern: /^\/evening\/([0-9a-f]{32})$/, names: ["id"], open: () => import("./pages/evening.js") },
  { pattern: /^\/learn$/, names: [], open: () => import("./pages/learn.js") },
  { pattern: /^\/rules(?:\/([a-z-]+))?$/, names: ["game"], open: () => import("./pages/rules.js") },
  { pattern: /^\/continue$/, names: [], open: () => import("./pages/continue.js") },
  // What somebody may have typed for a code, right or wrong; longer addresses are none.
  { pattern: /^\/((?:[A-Za-z0-9-]|%20){1,12})\/?$/, names: ["code"], open: () => import("./pages/code.js") },
];

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
/** @type {Page | null} */
let current = null;
let navigations = 0; // so that a slow page does not replace a later one

/** @type {App} */
const app = {
  get language() {
    return language();
  },
  t,
  navigate(path, options = {}) {
    if (options.replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    void show();
  },
  async setLanguage(chosen) {
    storage.set("language", chosen);
    await load(chosen);
    await show();
  },
  theme() {
    const chosen = document.documentElement.dataset.theme;
    if (chosen === "dark" || chosen === "light") return chosen;
    return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  },
  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    storage.set("theme", theme);
    paintThemeColour();
  },
  name() {
    let name = storage.get("name");
    if (!name) {
      name = t("web.guest", { n: 10 + Math.floor(Math.random() * 90) });
      storage.set("name", name);
      storage.set("made-up-name", name);
    }
    return name;
  },
  chosenName() {
    const name = storage.get("name");
    return name && name !== storage.get("made-up-name") ? name : null;
  },
  async session(name) {
    const chosen = name?.trim();
    const known = await api("POST", "/api/session", { name: chosen || app.name(), language: language() });
    storage.set("name", known.name);
    if (chosen) storage.set("made-up-name", "");
  },
  title(text) {
    document.title = text ? `${text} · Horns Up` : "Horns Up";
  },
};

const address = () => location.pathname + location.search;
/** The address whose page was shown last. */
let shown = "";

/** Show the page of the present address. */
async function show() {
  const mine = ++navigations;
  shown = address();
  const found = findRoute();
  if (found) return enter(mine, found.route.open, found.params);
  leave();
  missing(root, app, t("web.missing.page"), t("web.missing.page-text"));
}

/** The route of the present address with its parameters. */
function findRoute() {
  for (const route of ROUTES) {
    const match = route.pattern.exec(location.pathname);
    if (!match) continue;
    /** @type {Record<string, string>} */
    const params = {};
    route.names.forEach((name, at) => {
      if (match[at + 1]) params[name] = match[at + 1];
    });
    return { route, params };
  }
  return null;
}

/** @type {(mine: number, open: Route["open"], params: Record<string, string>) => Promise<void>} */
async function enter(mine, open, params) {
  try {
    const { page } = await open();
    if (mine !== navigations) return;
    leave();
    app.title("");
    const shown = await page(root, params, app);
    if (mine === navigations) current = shown;
    else shown.destroy();
  } catch (error) {
    if (mine !== navigations) return;
    leave();
    if (error instanceof Problem && error.code === "banned")
      return missing(root, app, t("web.missing.no-entry"), error.message);
    reportError(error);
    missing(root, app, t(navigator.onLine ? "web.missing.broken" : "web.offline.banner"));
  }
}

function leave() {
  current?.destroy();
  current = null;
  replace(root);
  window.scrollTo(0, 0);
}

function paintThemeColour() {
  const meta = document.querySelector('meta[name="theme-color"]');
  meta?.setAttribute("content", app.theme() === "light" ? "#F4ECDD" : "#0E0A14");
}

/** Links within the client change the page without a reload. @param {MouseEvent} event */
function follow(event) {
  const target = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(target instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (target.origin !== location.origin || target.target || target.hasAttribute("download")) return;
  if (!ROUTES.some((route) => route.pattern.test(target.pathname))) return;
  if (target.hash && target.pathname === location.pathname && target.search === location.search) return;
  event.preventDefault();
  app.navigate(target.pathname + target.search + target.hash);
}

async function start() {
  const chosen = LANGUAGES.find((each) => each === storage.get("language")) ?? preferred();
  findRoute()
    ?.route.open()
    .catch(() => {}); // start loading; `show` waits for it, and reports errors
  loadGames(chosen).catch(() => {}); // the pages that need the games ask again
  await Promise.all([load(chosen), css("shell"), loadSprite()]);
  document.addEventListener("click", follow);
  addEventListener("popstate", () => {
    if (address() !== shown) void show();
  });
  paintThemeColour();
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
  import("./ui/page/notice.js").then(({ startNotice }) => startNotice()).catch(() => {}); // shown without it too
  await show();
}

void start();
