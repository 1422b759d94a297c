/** The view of a table of Horns Up for table, replay, shared screen and lessons. */

import { Game } from "./game.js";
import { shortcuts } from "./choosing/keys.js";

/** @type {import("../../types").CreateGame} */
export function createGame(ctx) {
  const game = new Game(ctx);
  return {
    element: game.element,
    paint: (model) => game.paint(model),
    show: (step, showing) => game.show(step, showing),
    destroy: () => game.destroy(),
    status: (model) => game.status(model),
    actions: (model) => game.actions(model),
    onlyHand: (on) => game.onlyHand(on),
    dock: (host) => game.dock(host),
    light: (cells) => game.board.pointAt(cells),
    past: (on) => game.past(on),
    remember: (events) => game.remember(events),
    shortcuts: shortcuts(ctx.t),
  };
}
