/** The view of a table: paints the model and shows what can be chosen. */

import { Cards, lying } from "./cards.js";
import { Chooser } from "./chooser.js";
import { lookAt, lookThrough } from "./dialogs.js";
import { boxOf } from "./geometry.js";
import { arrowsOf, ghostOf, matters, targetsOf } from "./highlights.js";
import { actOn } from "./keys.js";
import { assemble } from "./layout.js";
import { layingsOf, readMoves } from "./notation.js";
import { usable } from "./steps.js";
import { Words } from "./words.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Move} Move */

/** Cards narrower than this on the screen are too small for a finger. */
const SMALL = 64;
/** Fields that a recorded view leaves out when they are null. */
const ABSENT = { winner: null, stage: null, choice: null, resolving: null, to_move: null, seat: null };

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
    this.version = 0;
    /** Whether the board is shown although only the hand was wanted. */
    this.showsBoard = false;
    /** The cell under the pointer. @type {string | null} */
    this.hover = null;
    this.chooser = new Chooser(this);
    const parts = assemble(ctx, this.words, this.#handlers());
    this.element = parts.element;
    this.board = parts.board;
    this.banner = parts.banner;
    this.stagePanel = parts.stagePanel;
    this.rockers = parts.rockers;
    this.hand = parts.hand;
    this.actionBar = parts.actionBar;
    this.animations = parts.animations;
    this.tooltip = parts.tooltip;
    this.keys = (/** @type {KeyboardEvent} */ event) => actOn(this, event);
    document.addEventListener("keydown", this.keys);
  }

  /** @returns {import("./layout.js").Handlers} */
  #handlers() {
    const { chooser } = this;
    return {
      board: {
        tap: (cell) => chooser.tapCell(cell),
        seat: (seat) => chooser.choose("seat", seat),
        way: (way) => chooser.chooseWay(way),
        look: (cell) => this.lookAtCell(cell),
        hover: (cell) => this.#hover(cell),
      },
      actionBar: {
        send: (move) => chooser.send(move),
        choose: (field, value) => chooser.choose(field, value),
        turn: () => chooser.turnCard(),
        cancel: () => chooser.cancel(),
        concert: () => this.lookAtConcert(),
        end: () => chooser.endTurn(),
        list: () => chooser.list(),
        why: () => chooser.askWhy(),
      },
      hand: { pick: (index, from) => chooser.tapCard(index, from), look: (card) => this.look(card) },
      stagePanel: { stage: () => this.lookAtStage(), discard: () => this.lookAtDiscards() },
      rocker: (seat) => chooser.tapRocker(seat),
    };
  }

  destroy() {
    document.removeEventListener("keydown", this.keys);
    this.animations.skip();
    this.tooltip.destroy();
    this.board.destroy();
  }

  /** The status line for a choice; null in an ordinary turn. @param {Model} model */
  status(model) {
    const view = /** @type {View} */ ({ ...ABSENT, ...model.view });
    return view.phase === "enter" || view.phase === "choice" ? this.words.turn(view) : null;
  }

  /** The actions that are left in a turn. @param {Model} model */
  actions({ table, view }) {
    const count = table.phase === "playing" && view?.phase === "turn" ? Number(view.actions ?? 0) : 0;
    return { count, label: this.words.say("hud.actions", { n: count }) };
  }

  // --- painting -------------------------------------------------------------------------------

  /** @param {Model} model @param {Update | null} update */
  paint(model, update) {
    if (!model.view) return;
    const view = /** @type {View} */ ({ ...ABSENT, ...model.view });
    const events = (update?.events ?? []).map(({ event }) => /** @type {any} */ (event));
    if (events.length) this.animations.skip();
    const before = this.animations.before(this.view);
    if (!this.view) this.cards.learn(view.options?.deck);
    this.view = view;
    this.version = model.version;
    this.#read(this.plays ? (model.legal ?? []) : []);
    this.rockers.setSeats(model.table?.seats ?? [], model.online ?? []);
    this.#paintView(view);
    this.refresh();
    if (events.length && !this.ctx.reducedMotion() && !document.hidden) this.animations.play(events, before, view);
  }

  /** @param {View} view */
  #paintView(view) {
    const shown = this.ctx.mode === "tv" || view.hands ? [] : view.hand;
    this.board.paint(
      view,
      this.legal.flatMap((move) => move.cell ?? []),
    );
    this.banner.paint(view);
    this.stagePanel.paint(view);
    this.hand.paint(shown);
    this.element.classList.toggle("no-hand", !shown.length);
    this.rockers.reveal(view.winner ?? view.to_move);
  }

  /** Read the legal moves; what was chosen among other moves is forgotten. @param {string[]} texts */
  #read(texts) {
    const key = texts.join("|");
    if (key === this.legalKey) return;
    this.legalKey = key;
    this.legal = readMoves(texts, (ticket) => this.cards.targets(ticket));
    this.chooser.forget();
    this.tooltip.hide();
    if (this.board.camera.follows) this.board.camera.fit();
  }

  /** Show what can be chosen now. */
  refresh() {
    const { view, legal, chooser } = this;
    if (!view) return;
    const { pick, arming, asking } = chooser;
    const step = chooser.next();
    const turns = layingsOf(pick.card ?? "").length > 1 && pick.verb !== "clear";
    this.rockers.paint(view, targetsOf(step));
    this.#lightBoard(view);
    this.#lightHand();
    this.actionBar.paint({ view, legal, step, pick, turns, arming, asking });
    this.element.classList.toggle("choosing", legal.length > 0);
    this.element.classList.toggle("asking", asking);
    if (!legal.length) this.showsBoard = false;
    this.element.classList.toggle("placing", this.showsBoard || asking || this.#asksForPlace(view));
  }

  /** Whether what is chosen next may lie on the board. @param {View} view */
  #asksForPlace(view) {
    const { pick } = this.chooser;
    return this.legal.length > 0 && (view.phase !== "turn" || pick.card !== null || pick.verb !== undefined);
  }

  /** Show only the hand, except while a place on the board must be chosen. @param {boolean} on */
  onlyHand(on) {
    this.element.classList.toggle("only-hand", on);
  }

  /** Show the board for now. */
  lookAtConcert() {
    this.showsBoard = true;
    this.refresh();
  }

  /** @param {View} view */
  #lightBoard(view) {
    const { step, pick } = this.chooser;
    const label = this.words.labels(view);
    const lit = new Map([...step.spots].map(([cell, { role }]) => [cell, role]));
    this.board.light({
      lit,
      seats: targetsOf(step),
      armed: pick.cell ?? null,
      arrows: arrowsOf(step, pick, view),
      ghost: this.#ghost(),
      ask: this.legal.length ? (view.choice?.cell ?? null) : null,
      label: (cell) => label(cell, lit.get(cell)),
    });
  }

  #lightHand() {
    const { words, cards } = this;
    const { step, pick } = this.chooser;
    this.hand.light({
      usable: usable(step.ask === "pay" ? step.moves : this.legal),
      index: pick.index,
      turned: pick.turned,
      active: this.legal.length > 0,
      label: (slug, can) =>
        `${cards.name(slug)}, ${cards.kindName(slug)}. ${cards.text(slug)} ${can ? words.say("can.card") : ""}`,
    });
  }

  /** The chosen card where it was put down, or where the pointer is. */
  #ghost() {
    const { step, pick } = this.chooser;
    return ghostOf(step, pick, pick.cell ?? this.hover, this.cards);
  }

  /** @param {string | null} cell */
  #hover(cell) {
    if (this.hover === cell) return;
    this.hover = cell;
    this.board.ghost(this.#ghost());
  }

  /** Zoom to what can be chosen where cards are too small for a finger. */
  frame() {
    const { camera } = this.board;
    const { step, pick } = this.chooser;
    camera.margin.bottom = this.actionBar.choices.hidden ? 6 : this.actionBar.choices.offsetHeight + 6;
    if (!camera.follows || !this.view) return;
    const box = boxOf(matters(step, pick, this.view));
    if (!box || camera.wholeScale() * 150 >= SMALL) return camera.fit();
    camera.look({ left: box.left - 90, right: box.right + 90, top: box.top - 70, bottom: box.bottom + 70 });
  }

  // --- details --------------------------------------------------------------------------------

  /** Show a tooltip beside an element or a cell. @param {HTMLElement[]} lines @param {Element | string} where */
  say(lines, where) {
    const frame = this.element.getBoundingClientRect();
    if (where instanceof Element) {
      const { left, top, width, height } = where.getBoundingClientRect();
      return this.tooltip.show(
        { left: left - frame.left + width / 2, top: top - frame.top + height / 2, height },
        lines,
      );
    }
    const window = this.board.window.getBoundingClientRect();
    const { left, top, height } = this.board.spot(where);
    this.tooltip.show({ left: left + window.left - frame.left, top: top + window.top - frame.top, height }, lines);
  }

  /** @param {string} slug */
  look(slug) {
    if (slug) lookAt(this.words, { slug });
  }

  lookAtStage() {
    this.look(this.view?.stage ?? "stage");
  }

  lookAtDiscards() {
    if (this.view) lookThrough(this.words, this.view);
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
