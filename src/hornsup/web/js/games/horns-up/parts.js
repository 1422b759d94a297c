/** The parts of the table, put together on one element. */

import { h } from "../../dom.js";
import { Board } from "./board.js";
import { Bubble } from "./bubble.js";
import { Hand } from "./hand.js";
import { Banner, Show } from "./hud.js";
import { Moments } from "./moments.js";
import { Prompt } from "./prompt.js";
import { Rockers } from "./rockers.js";
import { zoomButtons } from "./zooming.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{board: import("./board.js").Touch, hand: import("./hand.js").Touch, prompt: import("./prompt.js").Touch,
 *   show: import("./hud.js").Touch, rocker: (seat: number) => void}} Touch */

/** @param {Context} ctx @param {Words} words @param {Touch} touch */
export function assemble(ctx, words, touch) {
  const board = new Board(words.cards, touch.board, ctx.reducedMotion, words.say("board"));
  const banner = new Banner(words);
  const show = new Show(words, touch.show);
  const rockers = new Rockers(words, touch.rocker, words.say("rockers"));
  const hand = new Hand(words.cards, touch.hand, words.say("hand"));
  const prompt = new Prompt(words, touch.prompt);
  const plays = ctx.mode === "play" || ctx.mode === "learn";
  if (plays) prompt.now.append(banner.pips, banner.own); // the page around says whose turn it is
  const poster = h("div", { class: "hu-poster", "aria-hidden": "true" });
  const concert = h("div", { class: "hu-concert" }, board.window, zoomButtons(words, board.camera), plays ? prompt.help : null, poster);
  const foot = h("div", { class: "hu-foot" }, prompt.element, hand.element);
  const grid = h("div", { class: "hu-grid" }, plays ? null : banner.element, show.element, rockers.element, concert, foot);
  const element = h("div", { class: `hu hu-${ctx.mode}` }, grid);
  const chip = (/** @type {number} */ seat) => rockers.chips.get(seat)?.element;
  const moments = new Moments({ board, words, chip, pips: banner.pips, hand: hand.element, poster });
  element.addEventListener("pointerdown", () => moments.skip(), true);
  return { element, board, banner, show, rockers, hand, prompt, moments, bubble: new Bubble(element) };
}
