/** Horns Up: the component that table, replay, shared screen and lessons show. */

import { css } from "../../dom.js";
import { reasonLine, reasons } from "./bubble.js";
import { Cards, lying } from "./cards.js";
import { boxOf } from "./geometry.js";
import { actOn, shortcuts } from "./keys.js";
import { listMoves, lookAt, lookThrough } from "./looking.js";
import { isTurned, layingsOf, pathOf, readMoves } from "./notation.js";
import { assemble } from "./parts.js";
import { nothing, preferred, stepOf, usable, valuesOf } from "./picking.js";
import { Words } from "./words.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./picking.js").Pick} Pick */
/** @typedef {import("./picking.js").Spot} Spot */

/** Cards narrower than this on the screen are too small for a finger. */
const SMALL = 64;

/** A step of a film leaves out what is null. */
const ABSENT = { winner: null, stage: null, choice: null, resolving: null, to_move: null, seat: null };

/** @param {Context} ctx @returns {import("../../types").GameComponent} */
export function createGame(ctx) {
  void css("horns-up");
  const game = new Game(ctx);
  return {
    element: game.element,
    paint: (model, update) => game.paint(model, update),
    destroy: () => game.destroy(),
    status: (model) => game.status(model),
    shortcuts: shortcuts(ctx.t),
  };
}

export class Game {
  /** @param {Context} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    this.cards = new Cards(ctx.t);
    this.words = new Words(ctx, this.cards);
    this.plays = ctx.mode === "play" || ctx.mode === "learn";
    /** @type {View | null} */
    this.view = null;
    /** @type {Move[]} */
    this.legal = [];
    this.legalKey = "";
    /** @type {Pick} */
    this.pick = nothing();
    this.step = stepOf([], this.pick);
    /** @type {string | null} */
    this.hover = null;
    this.arming = false;
    this.asking = false;
    const parts = assemble(ctx, this.words, this.#touch());
    this.element = parts.element;
    this.board = parts.board;
    this.banner = parts.banner;
    this.show = parts.show;
    this.rockers = parts.rockers;
    this.hand = parts.hand;
    this.prompt = parts.prompt;
    this.moments = parts.moments;
    this.bubble = parts.bubble;
    this.keys = (/** @type {KeyboardEvent} */ event) => actOn(this, event);
    document.addEventListener("keydown", this.keys);
  }

  /** @returns {import("./parts.js").Touch} */
  #touch() {
    return {
      board: this.#boardTouch(),
      prompt: this.#promptTouch(),
      hand: { pick: (index, from) => this.tapCard(index, from), look: (card) => this.look(card) },
      show: { stage: () => this.lookAtStage(), discard: () => this.lookAtDiscards() },
      rocker: (seat) => this.tapRocker(seat),
    };
  }

  /** @returns {import("./board.js").Touch} */
  #boardTouch() {
    return {
      tap: (cell) => this.tapCell(cell),
      seat: (seat) => this.choose("seat", seat),
      way: (way) => this.chooseWay(way),
      look: (cell) => this.lookAtCell(cell),
      hover: (cell) => this.#hover(cell),
      key: () => {},
    };
  }

  /** @returns {import("./prompt.js").Touch} */
  #promptTouch() {
    return {
      send: (move) => this.send(move),
      choose: (field, value) => this.choose(field, value),
      turn: () => this.turnCard(),
      cancel: () => this.cancel(),
      end: () => this.endTurn(),
      list: () => this.list(),
      why: () => this.askWhy(),
    };
  }

  destroy() {
    document.removeEventListener("keydown", this.keys);
    this.moments.skip();
    this.bubble.destroy();
    this.board.destroy();
  }

  /** A question of this game, for the line on top; null while somebody simply plays. @param {Model} model */
  status(model) {
    const view = /** @type {View} */ ({ ...ABSENT, ...model.view });
    return view.phase === "enter" || view.phase === "choice" ? this.words.turn(view) : null;
  }

  // --- painting -------------------------------------------------------------------------------

  /** @param {Model} model @param {Update | null} update */
  paint(model, update) {
    if (!model.view) return;
    const view = /** @type {View} */ ({ ...ABSENT, ...model.view });
    this.moments.skip();
    const before = this.moments.before(this.view);
    if (!this.view) this.cards.learn(view.options?.deck);
    this.view = view;
    this.#read(this.plays ? (model.legal ?? []) : []);
    this.board.paint(view, this.legal.flatMap((move) => (move.cell ? [move.cell] : [])));
    this.banner.paint(view);
    this.show.paint(view);
    this.hand.paint(this.ctx.mode === "tv" ? [] : view.hand);
    this.element.classList.toggle("no-hand", this.ctx.mode === "tv" || !view.hand.length);
    this.rockers.meet(model.table?.seats ?? [], model.online ?? []);
    this.refresh();
    this.rockers.reveal(view.winner ?? view.to_move);
    const events = update?.events ?? [];
    if (events.length && !this.ctx.reducedMotion() && !document.hidden) {
      this.moments.play(events.map(({ event }) => /** @type {any} */ (event)), before, view);
    }
  }

  /** Read the legal moves; what was chosen among other moves is forgotten. @param {string[]} texts */
  #read(texts) {
    const key = texts.join("|");
    if (key === this.legalKey) return;
    this.legalKey = key;
    this.legal = readMoves(texts, (ticket) => this.cards.targets(ticket));
    this.pick = nothing();
    this.arming = false;
    this.asking = false;
    this.bubble.hide();
    if (this.board.camera.follows) this.board.camera.fit();
  }

  /** Show what can be chosen now. */
  refresh() {
    const { view, pick, legal } = this;
    if (!view) return;
    this.step = stepOf(legal, pick);
    const seats = this.targets();
    this.rockers.paint(view, seats);
    this.#lightBoard(view, seats);
    this.#lightHand();
    const turns = layingsOf(pick.card ?? "").length > 1 && pick.verb !== "clear";
    this.prompt.paint({ view, legal, step: this.step, pick, turns, arming: this.arming, asking: this.asking });
    this.board.camera.margin.bottom = this.prompt.choices.hidden ? 6 : 104;
    this.element.classList.toggle("choosing", legal.length > 0);
    this.element.classList.toggle("asking", this.asking);
  }

  /** The Rockers that may be chosen. @returns {Set<number>} */
  targets() {
    if (this.step.ask !== "seat") return new Set();
    return new Set(valuesOf(this.step.moves, "seat").map(Number));
  }

  /** @param {View} view @param {Set<number>} seats */
  #lightBoard(view, seats) {
    const label = this.words.labels(view);
    const lit = new Map([...this.step.spots].map(([cell, { role }]) => [cell, role]));
    this.board.light({
      lit,
      seats,
      armed: this.pick.cell ?? null,
      arrows: this.#arrows(view),
      ghost: this.#ghost(),
      ask: this.legal.length ? (view.choice?.cell ?? null) : null,
      label: (cell) => label(cell, lit.get(cell)),
    });
  }

  #lightHand() {
    const { words, cards, step } = this;
    const choosing = step.ask === "pay" ? step.moves : this.legal;
    this.hand.light({
      usable: usable(choosing),
      index: this.pick.index,
      turned: this.pick.turned,
      active: this.legal.length > 0,
      label: (slug, can) => `${cards.name(slug)}, ${cards.kindName(slug)}. ${cards.text(slug)} ${can ? words.say("can.card") : ""}`,
    });
  }

  /** @param {View} view */
  #arrows(view) {
    const { step, pick } = this;
    if (step.ask === "part") return { cell: step.moves[0]?.cell ?? "0,1", ways: valuesOf(step.moves, "half").map(String) };
    if (step.ask !== "way") return null;
    const seat = pick.seat ?? step.moves[0]?.seat ?? view.seat;
    const cell = view.rockers.find((rocker) => rocker.seat === seat)?.pawn;
    return cell ? { cell, ways: valuesOf(step.moves, "way").map(String) } : null;
  }

  /** The chosen card as it would lie where the pointer is, or where it was put down. */
  #ghost() {
    const cell = this.pick.cell ?? this.hover;
    const spot = cell ? this.step.spots.get(cell) : undefined;
    if (!cell || !spot || !this.pick.card || (spot.role !== "place" && spot.role !== "wall")) return null;
    const sides = preferred(spot.moves, this.pick)?.sides;
    return sides
      ? { cell, id: `card-${pathOf(sides)}`, turned: isTurned(sides) }
      : { cell, id: this.cards.picture(this.pick.card), turned: false };
  }

  /** @param {string | null} cell */
  #hover(cell) {
    if (this.hover === cell) return;
    this.hover = cell;
    this.board.ghost(this.#ghost());
  }

  /** Bring near what can be chosen where cards are too small for a finger. */
  #frame() {
    const { camera } = this.board;
    if (!camera.follows) return;
    const cells = this.#interesting();
    const box = boxOf(cells);
    if (!box || camera.wholeScale() * 150 >= SMALL) return camera.fit();
    camera.look({ left: box.left - 90, right: box.right + 90, top: box.top - 70, bottom: box.bottom + 70 });
  }

  /** @returns {string[]} */
  #interesting() {
    const { step, view, pick } = this;
    if (!view || (!pick.card && !pick.verb)) return [];
    const pawns = view.rockers.filter(({ seat }) => this.targets().has(seat) || seat === view.seat);
    const arrows = this.#arrows(view)?.cell;
    const cells = [...step.spots.keys(), ...pawns.flatMap(({ pawn }) => pawn ?? [])];
    return arrows ? [...cells, arrows] : cells;
  }

  // --- choosing -------------------------------------------------------------------------------

  /** @param {number} index @param {Element} [from] */
  tapCard(index, from) {
    this.bubble.hide();
    const card = this.view?.hand[index];
    if (!card) return;
    if (!this.plays) return this.look(card);
    const node = from ?? this.hand.held[index]?.button;
    if (this.asking || !this.hand.held[index]?.button.classList.contains("usable")) return void this.explain({ card }, node);
    if (this.step.ask === "pay") return this.#pay(card);
    if (this.pick.index === index) return this.#tapAgain();
    this.pick = { ...nothing(), index, card, turned: this.#startsTurned(card) };
    this.arming = false;
    this.#chosen();
  }

  /** A second tap plays what needs no more choices, or puts the card back. */
  #tapAgain() {
    const sure = this.step.ask === "confirm" ? this.step.moves[0] : undefined;
    if (sure) this.send(sure);
    else this.cancel();
  }

  /** @param {string} card */
  #pay(card) {
    const move = this.step.moves.find((each) => each.card === card);
    if (move) this.send(move);
  }

  /** Show a Path the way in which it can be played. @param {string} card */
  #startsTurned(card) {
    const [printed, turned] = layingsOf(card);
    const paths = this.legal.filter((move) => move.verb === "path");
    return Boolean(turned) && paths.some((move) => move.sides === turned) && !paths.some((move) => move.sides === printed);
  }

  #chosen() {
    this.refresh();
    this.#frame();
  }

  /** @param {"half" | "seat" | "way" | "card"} field @param {any} value */
  choose(field, value) {
    this.bubble.hide();
    this.pick = { ...this.pick, [field]: value };
    const step = stepOf(this.legal, this.pick);
    const sure = step.ask === "confirm" && step.moves.length === 1 ? step.moves[0] : undefined;
    if (sure) this.send(sure);
    else this.#chosen();
  }

  /** An arrow on the board: a direction, or the side for a card that parts. @param {string} way */
  chooseWay(way) {
    const part = this.step.ask === "part" ? this.step.moves.find((move) => move.half === way) : undefined;
    if (part) this.send(part);
    else this.choose("way", way);
  }

  /** @param {number} seat */
  tapRocker(seat) {
    if (this.targets().has(seat)) return this.choose("seat", seat);
    const pawn = this.view?.rockers.find((rocker) => rocker.seat === seat)?.pawn;
    const box = pawn ? boxOf([pawn]) : null;
    if (box) this.board.camera.reveal(box);
  }

  /** @param {string} cell */
  tapCell(cell) {
    const open = this.bubble.hide();
    if (!this.plays || this.view?.seat == null) return this.lookAtCell(cell);
    const spot = this.step.spots.get(cell);
    if (this.asking || (!spot && !this.#seatAt(cell))) {
      if (!open || this.asking) void this.explain({ card: this.pick.card ?? undefined, cell });
      return;
    }
    const seat = spot ? null : this.#seatAt(cell);
    if (seat !== null) this.choose("seat", seat);
    else if (spot) this.#tapSpot(cell, spot);
  }

  /** The only Rocker on a cell that may be chosen. @param {string} cell @returns {number | null} */
  #seatAt(cell) {
    const targets = this.targets();
    const here = this.view?.rockers.filter(({ pawn, seat }) => pawn === cell && targets.has(seat)) ?? [];
    return here.length === 1 ? (here[0]?.seat ?? null) : null;
  }

  /** @param {string} cell @param {Spot} spot */
  #tapSpot(cell, spot) {
    const again = this.pick.cell === cell;
    const [first] = spot.moves;
    if (spot.role === "clear") return this.#tapWall(cell, again);
    const move = spot.role === "place" ? preferred(spot.moves, this.pick) : first;
    if (move && (again || spot.moves.length === 1)) return this.send(move);
    if (spot.role === "target" && spot.moves.length > 1) return this.choose("way", undefined);
    this.pick = { ...this.pick, cell };
    this.#chosen();
  }

  /** A Wall that can be cleared: say with what, then again to be sure. @param {string} cell @param {boolean} again */
  #tapWall(cell, again) {
    const sure = again && this.step.ask === "confirm" ? this.step.moves[0] : undefined;
    if (sure) return this.send(sure);
    this.pick = { ...this.pick, verb: "clear", cell };
    this.#chosen();
  }

  /** Turn the chosen Path by 180 degrees. */
  turnCard() {
    if (layingsOf(this.pick.card ?? "").length < 2) return;
    this.pick = { ...this.pick, turned: !this.pick.turned };
    this.refresh();
  }

  /** One step back: the cell, then the card. @returns {boolean} whether there was anything to take back */
  cancel() {
    const busy = this.pick.card !== null || this.pick.verb !== undefined || this.arming || this.asking;
    const index = this.pick.index;
    this.pick = nothing();
    this.arming = this.asking = false;
    this.#chosen();
    if (busy && index >= 0 && this.board.svg.contains(document.activeElement)) this.hand.focus(index);
    return busy;
  }

  // --- playing --------------------------------------------------------------------------------

  /** @param {Move} move */
  send(move) {
    this.bubble.hide();
    this.pick = nothing();
    this.arming = this.asking = false;
    this.refresh();
    void this.ctx.send(move.text);
  }

  /** End the turn; with actions left only after a second press. */
  endTurn() {
    const end = this.legal.find((move) => move.verb === "end");
    if (!end || !this.view) return;
    const able = this.legal.some((move) => move.verb !== "end" && move.verb !== "walk");
    if (this.view.actions > 0 && able && !this.arming) {
      this.arming = true;
      this.refresh();
    } else {
      this.send(end);
    }
  }

  list() {
    if (this.view) listMoves(this.words, this.view, this.legal, (move) => this.send(move));
  }

  // --- asking ---------------------------------------------------------------------------------

  /** The next tap asks why something cannot be done. */
  askWhy() {
    this.asking = !this.asking;
    this.bubble.hide();
    this.refresh();
  }

  /** @param {{card?: string, cell?: string}} question @param {Element} [from] */
  async explain(question, from) {
    this.asking = false;
    this.refresh();
    const asked = Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined));
    const answer = await this.ctx.why(asked);
    const found = answer.ok ? [] : reasons(answer);
    const lines = found.length ? found : [{ rule: "", text: this.words.say("possible") }];
    this.say(lines.map(reasonLine), from ?? question.cell);
    this.ctx.announce(lines.map(({ text, rule }) => `${text} ${rule}`).join(" "));
  }

  /** A note beside an element or a cell, or in the middle of the concert. @param {HTMLElement[]} lines @param {Element | string} [where] */
  say(lines, where) {
    const frame = this.element.getBoundingClientRect();
    if (where instanceof Element) {
      const box = where.getBoundingClientRect();
      return this.bubble.show({ left: box.left - frame.left + box.width / 2, top: box.top - frame.top + box.height / 2, height: box.height }, lines);
    }
    const window = this.board.window.getBoundingClientRect();
    const [dx, dy] = [window.left - frame.left, window.top - frame.top];
    const spot = where ? this.board.spot(where) : { left: window.width / 2, top: window.height / 2, height: 0 };
    this.bubble.show({ left: spot.left + dx, top: spot.top + dy, height: spot.height }, lines);
  }

  // --- looking --------------------------------------------------------------------------------

  /** @param {string} slug */
  look(slug) {
    if (slug) lookAt(this.words, { slug });
  }

  lookAtDiscards() {
    if (this.view) lookThrough(this.words, this.view);
  }

  lookAtStage() {
    this.look(this.view?.stage ?? "stage");
  }

  /** @param {string} cell */
  lookAtCell(cell) {
    const { view } = this;
    if (!view) return;
    const note = this.words.labels(view)(cell, undefined);
    const card = view.table.find((each) => each.cell === cell);
    if (card) lookAt(this.words, { slug: card.card, note, ...lying(this.cards, card) });
    else if (view.entrances.includes(cell)) lookAt(this.words, { slug: "entrance", note });
    else if (view.stage_cells.includes(cell)) this.lookAtStage();
  }
}
