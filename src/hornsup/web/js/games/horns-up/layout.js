/** The parts of the table on one element. */

import { h } from "../../dom.js";
import { ActionBar } from "./action-bar.js";
import { Animations } from "./animations.js";
import { Board } from "./board.js";
import { Hand } from "./hand.js";
import { Banner, StagePanel } from "./hud.js";
import { Rockers } from "./rockers.js";
import { Tooltip } from "./tooltip.js";
import { zoomButtons } from "./zoom-buttons.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{board: import("./board.js").Handlers, hand: import("./hand.js").Handlers,
 *   actionBar: import("./action-bar.js").Handlers,
 *   stagePanel: import("./hud.js").Handlers, rocker: (seat: number) => void}} Handlers */

/** @param {Context} ctx @param {Words} words @param {Handlers} handlers */
export function assemble(ctx, words, handlers) {
  const board = new Board(words.cards, handlers.board, ctx.reducedMotion, words.say("board"));
  const banner = new Banner(words);
  const stagePanel = new StagePanel(words, handlers.stagePanel);
  const rockers = new Rockers(words, handlers.rocker, words.say("rockers"));
  const hand = new Hand(words.cards, handlers.hand, words.say("hand"));
  const actionBar = new ActionBar(words, handlers.actionBar);
  const plays = ctx.mode === "play" || ctx.mode === "learn";
  if (plays) actionBar.now.append(banner.pips, banner.own); // the page has a status line of its own
  const poster = h("div", { class: "hu-poster", "aria-hidden": "true" });
  const concert = h(
    "div",
    { class: "hu-concert", dataset: { keys: "arrows" } },
    board.window,
    zoomButtons(words, board.camera),
    plays ? actionBar.help : null,
    poster,
  );
  const foot = h("div", { class: "hu-foot" }, actionBar.element, hand.element);
  const grid = h(
    "div",
    { class: "hu-grid" },
    plays ? null : banner.element,
    stagePanel.element,
    rockers.element,
    concert,
    foot,
  );
  const element = h("div", { class: `hu hu-${ctx.mode}` }, grid);
  const chip = (/** @type {number} */ seat) => rockers.chips.get(seat)?.element;
  const animations = new Animations({ board, words, chip, pips: banner.pips, hand: hand.element, poster });
  element.addEventListener("pointerdown", () => animations.skip(), true);
  return { element, board, banner, stagePanel, rockers, hand, actionBar, animations, tooltip: new Tooltip(element) };
}
