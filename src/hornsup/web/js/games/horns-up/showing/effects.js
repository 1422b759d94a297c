/** What every kind of event looks and sounds like. */

import { pawnSymbol, readCell } from "../../../notation.js";
import { sound } from "../../../sound-event.js";
import { PIECE_BOX } from "./flights.js";
import { next, pathOf } from "../choosing/notation.js";
import { routeBetween } from "../board/route.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../board/places.js").Before} Before */
/** @typedef {import("./flights.js").Flight} Flight */
/** @typedef {import("./flights.js").Rect} Rect */
/** @typedef {(effects: Effects, event: GameEvent) => void} Effect */

/** Milliseconds. */
const STEP = 240;
const LONGEST_WALK = 1400;
const FLIGHT = 460;
const GLIDE = 620;
const THROW = 1000;
/** Events whose effect moves the pawn of their seat. */
const MOVES_PAWN = new Set(["walked", "won", "surfed", "entered", "sent-to-entrance"]);

/** The effects of one step, collected on a clock of their own and started together. */
export class Effects {
  /**
   * @param {import("./flights.js").Flights} flights
   * @param {import("../board/places.js").Places} places
   * @param {{board: import("../board/board.js").Board, cards: import("../hand/cards.js").Cards, pips: Element}} scene
   */
  constructor(flights, places, scene) {
    this.flights = flights;
    this.places = places;
    this.scene = scene;
    this.pace = 1;
    this.clock = 0;
    /** @type {Before} */
    this.before = { pawns: new Map(), cards: new Map(), hand: [], view: null };
    /** @type {View | null} */
    this.view = null;
    /** The seats whose pawns have an effect in this step. @type {Set<number>} */
    this.moved = new Set();
    /** Sounds are played when their effect begins. @type {ReturnType<typeof setTimeout>[]} */
    this.sounds = [];
  }

  /**
   * Show events that led from what was before to what is painted now.
   * @param {readonly GameEvent[]} events
   * @param {Before} before
   * @param {View} view
   * @param {number} pace
   * @returns {Animation[]}
   */
  play(events, before, view, pace) {
    Object.assign(this, { before, view, pace, clock: 0 });
    this.sounds.forEach(clearTimeout);
    this.sounds = [];
    this.moved.clear();
    for (const event of events) {
      EFFECTS[event.event]?.(this, event);
      if (event.seat !== undefined && MOVES_PAWN.has(event.event)) this.moved.add(event.seat);
    }
    this.#slide();
    return [...this.flights.running];
  }

  /** Sounds of a step without motion, at once. @param {readonly GameEvent[]} events */
  hear(events) {
    for (const { event } of events) if (SOUNDS[event]) sound(SOUNDS[event]);
  }

  /** Pawns that stand elsewhere now, but have no effect of their own, slide along. */
  #slide() {
    for (const [seat, { rect }] of this.before.pawns) {
      const now = this.places.pawn(seat);
      if (!now || this.moved.has(seat) || (now.left === rect.left && now.top === rect.top)) continue;
      this.pawn(seat, [rect, now], GLIDE, 0);
    }
  }

  // --- building blocks -----------------------------------------------------------------------

  /** @param {Flight} flight */
  fly(flight) {
    this.flights.fly({ start: this.clock, ...flight }, this.pace);
  }

  /** @param {string} event */
  sound(event) {
    const name = SOUNDS[event];
    if (name) this.sounds.push(setTimeout(() => sound(name), this.clock * this.pace));
  }

  /** @param {number} seat @param {(Rect | null | undefined)[]} way @param {number} time @param {number} [start] */
  pawn(seat, way, time, start = this.clock) {
    const hides = this.scene.board.pawns.all.get(seat)?.group;
    const id = pawnSymbol(seat);
    this.fly({ id, box: PIECE_BOX, way, time, start, hides, easing: "ease-in-out" });
  }

  /** A card comes to a cell. @param {string | undefined} cell @param {number | undefined} seat @param {string} slug */
  lay(cell, seat, slug) {
    const slot = this.scene.board.cells.slots.get(cell ?? "");
    if (!slot?.key) return;
    const [id = "", turned] = slot.key.split(" ");
    const way = [this.places.from(this.before, seat, slug), this.places.cell(cell)];
    this.fly({ id, way, time: FLIGHT, hides: slot.card, turned: turned === "turned", lift: 1.25 });
    this.clock += FLIGHT * 0.8;
  }

  /** A card that lay on a cell goes to the discard pile. @param {string | undefined} cell @param {number} [start] */
  take(cell, start = this.clock) {
    const key = this.before.cards.get(cell ?? "");
    if (!key || key.startsWith("met") || key === "entrance") return;
    const [id = "", turned] = key.split(" ");
    this.fly({
      id,
      way: [this.places.cell(cell), this.places.pile("discard")],
      time: FLIGHT,
      start,
      turned: turned === "turned",
      fades: true,
    });
  }

  /**
   * A card that moves to the next cell and is lost there; if several met there before, it is lost from among them.
   * @param {string} slug
   * @param {string} from
   * @param {string} to
   */
  lose(slug, from, to) {
    const met = this.before.cards.get(to)?.startsWith("met");
    const key = (!met && this.before.cards.get(from)) || this.scene.cards.picture(slug);
    const [id = "", turned] = key.split(" ");
    const way = [...(met ? [] : [this.places.cell(from)]), this.places.cell(to), this.places.pile("discard")];
    const time = (way.length - 1) * GLIDE;
    this.fly({ id, way, time, start: 0, turned: turned === "turned", fades: true, easing: "linear" });
  }

  /** Cards glide by whole cells; an Entrance stays. @param {Iterable<string>} cells @param {(cell: string) => string} from */
  glide(cells, from) {
    for (const cell of cells) {
      const slot = this.scene.board.cells.slots.get(cell);
      if (!slot?.key || slot.key === "entrance" || slot.key.startsWith("met")) continue;
      const [id = "", turned] = slot.key.split(" ");
      const way = [this.places.cell(from(cell)), this.places.cell(cell)];
      this.fly({
        id,
        way,
        time: GLIDE,
        start: 0,
        hides: slot.card,
        turned: turned === "turned",
        easing: "ease-in-out",
      });
    }
  }

  /** A small sign goes from the middle of the board to a Rocker. @param {number | undefined} seat @param {string} id */
  mark(seat, id) {
    const { window } = this.places;
    const size = 64;
    const from = { left: window.left + window.width / 2 - 32, top: window.top + window.height / 2 - 32 };
    const to = this.places.chip(seat);
    this.fly({ id, box: PIECE_BOX, way: [{ ...from, width: size, height: size }, to], time: 520 });
    this.clock += 160;
  }

  /** @param {Element | undefined} node */
  shake(node) {
    const frames = [0, -7, 7, -5, 4, 0].map((x) => ({ translate: `${x}px 0` }));
    this.flights.animate(node, frames, { time: 320, start: this.clock, easing: "linear" }, this.pace);
  }

  /** A card between a pile and a hand. @param {number | undefined} seat @param {string | null | undefined} slug @param {"deck" | "discard"} pile */
  draw(seat, slug, pile) {
    const known = slug ? this.scene.cards.picture(slug) : "back-audience";
    const own = seat === this.view?.seat && slug;
    const hand = pile === "deck" ? (own ? this.places.held(slug) : null) : this.places.from(this.before, seat, slug);
    const ends = [this.places.pile(pile), hand ?? chipCard(this.places.chip(seat))];
    this.fly({ id: known, way: pile === "deck" ? ends : ends.reverse(), time: FLIGHT });
    this.clock += 130;
  }
}

/** @param {DOMRect | null} chip @returns {Rect | null} */
const chipCard = (chip) => chip && { left: chip.left, top: chip.top, width: chip.width, height: (chip.width * 2) / 3 };

/** The sounds of events, by name. @type {Record<string, string>} */
const SOUNDS = {
  entered: "step",
  walked: "step",
  surfed: "surf",
  "path-played": "card",
  "wall-played": "wall",
  "wall-cleared": "card",
  "ticket-played": "card",
  discarded: "fly",
  drew: "fly",
  pushed: "push",
  "push-held": "wall",
  "entrance-took": "fly",
  "off-edge": "fly",
  covered: "fly",
  "overlap-lost": "fly",
  "sent-to-entrance": "boo",
  "token-taken": "token",
  "skip-marked": "boo",
  crushed: "boo",
  "stage-changed": "stage",
  divided: "crowd",
  closed: "push",
  won: "crowd",
};

/** @type {Record<string, Effect>} */
const EFFECTS = {
  entered(effects, { event, seat = -1 }) {
    const to = effects.places.pawn(seat);
    effects.sound(event);
    if (to) effects.pawn(seat, [{ ...to, top: to.top - 110 }, to], 420);
  },
  walked(effects, { event, seat = -1, cell = "" }) {
    const { places, before } = effects;
    const old = before.pawns.get(seat);
    const route = old?.cell && before.view ? routeBetween(before.view, old.cell, cell) : [];
    const between = route.slice(1, -1).map((each) => places.through(each));
    const time = Math.min(LONGEST_WALK, STEP * Math.max(2, route.length - 1));
    effects.sound(event);
    effects.pawn(seat, [old?.rect, ...between, places.pawn(seat)], time);
    effects.clock += time;
  },
  surfed(effects, { event, seat = -1 }) {
    const hides = effects.scene.board.pawns.all.get(seat)?.group;
    const way = [effects.before.pawns.get(seat)?.rect, effects.places.pawn(seat)];
    const id = pawnSymbol(seat);
    effects.sound(event);
    effects.fly({ id, box: PIECE_BOX, way, time: 1000, hides, lift: 2, spin: 360, easing: "ease-in-out" });
    effects.clock += 800;
  },
  "path-played"(effects, { event, seat, cell, sides = "" }) {
    effects.sound(event);
    effects.lay(cell, seat, pathOf(sides));
  },
  "wall-played"(effects, { event, seat, cell, card = "" }) {
    effects.lay(cell, seat, card);
    effects.sound(event);
    effects.shake(effects.scene.board.world);
  },
  "wall-cleared"(effects, { event, seat, cell, card }) {
    effects.sound(event);
    effects.draw(seat, card, "discard");
    effects.take(cell);
  },
  removed: (effects, { cell }) => effects.take(cell),
  covered(effects, { event, cell }) {
    effects.sound(event);
    effects.take(cell, 0);
  },
  "entrance-took"(effects, { event, card = "", start = "", cell = "" }) {
    effects.sound(event);
    effects.lose(card, start, cell);
  },
  "overlap-lost"(effects, { event, card = "", start = "", cell = "" }) {
    effects.sound(event);
    effects.lose(card, start, cell);
  },
  "off-edge"(effects, { event, card = "", cell = "", direction = "N" }) {
    effects.sound(event);
    effects.lose(card, cell, next(cell, direction));
  },
  "sent-to-entrance"(effects, { event, seat = -1, why }) {
    const way = [effects.before.pawns.get(seat)?.rect, effects.places.pawn(seat)];
    const hides = effects.scene.board.pawns.all.get(seat)?.group;
    effects.sound(event);
    if (why === "entrance") return effects.pawn(seat, way, GLIDE, 0); // with the card
    effects.fly({ id: pawnSymbol(seat), box: PIECE_BOX, way, time: THROW, start: 0, hides, lift: 2, spin: 360 });
  },
  "encore-played"(effects, { cells = [] }) {
    for (const cell of cells) effects.take(cell);
  },
  drew(effects, { event, seat, card }) {
    effects.sound(event);
    effects.draw(seat, card, "deck");
  },
  discarded(effects, { event, seat, card }) {
    effects.sound(event);
    effects.draw(seat, card, "discard");
  },
  pushed(effects, { event, direction = "N", cells = [] }) {
    const back = { N: "S", E: "W", S: "N", W: "E" }[direction] ?? "S";
    effects.sound(event);
    effects.glide(
      cells.map((cell) => next(cell, direction)),
      (cell) => next(cell, back),
    );
    effects.clock += GLIDE;
  },
  "push-held"(effects, { event, seat }) {
    const cell = effects.scene.board.pawns.all.get(seat ?? -1)?.cell ?? "";
    effects.sound(event);
    effects.shake(effects.scene.board.cells.slots.get(cell)?.card);
  },
  flipped(effects, { cells = [] }) {
    for (const cell of cells) {
      const frames = [{ transform: "scaleX(-1)" }, { transform: "scaleX(0)" }, { transform: "none" }];
      const how = { time: 300, start: effects.clock };
      effects.flights.animate(effects.scene.board.cells.slots.get(cell)?.card, frames, how, effects.pace);
    }
  },
  "paths-turned"(effects) {
    for (const { cell, kind } of effects.view?.table ?? []) {
      const frames = [{ transform: "rotate(-180deg)" }, { transform: "none" }];
      const node = kind === "path" ? effects.scene.board.cells.slots.get(cell)?.card : null;
      effects.flights.animate(node, frames, { time: 700, start: effects.clock }, effects.pace);
    }
  },
  divided(effects, { event }) {
    effects.sound(event);
    effects.glide(effects.view?.table.map(({ cell }) => cell) ?? [], (cell) => next(cell, towards(cell)));
  },
  closed(effects, { event }) {
    effects.sound(event);
    effects.glide(effects.view?.table.map(({ cell }) => cell) ?? [], (cell) =>
      next(cell, towards(cell) === "W" ? "E" : "W"),
    );
  },
  "stage-changed": (effects, { event }) => effects.sound(event),
  won(effects, { event, seat = -1, walk = [] }) {
    const { places, before } = effects;
    const time = Math.min(LONGEST_WALK, STEP * Math.max(3, walk.length));
    effects.sound(event);
    if (effects.moved.has(seat)) return burst(effects); // surfed onto the Stage
    effects.pawn(
      seat,
      [before.pawns.get(seat)?.rect, ...walk.slice(1).map((cell) => places.through(cell)), places.pawn(seat)],
      time,
    );
    effects.clock += time;
    burst(effects);
  },
  "token-taken"(effects, { event, seat }) {
    effects.sound(event);
    effects.mark(seat, "token");
  },
  "skip-marked"(effects, { event, seat }) {
    effects.sound(event);
    effects.mark(seat, "skip");
  },
  crushed(effects, { event }) {
    effects.sound(event);
    effects.shake(effects.scene.board.world);
  },
  "action-gained"(effects) {
    const frames = [{ transform: "none" }, { transform: "scale(1.3)" }, { transform: "none" }];
    effects.flights.animate(effects.scene.pips, frames, { time: 360, start: effects.clock }, effects.pace);
  },
  "hands-passed"(effects) {
    const seats = effects.view?.players ?? 0;
    for (let seat = 0; seat < seats; seat += 1) {
      const [from, to] = [effects.places.chip(seat), effects.places.chip((seat + seats - 1) % seats)];
      effects.fly({ id: "back-audience", way: [chipCard(from), chipCard(to)], time: 700 });
    }
  },
};

/** The way to the middle column. @param {string} cell */
const towards = (cell) => (readCell(cell)[0] > 0 ? "W" : "E");

const SPARKS = 18;

/** Sparks fly from the Stage. @param {Effects} effects */
function burst(effects) {
  const from = effects.places.cell("0,0");
  if (!from) return;
  const middle = { left: from.left + from.width / 2, top: from.top + from.height / 2 };
  const place = (/** @type {number} */ turn, /** @type {number} */ reach, /** @type {number} */ size) => ({
    left: middle.left + Math.cos(turn) * reach,
    top: middle.top + Math.sin(turn) * reach * 0.7,
    width: size,
    height: size,
  });
  for (let n = 0; n < SPARKS; n += 1) {
    const turn = (Math.PI * 2 * n) / SPARKS;
    const way = [place(turn, 10, 26), place(turn, n % 2 ? 260 : 170, 14)];
    effects.fly({ id: n % 3 ? "symbol-stage" : "action", box: PIECE_BOX, way, time: 900, fades: true });
  }
}
