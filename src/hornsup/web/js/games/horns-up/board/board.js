/** The board as one SVG: hall, cells, pawns, and highlights of what can be chosen. */

import { h, s } from "../../../dom.js";
import { Camera } from "./camera.js";
import { cardUse, Cells } from "./cells.js";
import { axes, boxOf, CARD_H, CARD_W, corner, Extent, HEAD, LEAST_HEAD, middle } from "./geometry.js";
import { hallOf, screen } from "./hall.js";
import { longPress } from "../hand/long-press.js";
import { Marks } from "./marks.js";
import { next } from "../choosing/notation.js";
import { Pawns } from "./pawns.js";
import { Sides } from "./sides.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../hand/cards.js").Cards} Cards */
/** @typedef {import("../choosing/steps.js").Role} Role */
/** @typedef {{lit: Map<string, Role>, armed: string | null, seats: Set<number>,
 *   arrows: {cell: string, ways: string[]} | null, ghost: {cell: string, id: string, turned: boolean} | null,
 *   ask: string | null, planned: [string, string][], label: (cell: string) => string}} Highlights */
/** @typedef {{tap: (cell: string) => void, seat: (seat: number) => void, way: (way: string) => void,
 *   look: (cell: string) => void, hover: (cell: string | null) => void}} Handlers */

const SIDE_WAYS = new Set(["left", "right"]);

export class Board {
  /** @param {Cards} cards @param {Handlers} handlers @param {() => boolean} still @param {string} label */
  constructor(cards, handlers, still, label) {
    this.cards = cards;
    this.handlers = handlers;
    /** The cells that are drawn, and those of them that are in use. */
    this.extent = new Extent();
    this.used = new Extent();
    this.cells = new Cells(cards);
    this.pawns = new Pawns();
    this.sides = new Sides();
    this.marks = new Marks();
    this.screen = s("g", { class: "hu-on-screen" });
    this.gap = s("g");
    this.over = s("g", { class: "hu-over", "aria-hidden": "true" });
    this.arrows = s("g", { class: "hu-arrows", "aria-hidden": "true" });
    this.pointed = s("g", { class: "hu-pointed", "aria-hidden": "true" });
    this.hall = s("g", { class: "hu-hall" });
    this.beams = s("g");
    this.axes = s("g", { class: "hu-axes", "aria-hidden": "true" });
    this.svg = s(
      "svg",
      { class: "hu-svg", role: "group", "aria-label": label },
      this.hall,
      this.cells.layer,
      this.axes,
      this.gap,
      this.beams,
      this.marks.layer,
      this.over,
      this.pawns.layer,
      this.sides.layer,
      this.pointed,
      this.arrows,
    );
    this.world = h("div", { class: "hu-world" }, this.svg);
    this.window = h("div", { class: "hu-window" }, this.world);
    this.camera = new Camera(this.window, this.world, still, () => this.#encompass());
    /** The cell that the arrow keys move from. */
    this.cursor = "";
    this.arrowKey = "";
    this.ghostKey = "";
    this.hallAsked = false;
    this.shown = { stage: /** @type {string | null | undefined} */ (undefined), numbers: "" };
    this.#listen();
  }

  // --- painting -------------------------------------------------------------------------------

  /** Paint the table. @param {View} view @param {Iterable<string>} more further cells to show */
  paint(view, more) {
    if (this.extent.grow(view, more)) {
      this.cells.spread(this.extent, view);
      this.#frame();
    }
    const grown = this.used.grow(view, more);
    this.#paintHall(view);
    this.#number(view);
    this.cells.lay(view);
    this.pawns.stand(view);
    this.sides.paint(view);
    this.marks.paint();
    if (!this.cursor) this.#point(this.#home(view), false);
    if (grown) this.#encompass();
  }

  /** Make the SVG as large as the cells that are drawn. */
  #frame() {
    const box = this.extent.box();
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    this.svg.setAttribute("viewBox", `${box.left} ${box.top} ${width} ${height}`);
    for (const [name, value] of /** @type {const} */ ([
      ["left", box.left],
      ["top", box.top],
      ["width", width],
      ["height", height],
    ])) {
      this.svg.style.setProperty(name, `${value}px`);
    }
  }

  /** Number the columns and rows that are in use. @param {View} view */
  #number(view) {
    const now = new Extent();
    now.grow(view, []);
    const key = `${now.left} ${now.right} ${now.bottom}`;
    if (key === this.shown.numbers) return;
    this.shown.numbers = key;
    this.axes.replaceChildren(...axes(now).map(({ text, x, y }) => s("text", { x, y }, text)));
  }

  /**
   * Let the camera show all cells that have been in use or offered so far. It never shrinks, so the board keeps still.
   * In a low window the upper part of the Stage is left out.
   */
  #encompass() {
    const { camera } = this;
    const whole = this.used.box();
    const room = camera.room(whole.right - whole.left);
    camera.whole = this.used.box(Math.min(HEAD, Math.max(LEAST_HEAD, room - whole.bottom)));
    if (camera.follows) camera.fit();
  }

  /** @param {View} view */
  #paintHall(view) {
    if (!this.hallAsked) void this.#loadHall(view);
    if (this.shown.stage !== view.stage) {
      this.shown.stage = view.stage;
      this.screen.replaceChildren(screen(view.stage && this.cards.picture(view.stage)));
    }
    this.gap.setAttribute("display", view.closing_pending && view.choice?.ask !== "part" ? "inline" : "none");
  }

  /** Put the hall in its place; if it cannot be loaded, the next painting tries again. @param {View} view */
  async #loadHall(view) {
    this.hallAsked = true;
    try {
      const { stage, beams, gap } = await hallOf(view);
      this.hall.replaceChildren(stage, this.screen);
      this.beams.replaceChildren(beams);
      this.gap.replaceChildren(gap);
    } catch {
      this.hallAsked = false;
    }
  }

  /** Highlight what can be chosen now. @param {Highlights} highlights */
  light(highlights) {
    for (const slot of this.cells.slots.values()) {
      const role = highlights.lit.get(slot.cell) ?? "";
      const armed = highlights.armed === slot.cell ? " armed" : "";
      const asked = highlights.ask === slot.cell ? " asked" : "";
      this.cells.light(slot, `${role}${armed}${asked}`.trim());
      this.cells.name(slot, highlights.label(slot.cell));
    }
    this.pawns.aim(highlights.seats);
    this.#pointArrows(highlights.arrows, highlights.planned);
    this.ghost(highlights.ghost);
  }

  /** Point at cells that a sentence is about. @param {readonly string[]} cells */
  pointAt(cells) {
    this.pointed.replaceChildren(
      ...cells
        .filter((cell) => this.cells.slots.has(cell))
        .map((cell) => {
          const [x, y] = corner(cell);
          return s("rect", { x: x - 6, y: y - 6, width: CARD_W + 12, height: CARD_H + 12, rx: 14 });
        }),
    );
  }

  /** The cell at a point of the page. @param {number} x @param {number} y @returns {string | null} */
  cellAt(x, y) {
    return cellOf(document.elementsFromPoint(x, y).find((node) => this.svg.contains(node)) ?? null);
  }

  /** Preview a card on a cell. @param {Highlights["ghost"]} ghost */
  ghost(ghost) {
    const key = ghost ? `${ghost.cell} ${ghost.id} ${ghost.turned}` : "";
    if (key === this.ghostKey) return;
    this.ghostKey = key;
    if (!ghost) return this.over.replaceChildren();
    const [x, y] = corner(ghost.cell);
    this.over.replaceChildren(
      s("g", { class: "hu-ghost", transform: `translate(${x} ${y})` }, cardUse(ghost.id, ghost.turned)),
    );
  }

  /**
   * Arrows around a cell, one for each way that may be chosen; or one on every cell that has a planned way.
   * @param {Highlights["arrows"]} arrows
   * @param {Highlights["planned"]} planned
   */
  #pointArrows(arrows, planned) {
    const key = JSON.stringify([arrows, planned]);
    if (key === this.arrowKey) return;
    this.arrowKey = key;
    this.arrows.replaceChildren(
      ...(arrows?.ways ?? []).map((way) => arrowTo(arrows?.cell ?? "", way)),
      ...planned.map(([cell, side]) => plannedArrow(cell, side)),
    );
  }

  // --- input ----------------------------------------------------------------------------------

  #listen() {
    this.svg.addEventListener("click", (event) => this.#click(event));
    longPress(this.svg, (target) => {
      const cell = cellOf(target);
      if (cell) this.handlers.look(cell);
    });
    this.svg.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse") this.handlers.hover(cellOf(event.target));
    });
    this.svg.addEventListener("pointerleave", () => this.handlers.hover(null));
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("focusin", (event) => {
      const cell = cellOf(event.target);
      if (cell) this.#point(cell, false);
    });
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const node = /** @type {Element} */ (event.target);
    const way = /** @type {SVGElement | null} */ (node.closest(".hu-arrow"))?.dataset.way;
    if (way) return this.handlers.way(way);
    const pawn = /** @type {SVGElement | null} */ (node.closest(".hu-pawn.target"));
    if (pawn) return this.handlers.seat(Number(pawn.dataset.seat));
    const cell = cellOf(node);
    if (cell) this.handlers.tap(cell);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = cellOf(event.target);
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" }[event.key];
    if (way) {
      event.preventDefault();
      const to = next(cell, way);
      if (this.cells.slots.has(to)) this.#point(to, true);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.handlers.tap(cell);
    }
  }

  /**
   * Move the cursor: one cell is reached by Tab, the others from it by the arrow keys.
   * @param {string} cell
   * @param {boolean} focus
   */
  #point(cell, focus) {
    if (this.cursor !== cell) {
      this.cells.slots.get(this.cursor)?.group.setAttribute("tabindex", "-1");
      this.cells.slots.get(cell)?.group.setAttribute("tabindex", "0");
      this.cursor = cell;
    }
    if (!focus) return;
    this.cells.slots.get(cell)?.group.focus({ preventScroll: true });
    const box = boxOf([cell]);
    if (box) this.camera.reveal(box);
  }

  /** Move the cursor to the next of some cells. @param {string[]} cells */
  jump(cells) {
    if (!cells.length) return;
    const at = cells.indexOf(this.cursor);
    this.#point(cells[(at + 1) % cells.length] ?? this.cursor, true);
  }

  /** The first cell of the cursor. @param {View} view */
  #home(view) {
    const own = view.rockers.find((rocker) => rocker.seat === view.seat)?.pawn;
    return own ?? view.entrances[0] ?? "0,1";
  }

  /** The position of a cell in the window, for tooltips. @param {string} cell */
  spot(cell) {
    const [x, y] = middle(cell);
    const [left, top] = this.camera.onScreen(x, y);
    return { left, top, height: CARD_H * this.camera.scale };
  }

  destroy() {
    this.camera.destroy();
  }
}

/** @param {EventTarget | null} target @returns {string | null} */
function cellOf(target) {
  const node = target instanceof Element ? /** @type {SVGElement | null} */ (target.closest(".hu-cell")) : null;
  return node?.dataset.cell ?? null;
}

/** @param {string} cell @param {string} way */
function arrowTo(cell, way) {
  const compass = SIDE_WAYS.has(way) ? (way === "left" ? "W" : "E") : way;
  const [x, y] = middle(next(cell, compass));
  const turn = { N: 0, E: 90, S: 180, W: 270 }[compass] ?? 0;
  return s(
    "g",
    { class: "hu-arrow", dataset: { way }, transform: `translate(${x} ${y})` },
    s("rect", { x: -CARD_W / 2, y: -CARD_H / 2, width: CARD_W, height: CARD_H, class: "hu-hit" }),
    s("circle", { r: 44, class: "hu-arrow-disc" }),
    s("path", { d: "M0-32 28 4H12V30H-12V4H-28Z", transform: `rotate(${turn})`, class: "hu-arrow-head" }),
  );
}

/** Which way a card will go. @param {string} cell @param {string} side */
function plannedArrow(cell, side) {
  const [x, y] = middle(cell);
  return s(
    "g",
    { class: "hu-planned", transform: `translate(${x + (side === "left" ? -46 : 46)} ${y})` },
    s("circle", { r: 28, class: "hu-arrow-disc" }),
    s("path", {
      d: "M0-20 18 3H8V19H-8V3H-18Z",
      transform: `rotate(${side === "left" ? 270 : 90})`,
      class: "hu-arrow-head",
    }),
  );
}
