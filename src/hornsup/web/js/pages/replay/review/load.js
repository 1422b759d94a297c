/** A review as the server sends it, part by part. */

import { readLines } from "../../../net.js";

/** @typedef {import("../source.js").Viewpoint} Viewpoint */
/** A value as the server writes it: a number, or an exact fraction such as "7/216". @typedef {number | string} Value */
/**
 * The chances of all seats after one step; `opens` says that an account begins there.
 * @typedef {{move: number, kind: "chance" | "decision", seat: number | null, turn: number, opens: boolean, values: number[]}} Chance
 */
/** @typedef {{measure: "win" | "lose", players: number, chances: Chance[]}} Graph */
/** @typedef {{start: Value, luck: Value, own: Value, by: Value[], rest: Value, result: Value, luck_error: number}} Account */
/** `grudges[j][i]` is what seat j did to seat i. @typedef {{ledger: Account[], grudges: Value[][], to_judge: number}} Ledger */
/**
 * @typedef {{move: number, seat: number, turn: number, word: string, loss: Value, error: number, best: string,
 *   played_text?: string, best_text?: string}} Decision
 */
/** @typedef {{move: number, seat: number, turn: number, change: Value, text: string}} TurningPoint */
/** @typedef {{seat: number, decisions: number, mean_loss: number, error: number, percent: number | null}} Accuracy */
/** @typedef {{decisions: Decision[], turning_points: TurningPoint[], accuracy: Accuracy[], left_out: number}} Findings */
/**
 * What is told of each part.
 * @typedef {{graph: (graph: Graph) => void, ledger: (ledger: Ledger) => void, judged: (done: number, total: number) => void,
 *   review: (found: Findings) => void, ended: (message: string) => void}} Reader
 */

/** @param {Value} value */
export function toNumber(value) {
  if (typeof value === "number") return value;
  const [above, below = "1"] = value.split("/");
  return Number(above) / Number(below);
}

/**
 * Read a review to its end; throws a Problem.
 * @param {string} id
 * @param {Viewpoint} viewpoint
 * @param {string} language
 * @param {Reader} reader
 * @param {AbortSignal} signal
 */
export async function readReview(id, viewpoint, language, reader, signal) {
  const path = `/api/tables/${id}/review?seen_by=${viewpoint}&language=${language}`;
  for await (const part of readLines(path, signal)) {
    if (part.part === "graph") reader.graph(withNumbers(part));
    else if (part.part === "ledger") reader.ledger(part);
    else if (part.part === "decision") reader.judged(part.done, part.total);
    else if (part.part === "review") reader.review(part);
    else if (part.part === "ended") reader.ended(part.message);
  }
}

/** @param {any} graph @returns {Graph} */
function withNumbers(graph) {
  const chances = graph.chances.map((/** @type {any} */ each) => ({ ...each, values: each.values.map(toNumber) }));
  return { ...graph, chances };
}
