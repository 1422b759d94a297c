/** Builds a move from input: cards, cells, Rockers and buttons narrow the legal moves down to one. */

import { listed } from "../../../i18n.js";
import { listMoves } from "./dialogs.js";
import { boxOf } from "../board/geometry.js";
import { targetsOf } from "../board/highlights.js";
import { layingsOf } from "./notation.js";
import { Plan, questionsOf } from "./plan.js";
import { nothing, preferred, stepOf } from "./steps.js";
import { reasonLine, reasons } from "./tooltip.js";

/** @typedef {import("../game.js").Game} Game */
/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("./steps.js").Pick} Pick */
/** @typedef {import("./steps.js").Step} Step */
/** @typedef {import("./steps.js").Spot} Spot */

/** Milliseconds within which a second press belongs to the first. */
const DOUBLE_CLICK = 700;
/** So many possible moves are named for a place. */
const MOST_NAMED = 3;

export class Chooser {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** @type {Pick} */
    this.pick = nothing();
    /** @type {Step} */
    this.step = stepOf([], this.pick);
    /** Whether the next press on "End turn" really ends it. */
    this.arming = false;
    /** When "End turn" was pressed first: a double click is one press. */
    this.armedAt = 0;
    /** Whether the next tap asks why not. */
    this.asking = false;
    /** The answers to several questions at once. @type {Plan | null} */
    this.plan = null;
    /** The version of the table that a move was sent for, so that none is sent twice. */
    this.sentAt = -1;
  }

  /** Whether a move is on its way: a choice that is begun now would be forgotten when its answer comes. */
  get waits() {
    return this.sentAt === this.game.version;
  }

  forget() {
    this.pick = nothing();
    this.arming = this.asking = false;
  }

  /** Several questions of one kind are answered together; a confirmed plan goes on by itself. */
  consider() {
    const { view, legal } = this.game;
    const questions = view ? questionsOf(view, legal) : [];
    if (!questions.length) this.plan = null;
    else if (this.plan?.confirmed) this.#answer();
    else if (questions.length > 1) this.plan = new Plan(questions);
  }

  /** Send the next planned answer; a plan that does not fit any more is given up. */
  #answer() {
    const move = this.plan?.answer(this.game.legal);
    if (move) this.send(move);
    else this.plan = null;
  }

  /** Change one of the planned answers. @param {string} cell @param {string} [answer] */
  planFor(cell, answer) {
    this.plan?.choose(cell, answer);
    this.game.refresh();
  }

  /** All answers are as shown. */
  confirmPlan() {
    if (!this.plan || this.waits) return;
    this.plan.confirmed = true;
    this.#answer();
  }

  /** What is to be chosen next. */
  next() {
    this.step = stepOf(this.game.legal, this.pick);
    return this.step;
  }

  #chosen() {
    this.game.refresh();
    this.game.frame();
  }

  /** The move, once nothing more is to be chosen. */
  #sure() {
    return this.step.ask === "confirm" ? this.step.moves[0] : undefined;
  }

  // --- cards ----------------------------------------------------------------------------------

  /** @param {number} index @param {Element} [from] */
  tapCard(index, from) {
    const { game } = this;
    game.tooltip.hide();
    const [card, held] = [game.view?.hand[index], game.hand.held[index]];
    if (!card || !held) return;
    if (!game.plays) return game.look(card);
    if (this.waits) return;
    if (this.asking || !held.button.classList.contains("usable"))
      return void this.explain({ card }, from ?? held.button);
    if (this.step.ask === "pay") return this.#pay(card);
    if (this.pick.index === index) return this.#tapAgain();
    this.pick = { ...nothing(), index, card, turned: this.#startsTurned(card) };
    this.arming = false;
    this.#chosen();
  }

  /** A second tap plays a complete move, or deselects the card. */
  #tapAgain() {
    const sure = this.#sure();
    if (sure) this.send(sure);
    else this.cancel();
  }

  /** @param {string} card */
  #pay(card) {
    const move = this.step.moves.find((each) => each.card === card);
    if (move) this.send(move);
  }

  /** Whether a Path can be played only when turned. @param {string} card */
  #startsTurned(card) {
    const [printed, turned] = layingsOf(card);
    const sides = new Set(this.game.legal.map((move) => move.sides));
    return turned !== undefined && sides.has(turned) && !sides.has(printed);
  }

  /** Turn the chosen Path by 180 degrees. */
  turnCard() {
    if (layingsOf(this.pick.card ?? "").length < 2) return;
    this.pick = { ...this.pick, turned: !this.pick.turned };
    this.game.refresh();
  }

  // --- fields of a Ticket ---------------------------------------------------------------------

  /** @param {"half" | "seat" | "way" | "card" | "cell"} field @param {any} value */
  choose(field, value) {
    this.game.tooltip.hide();
    this.pick = { ...this.pick, [field]: value };
    this.next();
    const sure = this.#sure();
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
    const { view, board } = this.game;
    if (targetsOf(this.step).has(seat)) return this.choose("seat", seat);
    const pawn = view?.rockers.find((rocker) => rocker.seat === seat)?.pawn;
    const box = pawn ? boxOf([pawn]) : null;
    if (box) board.camera.reveal(box);
  }

  // --- cells ----------------------------------------------------------------------------------

  /** @param {string} cell */
  tapCell(cell) {
    const { game } = this;
    const noted = game.tooltip.hide();
    if (!game.plays || game.view?.seat == null) return game.lookAtCell(cell);
    if (this.waits) return;
    const [spot, seat] = [this.step.spots.get(cell), this.#seatAt(cell)];
    if (this.asking) void this.#explainCell(cell);
    else if (this.plan?.answers.has(cell)) this.planFor(cell);
    else if (spot) this.#tapSpot(cell, spot);
    else if (seat !== null) this.choose("seat", seat);
    else if (!noted) void this.#explainCell(cell);
  }

  /** @param {string} cell */
  #explainCell(cell) {
    return this.explain(this.pick.card ? { card: this.pick.card, cell } : { cell }, cell);
  }

  /** The only Rocker on a cell that may be chosen. @param {string} cell @returns {number | null} */
  #seatAt(cell) {
    const targets = targetsOf(this.step);
    const here = this.game.view?.rockers.filter(({ pawn, seat }) => pawn === cell && targets.has(seat)) ?? [];
    return here.length === 1 ? (here[0]?.seat ?? null) : null;
  }

  /** @param {string} cell @param {Spot} spot */
  #tapSpot(cell, spot) {
    if (spot.role === "clear") return this.#tapWall(cell);
    if (spot.role === "target") return this.choose("cell", cell);
    const again = this.pick.cell === cell;
    const move = preferred(spot.moves, this.pick);
    if (move && (again || spot.moves.length === 1)) return this.send(move);
    this.pick = { ...this.pick, cell };
    this.#chosen();
  }

  /** Clear a Wall: choose a card to pay with, then confirm. @param {string} cell */
  #tapWall(cell) {
    const sure = this.pick.cell === cell ? this.#sure() : undefined;
    if (sure) return this.send(sure);
    this.pick = { ...this.pick, verb: "clear", cell };
    this.#chosen();
  }

  // --- dragging -------------------------------------------------------------------------------

  /** A card is lifted off the hand. @param {number} index @returns {boolean} whether it can be played */
  lift(index) {
    const { game } = this;
    const [card, held] = [game.view?.hand[index], game.hand.held[index]];
    if (!card || !held || !game.plays || this.waits || this.asking) return false;
    if (!held.button.classList.contains("usable") || this.step.ask === "pay") return false;
    game.tooltip.hide();
    if (this.pick.index !== index) this.tapCard(index);
    return true;
  }

  /** The lifted card is dropped. @param {string | null} cell @param {number | null} seat @param {boolean} onBoard */
  drop(cell, seat, onBoard) {
    const spot = cell ? this.step.spots.get(cell) : undefined;
    const whom = seat ?? (cell ? this.#seatAt(cell) : null);
    const sure = this.#sure();
    if (cell && spot) this.#tapSpot(cell, spot);
    else if (whom !== null && targetsOf(this.step).has(whom)) this.choose("seat", whom);
    else if (sure && onBoard) this.send(sure);
    else if (!onBoard || this.step.ask === "cell") this.cancel();
  }

  // --- playing --------------------------------------------------------------------------------

  /** Cancel the choice. @returns {boolean} whether anything had been chosen */
  cancel() {
    const { board, hand } = this.game;
    const busy = this.pick.card !== null || this.pick.verb !== undefined || this.arming || this.asking;
    const { index } = this.pick;
    this.forget();
    this.#chosen();
    if (index >= 0 && board.svg.contains(document.activeElement)) hand.focus(index);
    return busy;
  }

  /** @param {Move} move */
  send(move) {
    const { game } = this;
    if (this.waits) return;
    const version = (this.sentAt = game.version);
    game.tooltip.hide();
    this.forget();
    this.#chosen();
    void game.ctx.send(move.text).then((answer) => {
      if (!answer?.ok && this.sentAt === version) this.sentAt = -1;
    });
  }

  /** End the turn; with actions left only after a second press. */
  endTurn() {
    const { legal, view } = this.game;
    const end = legal.find((move) => move.verb === "end");
    if (!end || !view || this.waits) return;
    const able = legal.some((move) => move.verb !== "end" && move.verb !== "walk");
    if (view.actions < 1 || !able) return this.send(end);
    const now = performance.now();
    if (this.arming) return now - this.armedAt > DOUBLE_CLICK ? this.send(end) : undefined;
    this.arming = true;
    this.armedAt = now;
    this.game.refresh();
  }

  list() {
    const { words, view, legal } = this.game;
    if (view) listMoves(words, view, legal, (move) => this.send(move));
  }

  // --- asking ---------------------------------------------------------------------------------

  /** The next tap asks why something cannot be done. */
  askWhy() {
    this.asking = !this.asking;
    this.game.tooltip.hide();
    this.game.refresh();
  }

  /** @param {{card?: string, cell?: string}} question @param {Element | string} where */
  async explain(question, where) {
    const { game } = this;
    this.asking = false;
    game.refresh();
    const answer = await game.ctx.why(question);
    const found = answer.ok ? [] : reasons(answer);
    const lines = found.length ? found : this.#possible(question);
    game.telling = false;
    game.say(lines.map(reasonLine), where);
    game.ctx.announce(lines.map(({ text, rule }) => `${text} ${rule}`).join(" "));
  }

  /** What could be done with a card or at a place that nothing speaks against. @param {{card?: string, cell?: string}} question */
  #possible({ card, cell }) {
    const { words, legal } = this.game;
    const say = (/** @type {string} */ text) => ({ rule: "", text });
    if (card && legal.some((move) => move.card === card)) return [say(words.say("can.card"))];
    const here = legal.filter((move) => move.cell === cell && cell !== undefined);
    const now = ["enter", "walk", "clear"].filter((verb) => here.some((move) => move.verb === verb));
    const lines = now.map((verb) => say(`${words.say(`can.${verb}`)}.`));
    const cards = here.flatMap((move) => (move.card && move.verb !== "clear" ? [words.cards.name(move.card)] : []));
    const named = [...new Set(cards)];
    const more = named.length > MOST_NAMED;
    const list = more ? `${named.slice(0, MOST_NAMED).join(", ")}, …` : listed(named);
    if (list) lines.push(say(`${words.say("possible-with")} ${list}`));
    return lines.length ? lines : [say(words.say("possible"))];
  }
}
