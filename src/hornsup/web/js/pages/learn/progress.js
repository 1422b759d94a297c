/** How far the learner has come, kept by the browser. */

import { storage } from "../../dom.js";

/**
 * @typedef {{done: string[], lesson: string, moves: string[]}} Progress finished lessons, and the moves of the present
 *   one
 */

/** @returns {Progress} */
export function loadProgress() {
  try {
    const stored = JSON.parse(storage.get("learn") ?? "");
    if (Array.isArray(stored.done) && Array.isArray(stored.moves)) return stored;
  } catch {
    // a first visit
  }
  return { done: [], lesson: "", moves: [] };
}

/** @param {Progress} progress */
export function storeProgress(progress) {
  storage.set("learn", JSON.stringify(progress));
}

export function resetProgress() {
  storeProgress({ done: [], lesson: "", moves: [] });
}
