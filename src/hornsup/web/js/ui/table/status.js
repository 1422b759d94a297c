/** Whose turn it is, as the line on top says it. */

import { t } from "../../i18n.js";
import { nameOf } from "../controls/seats.js";

/** @typedef {import("../../types").Model} Model */

/** Whether a person on this device must decide now. @param {Model} model */
export function isMyTurn({ toMove, you, table }) {
  return toMove !== null && you.seats.includes(toMove) && !table.seats[toMove].bot;
}

/**
 * Whose turn it is and what they choose, as a sentence.
 * @param {Model} model
 * @param {import("../../types").GameComponent | null} game
 */
export function statusOf(model, game) {
  if (model.table.phase === "over") return t("web.table.over");
  if (model.toMove === null) return t("web.loading");
  const own = game?.status?.(model);
  if (own) return own;
  const seat = model.table.seats[model.toMove];
  const mine = isMyTurn(model);
  if (mine && model.you.seats.length > 1) return t("web.table.turn-of", { name: nameOf(seat) });
  if (mine) return t("web.table.your-turn");
  return t(seat.bot ? "web.table.bot-thinks" : "web.table.turn-of", { name: nameOf(seat) });
}
