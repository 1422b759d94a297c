/** Dialogs: one card in detail, the discard pile, the list of legal moves. */

import { h, picture, s } from "../../../dom.js";
import { dialog } from "../../../ui/controls/dialog.js";
import { cardUse } from "../board/cells.js";

/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../words.js").Words} Words */
/** @typedef {{slug: string, id?: string, turned?: boolean, note?: string}} Looked */

/** A card in detail, with its text and whether the rulebook names it. @param {Words} words @param {Looked} looked */
export function lookAt(words, { slug, id, turned, note }) {
  const { cards } = words;
  const face = s(
    "svg",
    { viewBox: "0 0 150 100", class: "hu-large" },
    cardUse(id ?? cards.picture(slug), turned ?? false),
  );
  const { named } = cards.face(slug);
  const status = words.ctx.t(`cards.status.${named ? "named" : "reconstructed"}`);
  return dialog(
    cards.name(slug),
    [
      face,
      h("p", { class: "hu-kind" }, cards.kindName(slug)),
      note ? h("p", { class: "hu-note" }, note) : null,
      h("p", null, cards.text(slug)),
      legend(words, slug),
      h("p", { class: "hu-status muted small" }, named ? "✓ " : "✳ ", status),
    ],
    { class: "hu-look" },
  );
}

/** The symbols that are printed on a card, each with its meaning. @param {Words} words @param {string} slug */
function legend(words, slug) {
  const symbols = [...new Set(words.cards.face(slug).symbols)];
  if (!symbols.length) return null;
  return h(
    "ul",
    { class: "hu-legend" },
    symbols.map((symbol) =>
      h(
        "li",
        null,
        picture(`symbol-${symbol}`),
        h("span", null, words.cards.words(`cards.symbols.${symbol}`) ?? symbol),
      ),
    ),
  );
}

/** The discard pile, counted by card. @param {Words} words @param {View} view */
export function lookThrough(words, view) {
  /** @type {Map<string, number>} */
  const counted = new Map();
  for (const slug of [...view.discard].reverse()) counted.set(slug, (counted.get(slug) ?? 0) + 1);
  const items = [...counted].map(([slug, n]) =>
    h(
      "li",
      null,
      picture(words.cards.picture(slug), "0 0 150 100"),
      h("span", null, words.cards.name(slug)),
      h("b", null, `× ${n}`),
    ),
  );
  const body = items.length ? h("ul", { class: "hu-discards" }, items) : h("p", null, words.say("hud.nothing"));
  return dialog(words.say("hud.discard", { n: view.discard.length }), [body], { class: "hu-look" });
}

/**
 * Every legal move as a button, grouped by what it does.
 * @param {Words} words
 * @param {View} view
 * @param {readonly Move[]} legal
 * @param {(move: Move) => void} send
 */
export function listMoves(words, view, legal, send) {
  /** @type {Map<string, Move[]>} */
  const groups = new Map();
  for (const move of legal) groups.set(move.verb, [...(groups.get(move.verb) ?? []), move]);
  const body = [...groups].map(([verb, moves]) =>
    h(
      "section",
      null,
      h("h3", null, words.say(`group.${verb}`)),
      h(
        "ul",
        { class: "hu-moves" },
        moves.map((move) =>
          h(
            "li",
            null,
            h(
              "button",
              {
                type: "button",
                dataset: { move: move.text },
                onClick: () => {
                  box.close();
                  send(move);
                },
              },
              words.move(move, view),
            ),
          ),
        ),
      ),
    ),
  );
  const box = dialog(words.say("do.list"), body, { class: "hu-all-moves" });
  return box;
}
