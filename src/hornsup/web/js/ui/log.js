/** The log of a table: sentences about events, kept for this tab and announced as they come. */

import { t } from "../i18n.js";
import { saySentences, sentencesOf } from "../sentences.js";
import { namesOf } from "./seats.js";

/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").Update} Update */
/** @typedef {import("../types").Happened} Happened */
/** @typedef {{version: number, text: string, strong?: boolean}} Entry */

const KEPT = 400;
/** Entries of the table that are no events of the game. */
const TABLE_ENTRIES = ["undone", "took-over", "gave-back", "timed-out"];

/** @param {string} tableId */
export function createLog(tableId) {
  const key = `log-${tableId}`;
  let { version, entries } = load(key);
  /** @type {Set<(entries: Entry[]) => void>} */
  const listeners = new Set();

  /** @param {Model} model @param {Entry[]} added @param {boolean} [quietly] */
  const add = (model, added, quietly = false) => {
    if (!added.length) return;
    entries = [...entries, ...added].slice(-KEPT);
    if (!quietly)
      saySentences(
        model.table.settings.game,
        added.map(({ text }) => text),
        model.view,
      );
    for (const listener of listeners) listener(entries);
  };

  return {
    entries: () => entries,
    /** The version up to which the log is complete. */
    version: () => version,
    /** @param {(entries: Entry[]) => void} listener */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Add the sentences of an update, or of what was missed.
     * @param {Model} model
     * @param {Update | null} update
     * @param {Happened[] | null} missed
     * @param {boolean} fresh
     */
    take(model, update, missed, fresh) {
      if (update) add(model, [...gameEntries(update.events ?? [], update.version), ...tableEntries(update, model)]);
      else if (missed)
        add(model, gameEntries(missed, model.version), version === 0); // on a first visit it can be read
      else if (fresh && version < model.version && version > 0)
        add(model, [{ version: model.version, text: t("web.log.gap") }]);
      version = model.version;
      store(key, { version, entries });
    },
  };
}

/** @param {Happened[]} events @param {number} version @returns {Entry[]} */
function gameEntries(events, version) {
  return sentencesOf(events).map((sentence) => ({ version, ...sentence }));
}

/** @param {Update} update @param {Model} model @returns {Entry[]} */
function tableEntries(update, model) {
  if (!TABLE_ENTRIES.includes(update.kind) || update.seat == null) return [];
  const name = namesOf(model.table)[update.seat] ?? "";
  return [{ version: update.version, text: t(`web.log.${update.kind}`, { name }) }];
}

/** @param {string} key @returns {{version: number, entries: Entry[]}} */
function load(key) {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "");
    if (Array.isArray(stored.entries) && Number.isInteger(stored.version)) return stored;
  } catch {
    // nothing was kept
  }
  return { version: 0, entries: [] };
}

/** @param {string} key @param {{version: number, entries: Entry[]}} value */
function store(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a full storage costs the list after a reload, nothing else
  }
}
