/** A game that replays in one file: the replay of the client, with the game in the page. */

import { gamePage } from "../catalogue.js";
import { replace } from "../dom.js";
import { api } from "../net.js";
import { Playback } from "../pages/replay/playback.js";
import { Recording, tableOf } from "../pages/replay/recording.js";
import { openApp } from "./app.js";

/** @typedef {import("../pages/replay/source.js").Viewpoint} Viewpoint */
/** @typedef {import("../pages/replay/source.js").Source} Source */
/** @typedef {import("../types").Happened} Happened */
/** @typedef {import("../types").View} View */
/** @typedef {{move: string | null, seat: number | null, turn: number, patches: View[], events: Happened[][]}} PackedStep */
/**
 * The game as seen from several viewpoints (play/replaying.py); `record` is null while it runs.
 * @typedef {{game: string, players: number, names: string[], viewpoints: Viewpoint[], steps: PackedStep[],
 *   at: number, record: any}} PackedGame
 */

/** The game in this page. */
const GAME = "/packed/game.json";

/** @param {PackedGame} packed @returns {Source} */
function fromPage(packed) {
  return {
    id: "",
    viewpoints: packed.viewpoints,
    async load(viewpoint) {
      const at = packed.viewpoints.indexOf(viewpoint);
      const steps = packed.steps.map(({ patches, events, ...step }) => ({
        ...step,
        patch: patches[at],
        events: events[at],
      }));
      const raw = { game: packed.game, players: packed.players, names: packed.names, steps };
      return new Recording(raw, tableOf(raw), typeof viewpoint === "number" ? viewpoint : null);
    },
    record: async () => packed.record,
    instead: () => Promise.reject(new Error()),
  };
}

/** All hands, if they may be seen; those of a large table would leave no room for it on a phone. @param {PackedGame} packed */
function firstViewpoint({ viewpoints, players }) {
  const narrow = matchMedia("(max-width: 600px)").matches;
  return narrow && players > 5 && viewpoints.includes("table") ? "table" : viewpoints[0];
}

/** Show the game of this page. */
export async function start() {
  /** @type {PackedGame} */
  const packed = await api("GET", GAME);
  const app = await openApp(/** @type {import("../types").Language} */ (document.documentElement.lang));
  const source = fromPage(packed);
  const viewpoint = firstViewpoint(packed);
  const [recording, createGame] = await Promise.all([source.load(viewpoint), gamePage(packed.game).load()]);
  const playback = new Playback(source, recording, viewpoint, app, createGame);
  replace(/** @type {HTMLElement} */ (document.getElementById("app")), playback.element);
  void playback.show(packed.at);
}
