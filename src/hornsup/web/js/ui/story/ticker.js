/**
 * The line above the hand, of one height: what happened last, undo, and the way to now for somebody who is behind.
 * At the beginning of one's turn it is the strip of what the others did. The log announces; nothing here does.
 */

import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { drawSentence, seatsIn } from "../../sentences.js";
import { glyph } from "../controls/icons.js";
import { piece } from "../controls/seats.js";

/** @typedef {import("./log.js").Entry} Entry */

/**
 * @param {import("./lines/line.js").Reader} reader
 * @param {{undo: () => void, now: () => void}} act
 * @param {HTMLElement} strip what the others did since one's last turn
 */
export function createTicker(reader, act, strip) {
  const line = h("p", { class: "ticker-line" });
  const undo = h(
    "button",
    { type: "button", class: "ticker-undo", hidden: true, onClick: act.undo },
    glyph("undo"),
    h("span", null, t("web.table.undo")),
  );
  const now = h(
    "button",
    { type: "button", class: "primary ticker-now", hidden: true, onClick: act.now },
    glyph("forward"),
    h("span"),
  );
  const element = h("div", { class: "ticker" }, line, strip, undo, now);

  return {
    element,
    /** Show an entry as the line. @param {Entry | undefined} entry */
    tell(entry) {
      const seats = entry?.event ? seatsIn(entry.event) : [];
      const names = reader.names();
      // The piece in front is the first one's; another one is drawn where the sentence names them.
      const who = seats.slice(1).map((seat) => ({ seat, name: names[seat] ?? "" }));
      const seat = seats[0] ?? entry?.seat;
      replace(
        line,
        seat === undefined ? null : piece(seat),
        h("span", { class: "ticker-text" }, entry ? drawSentence(reader.name, entry.text, who) : ""),
      );
    },
    /** @param {boolean} able @param {string} what the sentence about what is taken back */
    offerUndo(able, what) {
      undo.hidden = !able;
      undo.setAttribute("aria-label", what ? t("web.table.undo-what", { what }) : t("web.table.undo"));
      undo.title = undo.getAttribute("aria-label") ?? "";
    },
    /** Offer the way to now while the viewer is behind. @param {number} behind @param {boolean} mine */
    offerNow(behind, mine) {
      now.hidden = behind === 0 || (behind < 2 && !mine);
      const text = t(mine ? "web.table.to-my-turn" : "web.table.to-now");
      if (now.lastElementChild && now.lastElementChild.textContent !== text) now.lastElementChild.textContent = text;
    },
  };
}
