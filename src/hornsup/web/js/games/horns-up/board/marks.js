/** Marks on the board for what the others did since one's own last turn. */

import { s, use } from "../../../dom.js";
import { pawnSymbol } from "../../../notation.js";
import { CARD_H, CARD_W, corner, middle } from "./geometry.js";
import { next } from "../choosing/notation.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {{seat: number, cells: string[], route: string[]}} Mark */

/** Events about somebody's pawn or card, with the cells they changed. @type {Record<string, (event: GameEvent) => string[]>} */
const CHANGED = {
  entered: ({ cell }) => [cell ?? ""],
  walked: ({ cell }) => [cell ?? ""],
  surfed: ({ cell }) => [cell ?? ""],
  "path-played": ({ cell }) => [cell ?? ""],
  "wall-played": ({ cell }) => [cell ?? ""],
  "wall-cleared": ({ cell }) => [cell ?? ""],
  removed: ({ cell }) => [cell ?? ""],
  pushed: ({ cells = [], direction = "N" }) => cells.map((cell) => next(cell, direction)),
  "sent-to-entrance": ({ cell }) => [cell ?? ""],
};
/** More of them would only confuse. */
const MOST = 24;

export class Marks {
  constructor() {
    this.layer = s("g", { class: "hu-marks", "aria-hidden": "true" });
    /** @type {Mark[]} */
    this.all = [];
    /** Whose turn it is, for events that do not say it. */
    this.turn = -1;
  }

  /**
   * Add what happened; a move of one's own ends the marks of the others.
   * @param {readonly GameEvent[]} events
   * @param {{seat: number | null, turn: number}} view the table after them
   * @param {string[]} [route] the way of a pawn that walked
   */
  follow(events, { seat: own, turn }, route = []) {
    if (this.turn < 0) this.turn = turn; // the page was opened in the middle of it
    for (const event of events) {
      if (event.event === "turn-began") this.turn = event.seat ?? -1;
      const cells = CHANGED[event.event]?.(event);
      const ownEnd = event.event === "turn-ended" && event.seat === own;
      if (event.event === "off-edge") this.#leave(next(event.cell ?? "", event.direction ?? "N"));
      if (ownEnd || event.event === "divided" || event.event === "closed" || event.event === "won") this.all = [];
      if (!cells) continue;
      const seat = this.#doer(event);
      if (seat === own) this.all = [];
      else this.all.push({ seat, cells, route: event.event === "walked" ? route : [] });
    }
    this.all = this.all.slice(-MOST);
  }

  /** Beyond the edge of the table nothing is marked. @param {string} gone */
  #leave(gone) {
    for (const mark of this.all) mark.cells = mark.cells.filter((cell) => cell !== gone);
  }

  /** Whoever is pushed or sent away is not whoever does it. @param {GameEvent} event */
  #doer({ event, seat }) {
    return event === "pushed" || event === "sent-to-entrance" || seat === undefined ? this.turn : seat;
  }

  paint() {
    /** Of several marks on a cell the newest counts. @type {Map<string, number>} */
    const seats = new Map(this.all.flatMap(({ seat, cells }) => cells.map((cell) => [cell, seat])));
    this.layer.replaceChildren(
      ...this.all.filter(({ route }) => route.length > 1).map(trail),
      ...[...seats].map(([cell, seat]) => frame(cell, seat)),
    );
  }
}

/** @param {string} cell @param {number} seat */
function frame(cell, seat) {
  const [x, y] = corner(cell);
  return s(
    "g",
    { class: "hu-last", transform: `translate(${x} ${y})`, style: { "--own": `var(--seat-${seat})` } },
    s("rect", { x: -3, y: -3, width: CARD_W + 6, height: CARD_H + 6, rx: 12 }),
    use(pawnSymbol(seat), { x: -12, y: -14, width: 34, height: 34 }),
  );
}

/** @param {Mark} mark */
function trail({ seat, route }) {
  const points = route.map((cell) => middle(cell).join(" ")).join("L");
  return s("path", { class: "hu-trail", d: `M${points}`, style: { "--own": `var(--seat-${seat})` } });
}
