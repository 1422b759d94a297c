/** Texts about the table: labels for screen readers, the list of moves. */

import { listed } from "../../i18n.js";
import { readCell } from "../../notation.js";
import { placeName } from "./board/place-names.js";
import { WAYS } from "./choosing/notation.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").TableCard} TableCard */
/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./hand/cards.js").Cards} Cards */

/** @type {Record<string, string>} */
const COMPASS = { N: "north", E: "east", S: "south", W: "west" };

export class Words {
  /** @param {Context} ctx @param {Cards} cards */
  constructor(ctx, cards) {
    this.ctx = ctx;
    this.cards = cards;
    /** Whether a bot plays for the viewer now. */
    this.standIn = false;
  }

  /** A sentence of this game. @param {string} key @param {Record<string, string | number>} [values] */
  say(key, values) {
    return this.ctx.t(`web_horns_up.${key}`, values);
  }

  /** Something and what there is to say about it. @param {string} label @param {string} text */
  labelled(label, text) {
    return `${label}${this.ctx.t("web.colon")}${text}`;
  }

  /** @param {number | null | undefined} seat */
  who(seat) {
    return seat == null ? "" : (this.ctx.names()[seat] ?? "?");
  }

  /** A direction, or a side. @param {string} way */
  way(way) {
    return this.ctx.t(`words.${COMPASS[way] ?? way}`);
  }

  /** @param {string} sides */
  sides(sides) {
    return listed(WAYS.filter((way) => sides.includes(way)).map((way) => this.way(way)));
  }

  /** A card of the table. @param {TableCard} card */
  card(card) {
    if (card.kind === "wall") return `${this.cards.name(card.card)} (${this.cards.kindName(card.card)})`;
    if (card.face === "down") return this.say("path-down");
    return this.say("path-open", { sides: this.sides(card.sides ?? "") });
  }

  // --- cells ----------------------------------------------------------------------------------

  /**
   * What a view shows on every cell, in words.
   * @param {View} view
   * @returns {(cell: string, role: string | undefined) => string}
   */
  labels(view) {
    const content = this.#contents(view);
    const stage = new Set(view.stage_cells);
    return (cell, role) => {
      const [, y] = readCell(cell);
      const base = stage.has(cell) ? this.cards.name("stage") : y === 0 ? this.say("barrier") : this.say("empty");
      const parts = [placeName(cell), content.get(cell) ?? base];
      if (role) parts.push(this.say(`can.${role}`));
      return `${parts.join(". ")}.`;
    };
  }

  /** @param {View} view */
  #contents(view) {
    /** @type {Map<string, string>} */
    const found = new Map();
    for (const cell of view.entrances) found.set(cell, this.cards.name("entrance"));
    for (const card of view.table) found.set(card.cell, this.card(card));
    /** @type {Map<string, string[]>} */
    const pawns = new Map();
    for (const { seat, pawn } of view.rockers)
      if (pawn) pawns.set(pawn, [...(pawns.get(pawn) ?? []), seat === view.seat ? this.say("you") : this.who(seat)]);
    for (const [cell, names] of pawns)
      found.set(cell, this.labelled(found.get(cell) ?? this.say("empty"), listed(names)));
    return found;
  }

  // --- moves ----------------------------------------------------------------------------------

  /** A legal move as a line of a list. @param {Move} move @param {View} view */
  move(move, view) {
    const card = move.card ? this.cards.name(move.card) : "";
    const cell = move.cell ? placeName(move.cell) : "";
    if (move.verb === "path") return this.say("move.path", { sides: this.sides(move.sides ?? ""), cell });
    if (move.verb === "clear") return this.say("move.clear", { card, cell, wall: this.wallAt(view, move.cell) });
    if (move.verb === "play") return this.#ticket(move, card, cell);
    if (move.verb === "part") return this.say("move.part", { cell, side: this.way(move.half ?? "left") });
    if (move.verb === "keep") return this.say("move.keep", { cell, card: this.kept(view, move.half ?? "") });
    return this.say(`move.${move.verb}`, { card, cell });
  }

  /** @param {Move} move @param {string} card @param {string} cell */
  #ticket(move, card, cell) {
    const more = [];
    if (move.half) more.push(this.half(move.card ?? "", move.half));
    if (move.seat !== undefined) more.push(this.who(move.seat));
    if (move.way) more.push(this.way(move.way));
    if (cell) more.push(cell);
    if (move.landing) more.push(this.say("path-open", { sides: this.sides(move.landing) }));
    return [this.say("move.play", { card }), ...more].join(" · ");
  }

  /** One side of an "or": its symbols in words, each once with its number. @param {string} card @param {string} half */
  half(card, half) {
    /** @type {Map<string, number>} */
    const counted = new Map();
    for (const symbol of this.cards.half(card, half)) counted.set(symbol, (counted.get(symbol) ?? 0) + 1);
    return [...counted]
      .map(([symbol, n]) => `${n > 1 ? `${n} × ` : ""}${this.cards.words(`cards.symbols.${symbol}`) ?? symbol}`)
      .join(" ");
  }

  /** The Wall on a cell. @param {View} view @param {string | undefined} cell */
  wallAt(view, cell) {
    const found = view.table.find((card) => card.cell === cell);
    return found ? this.cards.name(found.card) : "";
  }

  /** One of the cards that overlap. @param {View} view @param {string} half */
  kept(view, half) {
    const card = view.choice?.cards?.[half];
    return `${card ? this.card(card) : ""} (${this.way(half)})`;
  }

  // --- the turn -------------------------------------------------------------------------------

  /** Whose turn it is and what they do. @param {View} view */
  turn(view) {
    if (view.winner !== null) return this.#told("won", view.winner, view);
    if (view.to_move === null) return "";
    if (view.phase === "enter") return this.#told("enter", view.to_move, view);
    const ask = view.phase === "choice" ? view.choice?.ask : null;
    if (ask === "discard") return this.#told(view.choice?.ticket ? "discard-ticket" : "discard", view.to_move, view);
    if (ask) return this.#told(ask, view.to_move, view);
    return this.#told("play", view.to_move, view);
  }

  /** @param {string} key @param {number} seat @param {View} view */
  #told(key, seat, view) {
    const mine = seat === view.seat && !this.standIn;
    return this.say(`turn.${key}-${mine ? "yours" : "other"}`, { name: this.who(seat) });
  }
}
