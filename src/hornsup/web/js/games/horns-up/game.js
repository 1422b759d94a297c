/** The view of a table: paints the model and shows what can be chosen. */

import { h } from "../../dom.js";
import { Cards, lying } from "./hand/cards.js";
import { Chooser } from "./choosing/chooser.js";
import { lookAt, lookThrough } from "./choosing/dialogs.js";
import { boxOf, CARD_W } from "./board/geometry.js";
import { arrowsOf, ghostOf, matters, targetsOf } from "./board/highlights.js";
import { actOn } from "./choosing/keys.js";
import { assemble } from "./layout.js";
import { isHit, momentsOf } from "./showing/moments.js";
import { layingsOf, readMoves } from "./choosing/notation.js";
import { routeBetween } from "./board/route.js";
import { usable } from "./choosing/steps.js";
import { Words } from "./words.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./board/places.js").Before} Before */

/** Cards narrower than this on the screen are too small for a finger. */
const SMALL = 64;
/** Milliseconds of rest after the movements of a step. */
const SETTLE = 260;
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
    /** Whether the tooltip says what a card does; else it answers a question. */
    this.telling = false;
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
    this.tooltip = parts.tooltip;
    this.drag = parts.drag;
    this.concert = parts.concert;
    this.places = parts.places;
    this.flights = parts.flights;
    this.effects = parts.effects;
    this.moments = parts.moments;
    this.dock = parts.dock;
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
        plan: (cell, answer) => chooser.planFor(cell, answer),
        confirm: () => chooser.confirmPlan(),
      },
      hand: {
        pick: (index, from) => chooser.tapCard(index, from),
        look: (card) => this.look(card),
        tell: (index) => this.#tellCard(index),
      },
      drag: {
        begin: (index) => chooser.lift(index),
        over: (x, y) => this.#hover(this.board.cellAt(x, y)),
        drop: (x, y) => this.#drop(x, y),
        cancel: () => chooser.cancel(),
      },
      stagePanel: { stage: () => this.lookAtStage(), discard: () => this.lookAtDiscards() },
      rocker: (seat) => chooser.tapRocker(seat),
    };
  }

  destroy() {
    document.removeEventListener("keydown", this.keys);
    this.drag.destroy();
    this.flights.destroy();
    this.moments.clear();
    this.tooltip.destroy();
    this.board.destroy();
  }

  /** The status line for a choice; null in an ordinary turn. @param {Model} model */
  status(model) {
    const view = /** @type {View} */ ({ ...ABSENT, ...model.view });
    if (view.phase === "enter" || view.phase === "choice") return this.words.turn(view);
    const mine = view.phase === "turn" && view.to_move === view.seat && !model.table.seats[view.seat ?? -1]?.bot;
    return mine ? this.words.labelled(this.words.turn(view), this.words.say("hud.actions", { n: view.actions })) : null;
  }

  /** The actions that are left in a turn. @param {Model} model */
  actions({ table, view }) {
    const count = table.phase === "playing" && view?.phase === "turn" ? Number(view.actions ?? 0) : 0;
    return { count, label: this.words.say("hud.actions", { n: count }) };
  }

  // --- painting -------------------------------------------------------------------------------

  /** @param {Model} model */
  paint(model) {
    if (!model.view) return;
    const view = /** @type {View} */ ({ ...ABSENT, ...model.view });
    if (!this.view) this.cards.learn(view.options?.deck);
    this.view = view;
    this.version = model.version;
    this.words.standIn = Boolean(model.table?.seats?.[view.seat ?? -1]?.bot);
    this.#read(this.plays ? (model.legal ?? []) : []);
    this.rockers.setSeats(model.table?.seats ?? [], model.online ?? []);
    this.#paintView(view);
    this.refresh();
  }

  /**
   * Show what happened: first what was played, large; then the board after it, with its movements.
   * @param {import("../../types").Step} step
   * @param {import("../../types").Showing} showing
   */
  async show({ model, events: happened }, { cue, tell, arrive }) {
    const events = happened.map(({ event }) => /** @type {GameEvent} */ (event));
    const after = /** @type {View} */ ({ ...ABSENT, ...model.view });
    const found = momentsOf(events, after, this.words);
    const still = cue.pace === 0;
    if (!still) this.moments.clear();
    if (found.some((moment) => isHit(moment, after))) this.ctx.hit?.();
    for (const moment of found) {
      if (cue.over) break;
      tell(moment.at + 1);
      await this.moments.play(moment, after, cue);
    }
    const before = this.places.before(this.view);
    this.board.marks.follow(events, after, this.#route(events, before));
    this.paint(model);
    const won = events.some(({ event }) => event === "won"); // told when the pawn has arrived
    if (!won || cue.over) arrive();
    const last = found.at(-1);
    if (still && last && last.by !== after.seat) this.moments.stand(last, after); // one's own is known
    if (cue.over) return this.effects.hear(events);
    await cue.ended(this.effects.play(events, before, after, cue.pace));
    await cue.wait(SETTLE);
  }

  /** The way of the pawn that walks in these events. @param {GameEvent[]} events @param {Before} before */
  #route(events, { pawns, view }) {
    const walk = events.find(({ event }) => event === "walked");
    const from = pawns.get(walk?.seat ?? -1)?.cell;
    return view && from && walk?.cell ? routeBetween(view, from, walk.cell) : [];
  }

  /** An earlier moment is looked at: what belongs to the present is hidden. @param {boolean} on */
  past(on) {
    this.moments.clear();
    this.element.classList.toggle("past", on);
  }

  /** Mark what happened since one's own last turn, also before this page was opened. @param {import("../../types").Happened[]} happened */
  remember(happened) {
    if (!this.view) return;
    this.board.marks.all = [];
    this.board.marks.follow(
      happened.map(({ event }) => /** @type {GameEvent} */ (event)),
      this.view,
    );
    this.board.marks.paint();
  }

  /** @param {View} view */
  #paintView(view) {
    const handless = this.ctx.mode === "tv" || view.hands !== undefined || view.seat === null;
    const shown = handless ? [] : view.hand;
    this.board.paint(
      view,
      this.legal.flatMap((move) => move.cell ?? []),
    );
    this.banner.paint(view);
    this.stagePanel.paint(view);
    this.hand.paint(shown);
    this.element.classList.toggle("no-hand", handless);
    this.element.classList.toggle("over", view.winner !== null);
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
    this.chooser.consider();
  }

  /** Show what can be chosen now. */
  refresh() {
    const { view, legal, chooser } = this;
    if (!view) return;
    const { pick, arming, asking } = chooser;
    const step = chooser.next();
    const turns = layingsOf(pick.card ?? "").length > 1 && step.moves.some(({ verb }) => verb === "path");
    this.rockers.paint(view, targetsOf(step));
    this.#lightBoard(view);
    this.#lightHand();
    this.actionBar.paint({ view, legal, step, pick, turns, arming, asking, plan: chooser.plan });
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
    const { step, pick, plan } = this.chooser;
    const label = this.words.labels(view);
    /** @type {Map<string, import("./choosing/steps.js").Role>} */
    const lit = new Map([...step.spots].map(([cell, { role }]) => [cell, role]));
    for (const cell of plan?.answers.keys() ?? []) lit.set(cell, "target");
    this.board.light({
      lit,
      seats: targetsOf(step),
      armed: pick.cell ?? null,
      arrows: plan ? null : arrowsOf(step, pick, view),
      planned: step.ask === "part" ? [...(plan?.answers ?? [])] : [],
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

  /** A dragged card is dropped somewhere on the page. @param {number} x @param {number} y */
  #drop(x, y) {
    const node = document.elementFromPoint(x, y);
    const chip = /** @type {HTMLElement | null} */ (node?.closest(".hu-rocker") ?? null);
    this.#hover(null);
    this.chooser.drop(this.board.cellAt(x, y), chip ? Number(chip.dataset.seat) : null, this.concert.contains(node));
  }

  /** What a card of the hand does, beside it; null hides it. @param {number | null} index */
  #tellCard(index) {
    const slug = index === null ? undefined : this.view?.hand[index];
    const held = this.hand.held[index ?? -1];
    const explains = this.tooltip.shown && !this.telling;
    if (explains) return;
    this.telling = Boolean(slug && held && !this.chooser.pick.card);
    if (!slug || !held || !this.telling) return void this.tooltip.hide();
    const { cards } = this;
    this.say(
      [h("p", null, h("strong", null, cards.name(slug)), ` · ${cards.kindName(slug)}`), h("p", null, cards.text(slug))],
      held.button,
    );
  }

  /** @param {string | null} cell */
  #hover(cell) {
    if (this.hover === cell) return;
    this.hover = cell;
    this.board.ghost(this.#ghost());
  }

  /** With a finger, zoom to what can be chosen where cards are too small for it. With a mouse the board keeps still. */
  frame() {
    const { camera } = this.board;
    const { step, pick } = this.chooser;
    const covered = this.actionBar.choices.hidden ? 0 : this.actionBar.choices.offsetHeight;
    this.concert.style.setProperty("--covered", `${covered}px`);
    if (!camera.follows || !this.view || !matchMedia("(pointer: coarse)").matches) return;
    camera.margin.bottom = covered + 6;
    const box = boxOf(matters(step, pick, this.view));
    if (!box || camera.wholeScale() * CARD_W >= SMALL) return camera.fit();
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
