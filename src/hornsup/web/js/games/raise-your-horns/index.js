/** The page module of Raise Your Horns! */

import { css, s, use } from "../../dom.js";
import { drawDice, sayDice } from "./dice.js";
import { executorRow } from "./executor.js";

/** Dice on the home page: symbol, x, y, degrees. @type {[string, number, number, number][]} */
const DICE = [
  ["die-B5", 20, 92, -14],
  ["die-F3", 140, 30, 9],
  ["die-WH", 250, 78, -6],
  ["die-FX", 372, 46, 16],
];

/** Four dice as they might fall. */
function picture() {
  return s(
    "svg",
    { viewBox: "0 0 494 236", preserveAspectRatio: "xMidYMid meet" },
    DICE.map(([id, x, y, turn]) =>
      s("g", { transform: `rotate(${turn} ${x + 55} ${y + 55})` }, use(id, { x, y, width: 110, height: 110 })),
    ),
  );
}

/** @type {import("../../types").GamePage} */
export const page = {
  async load() {
    const [{ createGame }] = await Promise.all([import("./component.js"), css("raise-your-horns")]);
    return createGame;
  },
  icon: "die-WH",
  picture,
  usualPlayers: 4,
  open: true,
  log: async () => (await import("./log-items.js")).log,
  draw: drawDice,
  spoken: (text, view) => sayDice(text, view?.names ?? "rulebook"),
  replay: { pace: 2900, group: "round" },
  lesson: { pace: 900 },
  lobbyRow: executorRow,
  ruleSections: async (t) => (await import("./rules.js")).ruleSections(t),
};
