/** The games of this server, from GET /api/games, each with its page module. */

import { language } from "./i18n.js";
import { api } from "./net.js";

/** @typedef {import("./types").GameInfo} GameInfo */
/** @typedef {import("./types").GamePage} GamePage */
/** @typedef {import("./types").Level} Level */

/** Requests by language. @type {Map<string, Promise<GameInfo[]>>} */
const requests = new Map();
/** The games in the language that was loaded last. @type {GameInfo[]} */
let games = [];
/** The levels of bots, the weakest first. @type {Level[]} */
let levels = [];
/** @type {Map<string, GamePage>} */
const pages = new Map();

/**
 * Load the games with their page modules, in the present language unless one is given. Every page that
 * shows a game waits for this; `allGames`, `gameInfo` and `gamePage` answer at once from then on.
 * @param {import("./types").Language} key
 * @returns {Promise<GameInfo[]>}
 */
export async function loadGames(key = language()) {
  let request = requests.get(key);
  if (!request) {
    request = fetchGames(key);
    requests.set(key, request);
    request.catch(() => requests.delete(key));
  }
  games = await request;
  return games;
}

/** @param {string} key @returns {Promise<GameInfo[]>} */
async function fetchGames(key) {
  /** @type {{games: GameInfo[], levels: Level[]}} */
  const found = await api("GET", `/api/games?language=${key}`);
  const modules = await Promise.all(found.games.map(({ page }) => import(`./${page}`)));
  levels = found.levels;
  found.games.forEach(({ name }, at) => pages.set(name, modules[at].page));
  return found.games;
}

/** The games in the server's order. */
export function allGames() {
  return games;
}

/** The levels of bots, the weakest first. */
export function allLevels() {
  return levels;
}

/** @param {string} name @returns {GameInfo} */
export function gameInfo(name) {
  const found = games.find((each) => each.name === name);
  if (!found) throw new Error(`unknown game: ${name}`);
  return found;
}

/** @param {string} name @returns {GamePage} */
export function gamePage(name) {
  const found = pages.get(name);
  if (!found) throw new Error(`unknown game: ${name}`);
  return found;
}
