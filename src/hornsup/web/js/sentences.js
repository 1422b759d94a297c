/** Events and their sentences: how the log, the replay, the lessons and the shared screen show and say them. */

import { gamePage } from "./catalogue.js";
import { announce } from "./announce.js";

/** @typedef {import("./types").Happened} Happened */
/** @typedef {{text: string, strong: boolean}} Sentence `strong`: it begins or ends a part of the game */

const STRONG = new Set(["round-began", "turn-began", "game-ended", "game-won", "won"]);

/** @param {Happened[]} events @returns {Sentence[]} */
export function sentencesOf(events) {
  return events.map(({ event, text }) => ({ text, strong: STRONG.has(event.event) }));
}

/** A sentence as nodes, with pictures where the game has them. @param {string} game @param {string} text */
export function drawSentence(game, text) {
  return gamePage(game).draw(text);
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
