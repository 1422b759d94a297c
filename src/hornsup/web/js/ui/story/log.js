/**
 * The log of a table: what happened, as sentences, kept for this tab.
 *
 * An entry is stored when it arrives and revealed when the table shows it: then it is listed and announced.
 */

import { t } from "../../i18n.js";
import { saySentences } from "../../sentences.js";
import { nameOf, namesOf } from "../controls/seats.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Update} Update */
/** @typedef {import("../../types").Happened} Happened */
/**
 * `at` counts the events of a version; `early` says that it happened at that version or before. An entry of the
 * table itself has no event but its kind, and the seat that it is about.
 * @typedef {{version: number, at: number, text: string, event: Record<string, any> | null, early?: boolean,
 *   kind?: string, seat?: number}} Entry
 */

const KEPT = 600;
/** Milliseconds until new entries are stored; what is lost in between is asked for again by its version. */
const STORE_AFTER = 250;
/** Updates about the table that have a sentence of their own. It comes before the moves that followed from it. */
const TABLE_ENTRIES = ["undone", "took-over", "gave-back", "timed-out"];
/** Those by which a seat, or the host's part, goes to another person, with the keys of their sentences. */
const CHANGES_OF_HANDS = {
  "handed-over": "handover.log.handed-over",
  "taken-back": "handover.log.taken-back",
  "passed-on": "handover.log.host",
  "host-back": "handover.log.host",
};

/** @param {string} tableId */
export function createLog(tableId) {
  const key = `log-${tableId}`;
  let { version, entries } = load(key);
  let shown = entries.length;
  /** @type {Set<(entries: Entry[]) => void>} */
  const listeners = new Set();

  let storing = 0;

  const revealed = () => entries.slice(0, shown);

  const storeSoon = () => {
    storing ||= window.setTimeout(() => {
      storing = 0;
      store(key, { version, entries });
    }, STORE_AFTER);
  };

  /** @param {Entry[]} added */
  const add = (added) => {
    const more = Math.max(0, entries.length + added.length - KEPT);
    entries = [...entries, ...added].slice(-KEPT);
    shown = Math.max(0, shown - more);
  };

  return {
    /** What has been shown so far. */
    entries: revealed,
    /** The version up to which the log is complete. */
    version: () => version,
    /** @param {(entries: Entry[]) => void} listener */
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Store what an update tells, or what was missed; `reveal` shows it.
     * @param {Model} model
     * @param {Update | null} update
     * @param {Happened[] | null} missed
     * @param {boolean} fresh
     */
    take(model, update, missed, fresh) {
      if (update) add([...tableEntries(update, model), ...gameEntries(update.events ?? [], update.version)]);
      else if (missed) add(missedEntries(missed, model.version).filter((each) => each.early || each.version > version));
      else if (fresh && version < model.version && version > 0)
        add([{ version: model.version, at: 0, text: t("web.log.gap"), event: null }]);
      if (!update) add(lostSeats(model, entries));
      version = model.version;
      storeSoon();
    },
    /**
     * Show the entries of all versions before this one, and of this one the first so many events.
     * @param {Model} model the table as it is shown with them
     * @param {number} [upTo]
     * @param {boolean} [quietly] whether they are not announced
     */
    reveal(model, upTo = Infinity, quietly = false) {
      const from = shown;
      while (shown < entries.length && isDue(entries[shown], model.version, upTo)) shown += 1;
      if (shown === from) return;
      const texts = entries.slice(from, shown).map(({ text }) => text);
      if (!quietly) saySentences(model.table.settings.game, texts, model.view);
      for (const listener of listeners) listener(revealed());
    },
  };
}

/** @param {Entry} entry @param {number} version @param {number} upTo */
function isDue(entry, version, upTo) {
  return entry.version < version || (entry.version === version && (entry.event === null || entry.at < upTo));
}

/** @param {Happened[]} events @param {number} version @returns {Entry[]} */
function gameEntries(events, version) {
  return events.map(({ event, text }, at) => ({ version, at, text, event }));
}

/** Some servers do not say which version each belongs to. @param {(Happened & {version?: number | null})[]} missed @param {number} now @returns {Entry[]} */
function missedEntries(missed, now) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  return missed.map(({ event, text, version }) => {
    const at = counts.get(version ?? now) ?? 0;
    counts.set(version ?? now, at + 1);
    return { version: version ?? now, at, text, event, ...(version == null && { early: true }) };
  });
}

/** @param {Update} update @param {Model} model @returns {Entry[]} */
function tableEntries(update, model) {
  const { version, kind } = update;
  const seat = update.seat ?? model.table.seats.find((each) => each.host)?.seat;
  const changed = handsChanged(update, model);
  if (seat === undefined || (!changed && !TABLE_ENTRIES.includes(kind))) return [];
  const text = changed || t(`web.log.${kind}`, { name: namesOf(model.table)[seat] ?? "" });
  return [{ version, at: 0, text, event: null, kind, seat }];
}

/**
 * What an update says of a seat that has another player, or a table that has another host.
 * @param {Pick<Update, "kind" | "seat">} update
 * @param {Model} model
 */
export function handsChanged(update, { table }) {
  const key = CHANGES_OF_HANDS[/** @type {keyof typeof CHANGES_OF_HANDS} */ (update.kind)];
  const seat = update.seat == null ? table.seats.find((each) => each.host) : table.seats[update.seat];
  if (!key || !seat) return "";
  return t(key, { name: nameOf(seat), former: seat.former ?? "" });
}

/** A former player is shown the table anew and not told the update by which the seat went. @param {Model} model @param {Entry[]} entries @returns {Entry[]} */
function lostSeats(model, entries) {
  const lost = (model.you.former ?? []).map((seat) => {
    const kind = "handed-over";
    return { version: model.version, at: 0, text: handsChanged({ kind, seat }, model), event: null, kind, seat };
  });
  return lost.filter(({ text }) => !entries.some((each) => each.text === text));
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
