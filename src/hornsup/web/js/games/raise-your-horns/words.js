/** Sentences of the dice game: `W3` becomes a picture for the eye and words for the ear. */

import { t } from "../../i18n.js";
import { dieFace, faceName } from "./dice.js";

const FACE = /\b([WBF](?:\d{1,2}\b|H\b|!))/;

/** A sentence with its dice drawn. @param {string} text @returns {(string | SVGElement)[]} */
export function withDice(text) {
  return text.split(FACE).map((part, at) => (at % 2 ? dieFace(part, { class: "die-face log-die", role: "img", "aria-hidden": null, "aria-label": faceName(t, "family", part) }) : part));
}

/** A sentence as it is said aloud. @param {string} text @param {string} names which names the dice go by */
export function spoken(text, names) {
  return text.split(FACE).map((part, at) => (at % 2 ? `${faceName(t, names, part)},` : part)).join("").replace(/,\s*([.,!])/g, "$1");
}
