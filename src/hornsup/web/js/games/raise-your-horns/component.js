/** The view of a table of Raise Your Horns! for play, replay, shared screen and lessons. */

import { DiceTable } from "./table.js";

/** @type {import("../../types").CreateGame} */
export function createGame(ctx) {
  const { t } = ctx;
  const table = new DiceTable(ctx);
  return {
    element: table.element,
    paint: (model) => table.paint(model),
    show: (step, showing) => table.show(step, showing),
    destroy: () => table.destroy(),
    status: (model) => statusOf(ctx, model),
    shortcuts: [
      [t("web.dice.key-space"), t("web.dice.key-roll")],
      ["1 2 3 4", t("web.dice.key-keep")],
      ["O", t("web.dice.odds")],
      ["Esc", t("web.dice.key-skip")],
    ],
  };
}

/** @param {import("../../types").GameContext} ctx @param {import("../../types").Model} model */
function statusOf({ t, names }, model) {
  const phase = model.view?.phase;
  if (model.toMove === null || !["start", "roll", "keep", "name"].includes(phase)) return null;
  const seat = model.table.seats[model.toMove];
  const mine = model.you.seats.includes(model.toMove) && !seat?.bot;
  if (mine && model.you.seats.length === 1) return t(`web.dice.you-${phase}`);
  return t(`web.dice.they-${phase}`, { name: names()[model.toMove] ?? "" });
}
