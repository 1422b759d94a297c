/** The result of a finished game as the server tells it. */

import { language } from "../../i18n.js";
import { api } from "../../net.js";

/** @typedef {{name: string, title: string, values: number[], best: "high" | "low" | null, digits: number}} FigureRow */
/** @typedef {{name: string, text: string, seat: number, values: Record<string, number>}} Highlight */
/**
 * `order` lists the seats, the best first, those that share a place together; `notes` says of every
 * seat how it stood at the end.
 * @typedef {{title: string, order: number[][], notes: string[], rows: FigureRow[], highlights: Highlight[]}} Result
 */

/** @type {{path: string, result: Promise<Result>} | null} */
let last = null;

/** Fetched once per table and language; a failed request is made anew. @param {string} id @returns {Promise<Result>} */
export function loadResult(id) {
  const path = `/api/tables/${id}/figures?language=${language()}`;
  if (last?.path !== path) last = { path, result: api("GET", path) };
  const { result } = last;
  result.catch(() => {
    if (last?.result === result) last = null;
  });
  return result;
}

/** Places with their rank; those who share one have the same. @param {number[][]} order */
export function ranked(order) {
  let rank = 1;
  return order.map((seats) => {
    const place = { rank, seats };
    rank += seats.length;
    return place;
  });
}
