/**
 * Questions of one kind that come one after the other, answered together: which way each card goes when the Wall of
 * Death opens, which card stays where cards meet when it closes. The server still gets one move for each.
 */

import { readCell } from "../../../notation.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").TableCard} TableCard */
/** A cell, the answers there are, and the card of each. @typedef {{cell: string, cards: Record<string, TableCard>}} Question */

/** All questions that are asked now and next. @param {View} view @param {readonly Move[]} legal @returns {Question[]} */
export function questionsOf(view, legal) {
  const { choice } = view;
  if (!choice?.cell || !legal.length) return [];
  if (choice.ask === "part") return partings(view, choice.cell);
  if (choice.ask !== "keep") return [];
  return [choice, ...(view.pending ?? [])]
    .filter(({ ask, seat }) => ask === "keep" && seat === choice.seat)
    .map(({ cell = "", cards = {} }) => ({ cell, cards }));
}

/** The cards of the column of the first question, from there on; with one answer for all there is one question. */
function partings(/** @type {View} */ { table, options }, /** @type {string} */ first) {
  if (options.wod_central === "joint") return [];
  const [column, row] = readCell(first);
  return table
    .filter(({ cell }) => readCell(cell)[0] === column && readCell(cell)[1] >= row)
    .map((card) => ({ cell: card.cell, cards: { left: card, right: card } }));
}

export class Plan {
  /** @param {Question[]} questions */
  constructor(questions) {
    this.questions = questions;
    /** @type {Map<string, string>} */
    this.answers = new Map(questions.map(({ cell, cards }) => [cell, Object.keys(cards)[0] ?? "left"]));
    this.confirmed = false;
    /** @type {Set<string>} */
    this.sent = new Set();
  }

  /** Choose another answer, or the next one. @param {string} cell @param {string} [answer] */
  choose(cell, answer) {
    const all = Object.keys(this.questions.find((each) => each.cell === cell)?.cards ?? {});
    const now = all.indexOf(this.answers.get(cell) ?? "");
    const next = answer ?? all[(now + 1) % all.length];
    if (next) this.answers.set(cell, next);
  }

  /** The planned answer to what is asked now; none if the plan does not fit, or an answer was taken back. @param {readonly Move[]} legal */
  answer(legal) {
    const cell = legal[0]?.cell ?? "";
    const half = this.answers.get(cell);
    const found = this.sent.has(cell) ? undefined : legal.find((move) => move.half === half && half !== undefined);
    if (found) this.sent.add(cell);
    return found;
  }
}
