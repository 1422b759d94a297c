/** What the log shows of the events of Raise Your Horns! at a glance: one line per round, with the dice that were kept. */

import { t } from "../../i18n.js";
import { glyph } from "../../ui/controls/icons.js";
import { dieFace } from "./dice.js";

/** @typedef {import("../../types").LogItem} LogItem */
/** @typedef {Record<string, any>} Event */

/** @param {string} face */
const die = (face) => dieFace(face, { class: "die-face log-sign" });

/** @param {string} drawn */
const sign = (drawn) => glyph(drawn, { class: "glyph log-sign" });

/** @param {string} key */
const say = (key) => t(`web.dice.log.${key}`);

/** After these it is the turn of somebody else. */
const ENDS = ["start-rolled", "kept", "named", "declined", "fouled"];

/** @type {Record<string, (event: Event) => LogItem>} */
const ITEMS = {
  "start-rolled": ({ seat, die: face }) => ({ picture: () => die(face), words: say("rolls"), seat }),
  kept: ({ seat, die: face }) => ({ picture: () => die(face), words: say("keeps"), seat }),
  "off-rolled": ({ seat, names }) => ({ picture: () => die("F!"), words: t(`dice.${names}.symbol`), seat }),
  named: ({ seat, loser }) => ({ picture: () => die("WH"), words: say("names"), seat, targets: [loser] }),
  declined: ({ seat }) => ({ picture: () => die("WH"), words: say("takes-it"), seat }),
  fouled: ({ seat }) => ({ picture: () => sign("help"), words: say("foul"), seat }),
  "round-lost": ({ seats }) => ({ picture: () => sign("cross"), words: say("lost"), targets: seats }),
  "direction-turned": ({ direction }) => ({
    picture: () => sign(direction > 0 ? "clockwise" : "anticlockwise"),
    words: t(direction > 0 ? "web.dice.clockwise" : "web.dice.anticlockwise"),
  }),
  "game-ended": ({ seats }) => ({ picture: () => sign("crown"), words: say("won"), targets: seats }),
};

/** @type {import("../../types").GameLog} */
export const log = {
  begins(event, first) {
    if (event.event === "start-rolled" && first) return { seat: null, title: t("web.dice.start-roll") };
    if (event.event === "round-began") return { seat: null, title: t("web.dice.round", { n: event.round }) };
    return null;
  },
  item: (event) => ITEMS[event.event]?.(event) ?? null,
  cells: () => [],
  ends: ({ event, seat }) => (ENDS.includes(event) ? seat : null),
};
