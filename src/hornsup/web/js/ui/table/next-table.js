/**
 * The way to the next table where it is this player's turn. It is looked for when a turn of one's own
 * ends, and not more often than every few seconds.
 *
 *   const next = nextTable(table.id);
 *   header.append(next.link);
 *   next.turn(isMyTurn(model));   // after every step
 *   next.go();                    // by key
 *   next.destroy();
 */

import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { myTables, myTurns } from "../../my-turns.js";
import { glyph } from "../controls/icons.js";
import { countTurns } from "../calls/turn-marks.js";

/** Milliseconds between two requests. */
const PAUSE = 10_000;

/** @param {string} here the id of the present table */
export function nextTable(here) {
  const link = h("a", { class: "button quiet next-table", href: "/", hidden: true });
  let mine = false;
  let waiting = 0;
  let asked = -Infinity;
  let timer = 0;

  const paint = () => {
    link.hidden = mine || waiting === 0; // one's own turn at this table comes first
  };

  const look = async () => {
    asked = performance.now();
    try {
      const others = myTurns(await myTables()).filter(({ table }) => table.id !== here);
      waiting = others.length;
      countTurns(waiting);
      if (waiting) show(others[0].table.id);
      paint();
    } catch {
      // the home page has them all the same
    }
  };

  /** @param {string} id */
  const show = (id) => {
    link.href = `/t/${id}`;
    link.title = t("days.count", { n: waiting });
    const text = h("span", { class: "next-table-text" }, t("days.next", { n: waiting }));
    const short = h("span", { class: "next-table-count", "aria-hidden": "true" }, String(waiting));
    replace(link, glyph("play"), text, short);
  };

  return {
    link,
    /** Whether it is this player's turn at this table now. @param {boolean} isMine */
    turn(isMine) {
      const ended = mine && !isMine;
      mine = isMine;
      paint();
      if (!ended) return;
      clearTimeout(timer);
      timer = window.setTimeout(look, Math.max(0, asked + PAUSE - performance.now()));
    },
    go() {
      if (!link.hidden) link.click();
    },
    destroy: () => clearTimeout(timer),
  };
}
