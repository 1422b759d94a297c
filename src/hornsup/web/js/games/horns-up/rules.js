/** The legend of the symbols and every card, below the rules. */

import { h, picture } from "../../dom.js";
import { glyph } from "../../ui/controls/icons.js";
import { Cards } from "./hand/cards.js";

/** @typedef {import("../../types").Translate} Translate */

const KINDS = ["path", "wall", "ticket", "stage"];
const PATHS = ["path-ns", "path-ew", "path-ne", "path-nw", "path-nes", "path-new", "path-nesw"];
/** Shown among the Stage cards, although they are none. */
const PLACES = ["stage", "entrance", "vip-pass"];

/** @type {import("../../types").GamePage["ruleSections"]} */
export async function ruleSections(t) {
  const cards = new Cards(t);
  return [
    { id: "legend", title: t("web_more.rules.legend"), element: legend(cards, t) },
    { id: "cards", title: t("web_more.rules.cards"), element: allCards(cards, t) },
  ];
}

/** @param {Cards} cards @param {Translate} t */
function legend(cards, t) {
  const symbols = [...new Set([...cards.faces.values()].flatMap((face) => face.symbols))];
  const rows = symbols.map((symbol) =>
    h("li", null, picture(`symbol-${symbol}`), h("span", null, t(`cards.symbols.${symbol}`))),
  );
  const pieces = ["token", "skip", "action"].map((name) =>
    h("li", null, picture(name), h("span", null, t(`cards.symbols.${name}`))),
  );
  return h(
    "section",
    { class: "rl-extra" },
    h("h2", { id: "legend" }, t("web_more.rules.legend")),
    h("p", null, t("web_more.rules.legend-text")),
    h("ul", { class: "rl-legend" }, rows, pieces),
  );
}

/** @param {Cards} cards @param {Translate} t */
function allCards(cards, t) {
  const slugs = [...PATHS, ...cards.faces.keys()];
  const groups = KINDS.map((kind) => {
    const shown = [...slugs.filter((slug) => cards.kind(slug) === kind), ...(kind === "stage" ? PLACES : [])];
    return [
      h("h3", null, t(`cards.kinds.${kind}`)),
      h(
        "ul",
        { class: "rl-cards" },
        shown.map((slug) => cardItem(cards, slug, t)),
      ),
    ];
  });
  return h(
    "section",
    { class: "rl-extra" },
    h("h2", { id: "cards" }, t("web_more.rules.cards")),
    h("p", null, t("web_more.rules.cards-text")),
    groups.flat(),
  );
}

/** @param {Cards} cards @param {string} slug @param {Translate} t */
function cardItem(cards, slug, t) {
  const { named, symbols } = cards.face(slug);
  const status = t(`cards.status.${named ? "named" : "reconstructed"}`);
  const face =
    slug === "vip-pass"
      ? picture("vip", "-15 -15 30 30", { class: "rl-face piece" })
      : picture(cards.picture(slug), "0 0 150 100", { class: "rl-face" });
  return h(
    "li",
    { class: "rl-card", id: `card-of-${slug}` },
    face,
    h(
      "div",
      null,
      h("h4", null, cards.name(slug)),
      symbols.length
        ? h(
            "div",
            { class: "rl-symbols", "aria-hidden": "true" },
            symbols.map((symbol) => picture(`symbol-${symbol}`)),
          )
        : null,
      h("p", null, cards.text(slug)),
      h("p", { class: `rl-status ${named ? "named" : "own"}` }, glyph(named ? "seal" : "gear"), status),
    ),
  );
}
