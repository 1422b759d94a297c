/** The entries of a log as turns, and what each turn shows at a glance. */

/** @typedef {import("../log.js").Entry} Entry */
/** @typedef {import("../../../types").GameLog} GameLog */
/** @typedef {import("../../../types").View} View */
/** @typedef {{entry: Entry, undone: boolean}} Told */
/**
 * A turn, or a round; `title` is null where its beginning is not known.
 * @typedef {{seat: number | null, title: string | null, short?: string, told: Told[]}} Turn
 */
/**
 * What is shown of one or more events: who did it (null: whoever plays the turn), to whom, how often.
 * @typedef {{entries: Entry[], picture: () => Element, words: string, seat: number | null, targets: number[],
 *   count: number, cells: string[]}} Item
 */

/** @param {Entry[]} entries @param {GameLog} game @returns {Turn[]} */
export function turnsOf(entries, game) {
  /** @type {Turn[]} */
  const turns = [];
  for (const entry of entries) {
    const begun = entry.event && game.begins(entry.event, !turns.length);
    if (begun) turns.push({ ...begun, told: [] });
    else if (!turns.length) turns.push({ seat: null, title: null, told: [] });
    const turn = turns[turns.length - 1];
    if (entry.kind === "undone") takeBack(turn.told);
    turn.told.push({ entry, undone: false });
  }
  return turns;
}

/** Mark the last move that still stands; what a move did has one version. @param {Told[]} told */
function takeBack(told) {
  const last = told.findLast(({ entry, undone }) => entry.event && !undone);
  for (const each of told) if (each.entry.event && each.entry.version === last?.entry.version) each.undone = true;
}

/**
 * What a turn shows at a glance.
 * @param {Turn} turn
 * @param {GameLog} game
 * @param {View | null} view
 */
export function itemsOf({ seat, told }, game, view) {
  /** @type {(Item & {sort?: string, hits: Map<number, number>})[]} */
  const items = [];
  for (const { entry, undone } of told) {
    const found = entry.event && !undone ? game.item(entry.event, view) : null;
    if (!entry.event || !found) continue;
    const by = found.seat === undefined || found.seat === seat ? null : found.seat;
    const targets = (found.targets ?? []).filter((each) => each !== seat);
    const cells = game.cells(entry.event);
    const last = items.at(-1);
    const same = last && found.sort && last.sort === found.sort && last.seat === by;
    if (same && !last.targets.length === !targets.length) again(last, entry, targets, cells);
    else {
      const hits = new Map(targets.map((to) => [to, 1]));
      items.push({ ...found, entries: [entry], seat: by, targets, cells, count: 1, hits });
    }
  }
  return items;
}

/**
 * The same once more: a target that was hit already is counted, another one is added.
 * @param {Item & {hits: Map<number, number>}} item
 * @param {Entry} entry
 * @param {number[]} targets
 * @param {string[]} cells
 */
function again(item, entry, targets, cells) {
  item.entries.push(entry);
  for (const to of targets) item.hits.set(to, (item.hits.get(to) ?? 0) + 1);
  item.targets = [...item.hits.keys()];
  item.count = item.hits.size ? Math.max(...item.hits.values()) : item.count + 1;
  item.cells = [...item.cells, ...cells];
}

/**
 * The entry that ended a seat's last turn.
 * @param {Entry[]} entries
 * @param {number} seat
 * @param {GameLog} game
 */
export function lastEnd(entries, seat, game) {
  return entries.findLast(({ event }) => event && game.ends(event) === seat);
}

/**
 * What was told after a seat's last turn.
 * @param {Entry[]} entries
 * @param {number} seat
 * @param {GameLog} game
 */
export function entriesSince(entries, seat, game) {
  const end = lastEnd(entries, seat, game);
  return end ? entries.slice(entries.indexOf(end) + 1) : entries;
}

/**
 * What the others did since a seat's last turn; its own present turn is not told.
 * @param {Entry[]} entries
 * @param {number} seat
 * @param {GameLog} game
 * @param {View | null} view
 * @returns {{turn: Turn, item: Item}[]}
 */
export function itemsSince(entries, seat, game, view) {
  const later = new Set(entriesSince(entries, seat, game));
  const turns = turnsOf(entries, game);
  return turns
    .filter((turn, at) => turn.seat !== seat || at < turns.length - 1)
    .map((turn) => ({ ...turn, told: turn.told.filter(({ entry }) => later.has(entry)) }))
    .flatMap((turn) => itemsOf(turn, game, view).map((item) => ({ turn, item })));
}
