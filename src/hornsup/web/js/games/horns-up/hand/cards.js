/** What is needed to draw and name a card: kind, symbols, picture, name, text. */

import { isTurned, pathOf } from "../choosing/notation.js";

/** @typedef {import("../types.js").Translate} Translate */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").TableCard} TableCard */
/** @typedef {{kind: string, symbols: string[], named: boolean, own?: boolean}} Face */

const TICKETS = {
  "horns-up": "stage",
  "crowd-surfing": "surf",
  "pushed-away": "one push",
  "cold-beer": "draw draw",
  "merch-stand": "discard draw draw draw",
  "second-wind": "action action",
  "all-in": "action action action skip",
  "slow-song": "one token token",
  "lighters-up": "all token",
  "lost-in-the-queue": "one skip",
  pickpocket: "draw one discard",
  "ticket-check": "all discard-ticket",
  steward: "remove or draw draw",
  "old-friends": "draw draw or action action",
};
const STAGE = {
  "fire-explosion": "fire",
  encore: "encore",
  "scream-for-me": "scream",
  "wall-of-death": "wall-of-death",
  "guest-star": "all draw",
  downpour: "all discard",
};
const NAMED = new Set(
  "horns-up crowd-surfing pushed-away fire-explosion encore scream-for-me wall-of-death".split(" "),
);
const PLAIN = new Set(["entrance", "stage", "vip-pass"]);
const WALLS = new Set(["troublemakers", "headbangers", "mosh-pit"]);

/** The cards of a table: the shipped ones, and those of a custom deck. */
export class Cards {
  /** @param {Translate} t */
  constructor(t) {
    this.t = t;
    /** @type {Map<string, Face>} */
    this.faces = new Map();
    for (const [slug, row] of Object.entries(TICKETS)) this.faces.set(slug, known("ticket", slug, row));
    for (const [slug, row] of Object.entries(STAGE)) this.faces.set(slug, known("stage", slug, row));
    for (const slug of WALLS) this.faces.set(slug, { kind: "wall", symbols: [], named: true });
  }

  /** Learn the cards of the deck that this table plays with. @param {any} deck */
  learn(deck) {
    if (!deck || typeof deck !== "object") return;
    for (const kind of ["wall", "ticket", "stage"]) {
      for (const entry of /** @type {import("../types.js").DeckEntry[]} */ (deck[kind] ?? [])) {
        const drawn = this.faces.has(entry.card);
        const symbols = (entry.symbols ?? []).map(String);
        this.faces.set(entry.card, { kind, symbols, named: entry.named ?? true, own: !drawn });
      }
    }
  }

  /** @param {string} slug @returns {Face} */
  face(slug) {
    const kind = slug.startsWith("path-") ? "path" : PLAIN.has(slug) ? slug : "ticket";
    return this.faces.get(slug) ?? { kind, symbols: [], named: true };
  }

  /** @param {string} slug */
  kind(slug) {
    return this.face(slug).kind;
  }

  /** Whether a Ticket is played against one other Rocker. @param {string} slug */
  targets(slug) {
    return this.face(slug).symbols.includes("one");
  }

  /** The symbols on one side of an "or". @param {string} slug @param {string} half */
  half(slug, half) {
    const symbols = this.face(slug).symbols;
    const at = symbols.indexOf("or");
    if (at < 0) return symbols;
    return half === "left" ? symbols.slice(0, at) : symbols.slice(at + 1);
  }

  /** The symbol of the sprite that shows a card. @param {string} slug */
  picture(slug) {
    const { kind, own } = this.face(slug);
    if (slug === "entrance") return "entrance";
    if (slug === "stage") return "stage-tile";
    if (kind === "stage") return own ? "stage-card" : `stage-${slug}`;
    return own ? `card-${kind}` : `card-${slug}`;
  }

  /** @param {string} slug */
  name(slug) {
    return this.words(`cards.names.${slug}`) ?? plainName(slug);
  }

  /** What a card does; for a card of a custom deck, what its symbols mean. @param {string} slug */
  text(slug) {
    return this.words(`cards.text.${slug}`) ?? this.inShort(slug);
  }

  /** What the symbols on a card mean; its text tells more. @param {string} slug */
  inShort(slug) {
    const said = this.face(slug).symbols.map((symbol) => this.words(`cards.symbols.${symbol}`) ?? symbol);
    return said.join(" ");
  }

  /** @param {string} slug */
  kindName(slug) {
    return this.words(`cards.kinds.${this.kind(slug)}`) ?? "";
  }

  /** The text under a key, or null. @param {string} key @returns {string | null} */
  words(key) {
    const found = this.t(key);
    return found.includes(key) ? null : found;
  }
}

/** The picture of a card of the table and whether it lies turned. @param {Cards} cards @param {TableCard} card */
export function lying(cards, card) {
  if (card.kind === "wall") return { id: cards.picture(card.card), turned: false };
  if (card.face === "down" || !card.sides) return { id: "path-down", turned: false };
  return { id: `card-${pathOf(card.sides)}`, turned: isTurned(card.sides) };
}

/** @param {string} kind @param {string} slug @param {string} row @returns {Face} */
const known = (kind, slug, row) => ({ kind, symbols: row.split(" "), named: NAMED.has(slug) });

/** @param {string} slug */
function plainName(slug) {
  return slug
    .split("-")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(" ");
}
