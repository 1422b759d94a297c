/** The page module of Horns Up. */

import { css, s, use } from "../../dom.js";
import { drawPlaces, sayPlaces } from "./board/place-names.js";

/** Cards on the home page: symbol, x, y, degrees. @type {[string, number, number, number][]} */
const CARDS = [
  ["card-path-ne", 12, 128, -7],
  ["card-path-nes", 172, 118, 0],
  ["card-mosh-pit", 332, 128, 7],
  ["stage-wall-of-death", 54, 12, -5],
  ["card-horns-up", 290, 12, 5],
  ["stage-tile", 172, 6, 0],
];

/** A Stage, some Paths and pawns. */
function picture() {
  return s(
    "svg",
    { viewBox: "0 0 494 236", preserveAspectRatio: "xMidYMid meet" },
    CARDS.map(([id, x, y, turn]) =>
      s("g", { transform: `rotate(${turn} ${x + 75} ${y + 50})` }, use(id, { x, y, width: 150, height: 100 })),
    ),
    ["a", "d", "b"].map((letter, at) =>
      use(`pawn-${letter}`, { x: 186 + at * 38, y: 132 + (at % 2) * 26, width: 46, height: 46 }),
    ),
  );
}

/** @type {import("../../types").GamePage} */
export const page = {
  async load() {
    const hall = import("./board/hall.js").then(({ loadHall }) => loadHall()).catch(() => {}); // the board asks again
    const [{ createGame }] = await Promise.all([import("./component.js"), css("horns-up"), hall]);
    return createGame;
  },
  icon: "pawn-a",
  picture,
  usualPlayers: 4,
  open: false,
  log: async () => (await import("./showing/log-items.js")).log,
  draw: drawPlaces,
  spoken: sayPlaces,
  replay: { pace: 1500, group: "turn" },
  lesson: { pace: 900 },
  ruleSections: async (t) => (await import("./rules.js")).ruleSections(t),
};
