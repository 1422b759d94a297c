/** The page of a replay: a finished game of this server, or a record from a file. */

import { gamePage, loadGames } from "../catalogue.js";
import { css, h, replace } from "../dom.js";
import { Problem } from "../net.js";
import { topbar } from "../ui/page/topbar.js";
import { Playback } from "./replay/playback.js";
import { fileButton, fromFile, fromServer, viewpointOf } from "./replay/source.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("./replay/source.js").Source} Source */

/** The address of a game from a file: the page where files are opened. */
const FROM_FILE = "/replay";

/** @type {import("../types").PageFunction} */
export async function page(root, params, app) {
  await Promise.all([css("table"), css("log"), css("replay"), loadGames()]);
  const title = app.t("web_more.replay.title");
  app.title(title);
  if (!params.id) return start(root, app, title);
  try {
    return await open(root, fromServer(params.id, app), app);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return start(root, app, error.status === 404 ? app.t("web.missing.table") : error.message);
  }
}

/**
 * Without a game to show: a button that opens a file.
 * @param {HTMLElement} root
 * @param {App} app
 * @param {string} title
 */
function start(root, app, title) {
  /** @type {import("../types").Page | null} */
  let shown = null;
  const go = async (/** @type {any} */ record) => {
    shown = await open(root, fromFile(record, app), app);
  };
  replace(
    root,
    topbar(app),
    h(
      "main",
      { class: "page narrow stack", id: "content" },
      h("h1", null, title),
      h("p", null, app.t("web_more.replay.file-hint")),
      h("div", { class: "row" }, fileButton(app, go), h("a", { class: "button", href: "/" }, app.t("web.nav.home"))),
    ),
  );
  return { destroy: () => shown?.destroy() };
}

/** @param {HTMLElement} root @param {Source} source @param {App} app */
async function open(root, source, app) {
  const query = new URLSearchParams(source.id ? location.search : "");
  const viewpoint = viewpointOf(query);
  const recording = await source.load(viewpoint);
  const createGame = await gamePage(recording.game).load();
  const playback = new Playback(source, recording, viewpoint, app, createGame);
  const reviewed = query.get("review") === "1";
  const wanted = Number(query.get("step") ?? (reviewed ? recording.last : 0));
  replace(root, playback.element);
  playback.show(Number.isInteger(wanted) ? wanted : 0);
  if (reviewed) await playback.toggleReview();
  playback.onFile = async (record) => {
    const next = await open(root, fromFile(record, app), app);
    playback.destroy();
    playback.destroy = () => next.destroy();
  };
  if (!source.id) history.replaceState(null, "", FROM_FILE);
  return { destroy: () => playback.destroy() };
}
