/** The list of the log: appends new sentences and stays at its end while the reader is there. */

import { h, replace } from "../dom.js";
import { t } from "../i18n.js";
import { drawSentence } from "../sentences.js";

/** @typedef {import("./log.js").Entry} Entry */

/** Within so many pixels the reader counts as being at the end. */
const NEAR_END = 60;

/** @param {string} game @param {ReturnType<typeof import("./log.js").createLog>} log */
export function logList(game, log) {
  const element = h("ol", { class: "log-lines", tabindex: "0", "aria-label": t("web.table.log") });
  /** @type {Entry[]} */
  let painted = [];
  let atEnd = true; // known from scroll events, because reading scrollHeight forces a layout
  let lastTop = 0;

  const scrolled = () => {
    const near = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
    // New lines may come during our own scrolling to the end; only scrolling up leaves the end.
    if (near || element.scrollTop < lastTop) atEnd = near;
    lastTop = element.scrollTop;
  };
  element.addEventListener("scroll", scrolled, { passive: true });

  const toEnd = () => {
    element.scrollTop = element.scrollHeight;
  };

  /** @param {Entry[]} entries */
  const paint = (entries) => {
    const known = painted.length ? entries.lastIndexOf(painted[painted.length - 1]) + 1 : 0;
    const made = entries
      .slice(known)
      .map((each) => h("li", { class: each.strong ? "strong" : "" }, drawSentence(game, each.text)));
    if (known) element.append(...made);
    else replace(element, made);
    while (element.childElementCount > entries.length) element.firstElementChild?.remove();
    painted = entries;
    if (atEnd) requestAnimationFrame(toEnd);
  };
  const stopListening = log.listen(paint);
  paint(log.entries());

  return { element, toEnd, destroy: stopListening };
}
