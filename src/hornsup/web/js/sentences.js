/** Events and their sentences: how the log, the replay, the lessons and the shared screen show and say them. */

import { gamePage } from "./catalogue.js";
import { announce } from "./announce.js";
import { h } from "./dom.js";
import { piece } from "./ui/controls/seats.js";

/** @typedef {import("./types").Happened} Happened */
/** @typedef {{text: string, strong: boolean}} Sentence `strong`: it begins or ends a part of the game */
/** Somebody whom a sentence may name. @typedef {{seat: number, name: string}} Named */

const STRONG = new Set(["round-began", "turn-began", "game-ended", "game-won", "won"]);

/** @param {Happened[]} events @returns {Sentence[]} */
export function sentencesOf(events) {
  return events.map(({ event, text }) => ({ text, strong: isStrong(event) }));
}

/** Whether an event begins or ends a part of the game. @param {Record<string, any> | null} event */
export function isStrong(event) {
  return event !== null && STRONG.has(event.event);
}

/** The seats of an event, in the order in which sentences name them. @param {Record<string, any> | null} event @returns {number[]} */
export function seatsIn(event) {
  const { seat, target, loser, seats } = event ?? {};
  return [seat, target, loser, ...(Array.isArray(seats) ? seats : [])].filter((each) => Number.isInteger(each));
}

/**
 * A sentence as nodes: pictures and places where the game has them, and its piece before a name.
 * @param {string} game
 * @param {string} text
 * @param {Named[]} [who] in the order in which the sentence names them
 * @returns {(string | Node)[]}
 */
export function drawSentence(game, text, who = []) {
  const { draw } = gamePage(game);
  const [first, ...others] = who;
  if (!first) return draw(text);
  const at = whereNamed(text, first.name);
  if (at < 0) return drawSentence(game, text, others);
  const end = at + first.name.length;
  const named = h("span", { class: "who" }, piece(first.seat), first.name);
  return [...draw(text.slice(0, at)), named, ...drawSentence(game, text.slice(end), others)];
}

/** Where a name stands as a whole word; -1 if it does not. @param {string} text @param {string} name */
function whereNamed(text, name) {
  if (!name) return -1;
  const wanted = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.search(new RegExp(`(?<![\\p{L}\\p{N}])${wanted}(?![\\p{L}\\p{N}])`, "u"));
}

/**
 * Announce sentences to screen readers.
 * @param {string} game
 * @param {string[]} texts
 * @param {import("./types").View | null} view
 */
export function saySentences(game, texts, view) {
  for (const text of texts) announce(gamePage(game).spoken(text, view));
}
