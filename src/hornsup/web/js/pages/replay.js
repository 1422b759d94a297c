/** The replay of a finished game: one of this server by its address, or any from a file. */

import { css, h, replace } from "../dom.js";
import { Problem } from "../net.js";
import { loadGame } from "../ui/shell.js";
import { topbar } from "../ui/topbar.js";
import { Player } from "./replay/player.js";
import { brought, eyesOf, fileButton, stored } from "./replay/source.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("./replay/source.js").Source} Source */

/** The address of a game that lies in a file: it leads back to where files are opened. */
const FROM_FILE = "/replay";

/** @type {import("../types").PageFunction} */
export async function page(root, params, app) {
  await Promise.all([css("table"), css("replay")]);
  const title = app.t("web_more.replay.title");
  app.title(title);
  if (!params.id) return start(root, app, title);
  try {
    return await open(root, stored(params.id, app), app);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return start(root, app, error.status === 404 ? app.t("web.missing.table") : error.message);
  }
}

/** Nothing to show yet, or no such game, or one that is not over: a file can be opened. @param {HTMLElement} root @param {App} app @param {string} title */
function start(root, app, title) {
  /** @type {import("../types").Page | null} */
  let shown = null;
  const go = async (/** @type {any} */ record) => {
    shown = await open(root, brought(record, app), app);
  };
  replace(
    root,
    topbar(app),
    h("main", { class: "page narrow stack", id: "content" }, h("h1", null, title), h("p", null, app.t("web_more.replay.file-hint")), h("div", { class: "row" }, fileButton(app, go), h("a", { class: "button", href: "/" }, app.t("web.nav.home")))),
  );
  return { destroy: () => shown?.destroy() };
}

/** @param {HTMLElement} root @param {Source} source @param {App} app */
async function open(root, source, app) {
  const query = new URLSearchParams(source.id ? location.search : "");
  const eyes = eyesOf(query);
  const film = await source.load(eyes);
  const { createGame } = await loadGame(film.game);
  const player = new Player(source, film, eyes, app, createGame);
  const wanted = Number(query.get("step") ?? 0);
  replace(root, player.element);
  player.show(Number.isInteger(wanted) ? wanted : 0);
  player.onFile = async (record) => {
    const next = await open(root, brought(record, app), app);
    player.destroy();
    player.destroy = () => next.destroy();
  };
  if (!source.id) history.replaceState(null, "", FROM_FILE);
  return { destroy: () => player.destroy() };
}
