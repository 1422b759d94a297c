/** Keyboard shortcuts; they work everywhere but in text fields and dialogs. */

/** @typedef {import("../game.js").Game} Game */

const TYPING = "input, textarea, select, [contenteditable], dialog, [role=menu]";

/** @type {Record<string, (game: Game) => void>} */
const ACTS = {
  r: (game) => game.chooser.turnCard(),
  e: (game) => game.chooser.endTurn(),
  l: (game) => game.legal.length > 0 && game.chooser.list(),
  w: (game) => game.legal.length > 0 && game.chooser.askWhy(),
  n: (game) => game.board.jump([...game.chooser.step.spots.keys()]),
  i: (game) => lookAtFocus(game),
  f: (game) => game.board.camera.fit(),
  "+": (game) => game.board.camera.zoom(1.3),
  "=": (game) => game.board.camera.zoom(1.3),
  "-": (game) => game.board.camera.zoom(1 / 1.3),
  Escape: (game) => void (game.tooltip.hide() || game.chooser.cancel()),
};

/**
 * The keys for the overlay of the page, each with what it does.
 * @param {import("../types.js").Translate} t
 * @returns {[string, string][]}
 */
export function shortcuts(t) {
  const said = (/** @type {string} */ name) => t(`web_horns_up.keys.${name}`);
  return [
    ["1–9", said("card")],
    ["← ↑ → ↓", said("move")],
    [t("web.keys.key-enter"), said("choose")],
    ["N", said("next")],
    ["R", said("turn")],
    ["E", said("end")],
    ["Esc", said("back")],
    ["I", said("look")],
    ["W", said("why")],
    ["L", said("list")],
    ["+ −", said("zoom")],
    ["F", said("fit")],
  ];
}

/** @param {Game} game @param {KeyboardEvent} event */
export function actOn(game, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(TYPING) || document.querySelector("dialog[open]") || !game.element.isConnected) return;
  if (/^[0-9]$/.test(event.key)) return pickByNumber(game, event);
  if (event.key === "Enter" && !target?.closest("button, a, .hu-cell")) return confirm(game, event);
  const act = ACTS[event.key] ?? ACTS[event.key.toLowerCase()];
  if (act) act(game);
}

/** @param {Game} game @param {KeyboardEvent} event */
function pickByNumber(game, event) {
  const index = (Number(event.key) + 9) % 10;
  if (!game.hand.held[index]) return;
  event.preventDefault();
  game.hand.focus(index);
  game.chooser.tapCard(index);
  focusNextChoice(game);
}

/** After a card was chosen by key, move the focus to the next choice. @param {Game} game */
export function focusNextChoice(game) {
  if (!game.chooser.pick.card) return;
  const { choices, buttons } = game.actionBar;
  const first = choices.querySelector("button") ?? buttons.querySelector(".hu-go");
  if (first instanceof HTMLElement) first.focus();
  else game.board.jump([...game.chooser.step.spots.keys()]);
}

/** @param {Game} game @param {KeyboardEvent} event */
function confirm(game, event) {
  const only = game.legal.length === 1 ? game.legal[0] : undefined; // a token must go back before anything else
  const sure = game.chooser.step.ask === "confirm" ? game.chooser.step.moves[0] : only;
  if (!sure) return;
  event.preventDefault();
  game.chooser.send(sure);
}

/** @param {Game} game */
function lookAtFocus(game) {
  const held = game.hand.focused() ?? game.chooser.pick.card;
  if (held) game.look(held);
  else if (game.board.cursor) game.lookAtCell(game.board.cursor);
}
