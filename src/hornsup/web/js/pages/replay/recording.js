/** A finished game as the server sends it, prepared to be shown step by step. */

/** @typedef {import("../../types").Happened} Happened */
/** @typedef {import("../../types").View} View */
/** @typedef {import("../../types").TableInfo} TableInfo */
/** @typedef {import("../../types").Model} Model */
/** @typedef {{move: string | null, seat: number | null, turn: number, patch: View, events: Happened[]}} RawStep */
/** @typedef {{game: string, players: number, steps: RawStep[], names?: string[]}} RawRecording */
/** @typedef {{move: string | null, seat: number | null, turn: number, view: View, events: Happened[]}} Frame */
/** @typedef {{turn: number, at: number, seat: number | null}} Mark the first step of a turn or round */

export class Recording {
  /** @param {RawRecording} raw @param {TableInfo} table @param {number | null} seat whose view it is */
  constructor(raw, table, seat) {
    this.table = table;
    this.seat = seat;
    this.game = raw.game;
    /** @type {View} */
    let view = {};
    /** @type {Frame[]} */
    this.frames = raw.steps.map(({ move, seat: mover, turn, patch, events }) => {
      view = { ...view, ...patch };
      return { move, seat: mover, turn, view, events };
    });
    this.marks = marksOf(this.frames);
  }

  get last() {
    return this.frames.length - 1;
  }

  /** The index of the mark that a step belongs to. @param {number} step */
  markAt(step) {
    let found = 0;
    this.marks.forEach((mark, at) => {
      if (mark.at <= step) found = at;
    });
    return found;
  }

  /** The model of the table at a step. @param {number} step @returns {Model} */
  model(step) {
    const { view } = this.frames[step];
    const seats = this.seat === null ? [] : [this.seat];
    return {
      version: step,
      table: this.table,
      you: { role: "spectator", seats, looking: this.seat },
      view,
      toMove: view.to_move ?? null,
      legal: [],
      undo: false,
      time: null,
      chat: [],
      online: this.table.seats.map((each) => each.seat),
      watching: 0,
      screens: 0,
      spectators: [],
      connected: true,
    };
  }
}

/** Where every turn (or round) begins. @param {Frame[]} frames @returns {Mark[]} */
function marksOf(frames) {
  /** @type {Mark[]} */
  const marks = [];
  frames.forEach(({ turn, view }, at) => {
    if (turn !== marks.at(-1)?.turn) marks.push({ turn, at, seat: view.to_move ?? null });
  });
  return marks;
}

/** The table of a record that is from a file. @param {RawRecording} raw @returns {TableInfo} */
export function tableOf(raw) {
  const names = raw.names ?? [];
  const settings = /** @type {any} */ ({ game: raw.game, players: raw.players, options: {} });
  const seats = Array.from({ length: raw.players }, (_, seat) => ({
    seat,
    name: names[seat] ?? "",
    person: true,
    online: true,
  }));
  return { id: "", code: "", phase: "over", settings, commitment: "", seats };
}
