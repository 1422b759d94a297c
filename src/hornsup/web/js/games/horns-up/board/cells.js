/** The cells of the board and the cards on them; a cell is painted again only when it has changed. */

import { s, use } from "../../../dom.js";
import { readCell, writeCell } from "../../../notation.js";
import { lying } from "../hand/cards.js";
import { CARD_H, CARD_W, corner } from "./geometry.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").TableCard} TableCard */
/** @typedef {import("../hand/cards.js").Cards} Cards */
/** @typedef {import("./geometry.js").Extent} Extent */
/** @typedef {{cell: string, group: SVGGElement, ground: SVGGElement, card: SVGGElement, mark: SVGGElement,
 *   key: string, lit: string, label: string}} Slot */

const CARD = { width: CARD_W, height: CARD_H };
/** The sign on a highlighted cell, by role. @type {Record<string, string>} */
const GLYPHS = {
  place: "M75 32V68M57 50H93",
  wall: "M75 32V68M57 50H93",
  enter: "M75 66V34M59 50 75 34 91 50",
  walk: "M57 56 75 40 93 56M57 70 75 54 93 70",
  clear: "M61 36 89 64M89 36 61 64",
  target: "M75 28V40M75 60V72M53 50H65M85 50H97M75 50h0",
};

export class Cells {
  /** @param {Cards} cards */
  constructor(cards) {
    this.cards = cards;
    this.layer = s("g", { class: "hu-cells" });
    /** @type {Map<string, Slot>} */
    this.slots = new Map();
    /** @type {Map<number, SVGGElement>} */
    this.rows = new Map();
    /** @type {Set<string>} */
    this.floor = new Set();
  }

  /** Make the cells of an extent that are not there yet. @param {Extent} extent @param {View} view */
  spread(extent, view) {
    if (!this.floor.size) this.#layFloor(view);
    const stage = new Set(view.stage_cells);
    for (let y = 0; y <= extent.bottom; y += 1) {
      for (let x = extent.left; x <= extent.right; x += 1) {
        const cell = writeCell(x, y);
        if (!this.slots.has(cell)) this.#make(cell, stage.has(cell));
      }
    }
  }

  /** The positions between the Entrances and the Stage. @param {View} view */
  #layFloor(view) {
    for (const entrance of view.entrances) {
      const [x, last] = readCell(entrance);
      for (let y = 1; y < last; y += 1) this.floor.add(writeCell(x, y));
    }
  }

  /** @param {string} cell @param {boolean} stage */
  #make(cell, stage) {
    const [left, top] = corner(cell);
    const ground = s("g", { class: "hu-ground" });
    const card = s("g", { class: "hu-card" });
    const mark = s("g", { class: "hu-mark" });
    const group = s(
      "g",
      { class: "hu-cell", role: "button", tabindex: "-1", transform: `translate(${left} ${top})`, dataset: { cell } },
      s("rect", { class: "hu-hit", x: -5, y: -4, width: CARD_W + 10, height: CARD_H + 8 }),
      ground,
      card,
      mark,
      s("rect", { class: "hu-focus", x: -6, y: -5, width: CARD_W + 12, height: CARD_H + 10, rx: 13 }),
    );
    const [x, y] = readCell(cell);
    if (y === 0 && !stage) ground.append(use("barrier", CARD));
    if (this.floor.has(cell)) ground.append(use("slot", CARD));
    this.slots.set(cell, { cell, group, ground, card, mark, key: "", lit: "", label: "" });
    this.#insert(group, x, y);
  }

  /** Insert a cell in reading order, row by row. @param {SVGGElement} group @param {number} x @param {number} y */
  #insert(group, x, y) {
    let row = this.rows.get(y);
    if (!row) {
      row = s("g", { class: "hu-row" });
      this.rows.set(y, row);
      const after = [...this.rows.keys()].filter((other) => other > y).sort((a, b) => a - b)[0];
      this.layer.insertBefore(row, after === undefined ? null : (this.rows.get(after) ?? null));
    }
    const behind = [...row.children].find((each) => column(each) > x);
    row.insertBefore(group, behind ?? null);
  }

  /** Lay the cards of a view. @param {View} view */
  lay(view) {
    /** @type {Map<string, TableCard>} */
    const table = new Map(view.table.map((card) => [card.cell, card]));
    const entrances = new Set(view.entrances);
    const overlap = view.choice?.ask === "keep" ? view.choice : null;
    for (const slot of this.slots.values()) {
      if (overlap?.cell === slot.cell) this.#overlap(slot, overlap.cards ?? {});
      else this.#lay(slot, table.get(slot.cell), entrances.has(slot.cell));
    }
  }

  /** @param {Slot} slot @param {TableCard | undefined} card @param {boolean} entrance */
  #lay(slot, card, entrance) {
    const shown = card ? lying(this.cards, card) : entrance ? { id: "entrance", turned: false } : null;
    const key = shown ? `${shown.id}${shown.turned ? " turned" : ""}` : "";
    if (key === slot.key) return;
    slot.key = key;
    slot.card.replaceChildren(...(shown ? [cardUse(shown.id, shown.turned)] : []));
  }

  /**
   * The cards that met on one position, side by side until one of them is kept.
   * @param {Slot} slot
   * @param {Record<string, TableCard>} met
   */
  #overlap(slot, met) {
    const key = `met ${JSON.stringify(met)}`;
    if (key === slot.key) return;
    slot.key = key;
    const all = Object.values(met);
    const scale = 0.94 / all.length;
    const small = all.map((card, at) => {
      const { id, turned } = lying(this.cards, card);
      const x = ((at + 0.03) * CARD_W) / all.length;
      return s("g", { transform: `translate(${x} ${50 - 50 * scale}) scale(${scale})` }, cardUse(id, turned));
    });
    slot.card.replaceChildren(...small);
  }

  /** Highlight a cell for what can be done there; "" ends it. @param {Slot} slot @param {string} lit */
  light(slot, lit) {
    if (slot.lit === lit) return;
    slot.lit = lit;
    slot.group.setAttribute("class", lit ? `hu-cell lit ${lit}` : "hu-cell");
    const role = lit.split(" ")[0] ?? "";
    slot.mark.replaceChildren();
    if (!lit) return;
    slot.mark.append(s("rect", { x: 2, y: 2, width: 146, height: 96, rx: 10, class: "hu-frame" }));
    const glyph = GLYPHS[role];
    if (glyph) {
      slot.mark.append(
        s("circle", { cx: 75, cy: 50, r: 27, class: "hu-glyph-disc" }),
        s("path", { d: glyph, class: "hu-glyph" }),
      );
    }
  }

  /** @param {Slot} slot @param {string} label */
  name(slot, label) {
    if (slot.label === label) return;
    slot.label = label;
    slot.group.setAttribute("aria-label", label);
  }
}

/** @param {Element} group */
const column = (group) => readCell(/** @type {SVGGElement} */ (group).dataset.cell ?? "0,0")[0];

/** A card at the origin, turned by 180 degrees if it lies so. @param {string} id @param {boolean} turned */
export function cardUse(id, turned) {
  return use(id, turned ? { ...CARD, transform: "rotate(180 75 50)" } : CARD);
}
