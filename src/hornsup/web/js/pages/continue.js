/**
 * The page of a link: whose seats it brings to this device, what this device would lose, and the button
 * that does it. The secret is in the address's fragment, which no server is sent; it is removed from the
 * address as soon as this module runs, and kept here alone.
 */

import { announce } from "../announce.js";
import { gameInfo, gamePage, loadGames } from "../catalogue.js";
import { css, h, picture, replace, storage } from "../dom.js";
import { Problem, api } from "../net.js";
import { openDevices } from "../ui/devices/open.js";
import { recoverySection } from "../ui/devices/links.js";
import { toast } from "../ui/controls/dialog.js";
import { missing } from "../ui/page/missing.js";
import { topbar } from "../ui/page/topbar.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../types").Person} Person */
/** @typedef {import("../types").Summary} Summary */
/** @typedef {import("../types").LookedAt} LookedAt */

const PATH = "/continue";
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const SLOW_DOWN = 429;

let secret = takeSecret();

/** What the fragment holds, which is removed; the link that skips to the content has one too. */
function takeSecret() {
  const found = location.hash.slice(1);
  if (location.pathname !== PATH || !found || found === "content") return "";
  history.replaceState(null, "", PATH);
  return found;
}

/** @type {import("../types").PageFunction} */
export async function page(root, _params, app) {
  await Promise.all([css("devices"), loadGames()]);
  const show = () => look(root, app);
  const changed = () => {
    const found = takeSecret();
    if (!found) return;
    secret = found;
    void show();
  };
  changed();
  addEventListener("hashchange", changed);
  await show();
  return { destroy: () => removeEventListener("hashchange", changed) };
}

/** @param {HTMLElement} root @param {App} app */
async function look(root, app) {
  const { t } = app;
  if (!secret) return missing(root, app, t("devices.here.none"), t("devices.here.none-text"));
  if (!SECRET.test(secret)) return unusable(root, app);
  const mine = secret;
  try {
    const found = await api("POST", "/api/links/look", { secret: mine });
    if (secret !== mine) return; // another link was opened meanwhile
    if (found.same) missing(root, app, t("devices.here.title"), t("devices.same"));
    else offer(root, app, found, mine);
  } catch (error) {
    refuse(root, app, error);
  }
}

/** @param {HTMLElement} root @param {App} app */
function unusable(root, app) {
  missing(root, app, app.t("devices.here.unusable"), app.t("devices.here.unusable-text"));
}

/** @param {HTMLElement} root @param {App} app @param {unknown} error */
function refuse(root, app, error) {
  if (!(error instanceof Problem) || error.status === 0) throw error;
  if (error.status === SLOW_DOWN) missing(root, app, app.t("devices.here.unusable"), app.t("web.missing.wait-text"));
  else if (error.status === 404 || error.status === 400) unusable(root, app);
  else toast(error.message, { bad: true });
}

/** @param {HTMLElement} root @param {App} app @param {LookedAt} found @param {string} looked the link it is about */
function offer(root, app, found, looked) {
  const { t } = app;
  const { name } = found.brings;
  const signOut = h("input", { type: "checkbox", id: "sign-out" });
  const use = async () => {
    go.disabled = true;
    try {
      const used = await api("POST", "/api/links/use", { secret: looked, sign_out_old: signOut.checked });
      secret = "";
      storage.set("name", used.name);
      storage.set("made-up-name", "");
      arrive(root, app, found);
    } catch (error) {
      go.disabled = false;
      refuse(root, app, error);
    }
  };
  const go = h(
    "button",
    { type: "button", class: "primary loud continue-go", onClick: use },
    t("devices.here.go", { name }),
  );
  replace(
    root,
    topbar(app),
    h(
      "main",
      { class: "page narrow continue", id: "content" },
      h("h1", null, t("devices.here.brings", { name })),
      brings(app, found.brings),
      found.loses ? loses(app, found.loses) : null,
      found.kind === "device" ? signOutChoice(app, signOut) : null,
      go,
    ),
  );
  app.title(t("devices.here.title"));
  announce(t("devices.here.brings", { name }));
}

/** @param {App} app @param {Person} person */
function brings(app, { tables }) {
  return h(
    "section",
    { class: "panel continue-brings" },
    h("p", null, app.t(tables.length ? "devices.here.tables" : "devices.here.no-tables")),
    tableList(app, tables),
  );
}

/** @param {App} app @param {Person} person */
function loses(app, { name, tables }) {
  const { t } = app;
  const some = tables.length > 0;
  return h(
    "section",
    { class: "panel continue-loses" },
    h("h2", null, t("devices.here.loses")),
    h("p", null, t(some ? "devices.here.now" : "devices.here.now-empty", { name })),
    tableList(app, tables),
    some && h("p", null, t("devices.here.keep")),
    some && h("button", { type: "button", onClick: () => void openDevices(app) }, t("devices.here.keep-go")),
  );
}

/** @param {App} app @param {HTMLInputElement} input */
function signOutChoice({ t }, input) {
  return h(
    "label",
    { class: "choice", for: input.id },
    input,
    h(
      "span",
      null,
      h("strong", null, t("devices.here.sign-out")),
      h("span", { class: "small muted continue-hint" }, t("devices.here.sign-out-hint")),
    ),
  );
}

/** @param {App} app @param {Summary[]} tables */
function tableList(app, tables) {
  if (!tables.length) return null;
  const rows = tables.map((each) => h("li", { class: "continue-table" }, tableWords(app, each)));
  return h("ul", { class: "continue-tables" }, rows);
}

/** Which table it is: the game and who is there. @param {App} app @param {Summary} summary */
function tableWords(app, { table }) {
  const { game } = table.settings;
  const names = table.seats.filter((seat) => seat.person || seat.bot).map((seat) => seat.name || app.t("web.bot"));
  return [
    picture(gamePage(game).icon, "-15 -15 30 30", { class: "continue-art" }),
    h(
      "span",
      { class: "grow" },
      h("strong", null, gameInfo(game).title),
      h("span", { class: "small muted continue-hint" }, names.join(", ")),
    ),
    h("span", { class: "tag" }, app.t(`web.phases.${table.phase}`)),
  ];
}

/**
 * This device is the player now: to the one table that goes on, else home. After a recovery link, which
 * is used up, a new one is offered first.
 * @param {HTMLElement} root
 * @param {App} app
 * @param {LookedAt} found
 */
function arrive(root, app, { kind, brings: { name, tables } }) {
  const { t } = app;
  const going = tables.filter(({ table }) => table.phase === "playing" || table.phase === "lobby");
  const path = going.length === 1 ? `/t/${going[0].table.id}` : "/";
  const done = t("devices.here.done", { name });
  if (kind === "device") {
    app.navigate(path, { replace: true });
    return toast(done);
  }
  replace(
    root,
    topbar(app),
    h(
      "main",
      { class: "page narrow continue", id: "content" },
      h("h1", null, done),
      h("p", null, t("devices.here.done-recovery")),
      h("div", { class: "panel" }, recoverySection(app, "h2")),
      h("a", { class: "button primary loud continue-on", href: path }, t("web.home.continue")),
    ),
  );
  announce(done);
}
