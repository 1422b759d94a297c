/** Horns Up: the component that table, replay, shared screen and lessons show. */

import { css } from "../../dom.js";
import { Game } from "./game.js";
import { shortcuts } from "./keys.js";

/** @param {import("./types.js").Context} ctx @returns {import("../../types").GameComponent} */
export function createGame(ctx) {
  void css("horns-up");
  const game = new Game(ctx);
  return {
    element: game.element,
    paint: (model, update) => game.paint(model, update),
    destroy: () => game.destroy(),
    status: (model) => game.status(model),
    onlyHand: (on) => game.onlyHand(on),
    shortcuts: shortcuts(ctx.t),
  };
}
