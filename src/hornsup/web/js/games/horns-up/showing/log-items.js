/** What the log shows of the events of Horns Up at a glance: cards, tokens, steps, and whom they hit. */

import { picture } from "../../../dom.js";
import { t } from "../../../i18n.js";
import { glyph } from "../../../ui/controls/icons.js";
import { Cards } from "../hand/cards.js";
import { isTurned, pathOf } from "../choosing/notation.js";

/** @typedef {import("../../../types").LogItem} LogItem */
/** @typedef {Record<string, any>} Event */

const CARD_BOX = "0 0 150 100";
const cards = new Cards(t);
/** The deck whose cards are known. @type {any} */
let deck = null;

/** @param {string} key @param {Record<string, string | number>} [values] */
const say = (key, values) => t(`web_horns_up.log.${key}`, values);

/** @param {string} id @param {string} [more] further classes */
const card = (id, more = "") => picture(id, CARD_BOX, { class: `log-card${more}` });

/** @param {string} id */
const sign = (id) => picture(id, undefined, { class: "log-sign" });

/** @param {string} drawn */
const line = (drawn) => glyph(drawn, { class: "glyph log-sign" });

/** A card that is played or lost. @param {string} slug @param {string} [more] */
const face = (slug, more) => ({ picture: () => card(cards.picture(slug), more), words: cards.name(slug) });

/** A card that left the table by moving, or below one that moved. @param {Event} event @returns {LogItem} */
const lost = (event) => ({ ...face(event.card, " gone"), words: say("lost"), sort: "lost" });

/** @type {Record<string, (event: Event) => LogItem>} */
const ITEMS = {
  "first-player": ({ seat }) => ({ picture: () => sign("vip"), words: cards.name("vip-pass"), seat }),
  entered: ({ seat }) => ({ picture: () => card("entrance"), words: cards.name("entrance"), seat }),
  "turn-skipped": () => ({ picture: () => sign("skip"), words: say("skipped") }),
  walked: () => ({ picture: () => line("walk"), words: say("walks"), sort: "walk" }),
  "path-played": ({ sides }) => ({
    picture: () => card(`card-${pathOf(sides)}`, isTurned(sides) ? " turned" : ""),
    words: t("cards.kinds.path"),
  }),
  "wall-played": (event) => face(event.card),
  "wall-cleared": ({ wall }) => ({ ...face(wall, " gone"), words: say("clears", { wall: cards.name(wall) }) }),
  "ticket-played": ({ card: slug, target }) => ({ ...face(slug), targets: target === null ? [] : [target] }),
  "token-returned": () => ({ picture: () => sign("token"), words: say("token-back"), sort: "token-back" }),
  "token-taken": ({ seat }) => ({
    picture: () => sign("token"),
    words: t("cards.kinds.token"),
    targets: [seat],
    sort: "token",
  }),
  "action-gained": () => ({ picture: () => sign("action"), words: say("action"), sort: "action" }),
  "skip-marked": ({ seat }) => ({ picture: () => sign("skip"), words: say("skips"), targets: [seat], sort: "skip" }),
  discarded: ({ card: slug, seat }) => ({
    ...face(slug, " gone"),
    words: say("discards", { card: cards.name(slug) }),
    seat,
  }),
  removed: ({ card: slug }) => ({ ...face(slug, " gone"), words: say("removed", { card: cards.name(slug) }) }),
  pushed: ({ seat }) => ({ picture: () => sign("symbol-push"), words: say("pushed"), targets: [seat] }),
  "push-held": ({ seat }) => ({ picture: () => sign("symbol-push"), words: say("held"), targets: [seat] }),
  "entrance-took": (event) => lost(event),
  "off-edge": (event) => lost(event),
  covered: (event) => lost(event),
  "overlap-lost": (event) => lost(event),
  "sent-to-entrance": ({ seat }) => ({
    picture: () => card("entrance"),
    words: say("sent"),
    targets: [seat],
    sort: "sent",
  }),
  surfed: () => ({ picture: () => sign("symbol-surf"), words: say("surfs") }),
  "stage-changed": (event) => face(event.card),
  crushed: ({ seats }) => ({ picture: () => sign("symbol-wall-of-death"), words: say("crushes"), targets: seats }),
  won: ({ seat }) => ({ picture: () => line("crown"), words: say("wins"), targets: [seat] }),
};

/** @type {import("../../../types").GameLog} */
export const log = {
  begins(event) {
    const { seat, turn } = event;
    if (event.event === "turn-began") return { seat, title: say("turn", { n: turn }), short: String(turn), said: true };
    if (event.event === "turn-skipped") return { seat, title: say("no-turn") };
    if (event.event === "first-player") return { seat: null, title: say("start") };
    return null;
  },
  item(event, view) {
    const own = view?.options?.deck ?? null;
    if (own !== deck) cards.learn((deck = own));
    return ITEMS[event.event]?.(event) ?? null;
  },
  cells: ({ cell, cells, walk, swept }) => [...(cell ? [cell] : []), ...(cells ?? walk ?? swept ?? [])],
  // Whoever misses a turn wants to see what happened since the turn before.
  ends: ({ event, seat }) => (event === "turn-ended" || event === "entered" ? seat : null),
};
