/** What happened, in whole sentences: kept for this tab, said aloud, shown in the list. */

import { spoken } from "../games/raise-your-horns/words.js";
import { t } from "../i18n.js";
import { announce } from "../live.js";
import { namesOf } from "./seats.js";

/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").Update} Update */
/** @typedef {import("../types").Happened} Happened */
/** @typedef {{version: number, text: string, strong?: boolean, turn?: boolean}} Entry */

const KEPT = 400;
/** Events that begin something, for the eye to hold on to. */
const MARKS = new Set(["round-began", "turn-began", "game-ended", "game-won", "won"]);

/** @param {string} tableId */
export function createLog(tableId) {
  const key = `log-${tableId}`;
  let { version, entries } = load(key);
  let say = (/** @type {string} */ text) => text;
  /** @type {Set<(entries: Entry[]) => void>} */
  const listeners = new Set();

  /** @param {Entry[]} added @param {boolean} [quietly] */
  const add = (added, quietly = false) => {
    if (!added.length) return;
    entries = [...entries, ...added].slice(-KEPT);
    if (!quietly) for (const each of added) announce(say(each.text));
    for (const listener of listeners) listener(entries);
  };

  return {
    entries: () => entries,
    /** The last version that the list knows of. */
    version: () => version,
    /** @param {(entries: Entry[]) => void} listener */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Take in what the server told.
     * @param {Model} model
     * @param {Update | null} update
     * @param {Happened[] | null} missed
     * @param {boolean} fresh
     */
    take(model, update, missed, fresh) {
      const names = model.view?.names;
      if (model.table.settings.game === "raise-your-horns") say = (text) => spoken(text, names ?? "rulebook");
      if (update) add([...told(update.events ?? [], update.version), ...around(update, model)]);
      else if (missed) add(told(missed, model.version), version === 0); // whoever comes new can read it
      else if (fresh && version < model.version && version > 0) add([{ version: model.version, text: t("web.log.gap") }]);
      version = model.version;
      store(key, { version, entries });
    },
  };
}

/** @param {Happened[]} events @param {number} version @returns {Entry[]} */
function told(events, version) {
  return events.map(({ event, text }) => ({ version, text, strong: MARKS.has(event.event) }));
}

/** What is no event of the game but of the table. @param {Update} update @param {Model} model @returns {Entry[]} */
function around(update, model) {
  const known = ["undone", "took-over", "gave-back", "timed-out"];
  if (!known.includes(update.kind) || update.seat == null) return [];
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
