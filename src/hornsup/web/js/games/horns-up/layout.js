/** The parts of the table on one element. */

import { h } from "../../dom.js";
import { ActionBar } from "./choosing/action-bar.js";
import { Board } from "./board/board.js";
import { dragCards } from "./hand/drag.js";
import { Effects } from "./showing/effects.js";
import { Flights } from "./showing/flights.js";
import { Hand } from "./hand/hand.js";
import { Banner, StagePanel } from "./hud.js";
import { Moments } from "./showing/moments.js";
import { Places } from "./board/places.js";
import { Rockers } from "./rockers.js";
import { Tooltip } from "./choosing/tooltip.js";
import { zoomButtons } from "./board/zoom-buttons.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{board: import("./board/board.js").Handlers, hand: import("./hand/hand.js").Handlers,
 *   drag: import("./hand/drag.js").Handlers,
 *   actionBar: import("./choosing/action-bar.js").Handlers,
 *   stagePanel: import("./hud.js").Handlers, rocker: (seat: number) => void}} Handlers */

/** @param {Context} ctx @param {Words} words @param {Handlers} handlers */
export function assemble(ctx, words, handlers) {
  const board = new Board(words.cards, handlers.board, ctx.reducedMotion, words.say("board"));
  const banner = new Banner(words);
  const stagePanel = new StagePanel(words, handlers.stagePanel);
  const rockers = new Rockers(words, handlers.rocker, words.say("rockers"));
  const hand = new Hand(words.cards, handlers.hand, words.say("hand"));
  const drag = dragCards(hand.element, handlers.drag);
  const actionBar = new ActionBar(words, handlers.actionBar);
  const plays = ctx.mode === "play" || ctx.mode === "learn";
  if (plays) actionBar.now.append(banner.pips, banner.own); // the page has a status line of its own
  const places = new Places({ board, hand, rockers, stagePanel });
  const flights = new Flights();
  const effects = new Effects(flights, places, { board, cards: words.cards, pips: banner.pips });
  const moments = new Moments(words, places);
  const concert = h(
    "div",
    { class: "hu-concert", dataset: { keys: "arrows" } },
    board.window,
    zoomButtons(words, board.camera),
    moments.element,
  );
  const line = plays ? h("div", { class: "hu-line" }, ctx.ticker ?? null, actionBar.help) : null;
  const foot = h("div", { class: "hu-foot" }, actionBar.choices, line, actionBar.element, hand.element);
  /** In the own grid its parts stand for themselves; a page may take it into a column of its own. */
  const aside = h("div", { class: "hu-aside" }, stagePanel.element, rockers.element);
  const grid = h("div", { class: "hu-grid" }, plays ? null : banner.element, aside, concert, foot);
  const element = h("div", { class: `hu hu-${ctx.mode}` }, grid);
  const dock = (/** @type {HTMLElement | null} */ host) => {
    if (host) host.append(aside);
    else grid.prepend(aside);
    element.classList.toggle("docked", host !== null);
  };
  const tooltip = new Tooltip(element);
  return {
    element,
    board,
    banner,
    stagePanel,
    rockers,
    hand,
    actionBar,
    drag,
    tooltip,
    concert,
    places,
    flights,
    effects,
    moments,
    dock,
  };
}
