/** "Since your last turn": what the others did, as a strip of pictures that light the table. */

import { gamePage } from "../../catalogue.js";
import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { glyph } from "../controls/icons.js";
import { drawItem } from "./lines/line.js";
import { lightPlaces } from "./lines/lights.js";
import { roving } from "../controls/roving.js";
import { piece } from "../controls/seats.js";

/** @typedef {import("./lines/turns.js").Item} Item */
/** @typedef {import("./lines/turns.js").Turn} Turn */

/** @param {import("./lines/line.js").Reader} reader @param {() => void} close */
export function createRecap(reader, close) {
  const title = h("li", { class: "recap-title" }, t("web.recap.title"));
  const list = h("ol", { class: "recap-items" });
  const cross = h(
    "button",
    { type: "button", class: "quiet icon-button recap-close", "aria-label": t("web.recap.close"), onClick: close },
    glyph("cross"),
  );
  const element = h("section", { class: "recap", "aria-label": t("web.recap.title"), hidden: true }, list, cross);
  const lights = lightPlaces(list, reader.light);
  const stops = roving(list, "button", ["ArrowLeft", "ArrowRight"]);

  /** The item that a first tap has lit. @type {Item | null} */
  let tapped = null;

  /** A tap lights the places, the second one looks back; a mouse has lit them already. @param {Item} item @param {PointerEvent} event */
  const press = (item, event) => {
    const again = tapped === item;
    tapped = item;
    if (event.pointerType === "touch" && !again && item.cells.length) return;
    reader.look(item.entries[item.entries.length - 1]);
  };

  /** @param {{turn: Turn, item: Item}} told */
  const draw = ({ turn, item }) => {
    const by = item.seat ?? turn.seat;
    const { entries, cells, words } = item;
    const said = entries.map(({ text }) => gamePage(reader.name).spoken(text, reader.view())).join(" ");
    const mine = item.targets.some((each) => reader.mine().includes(each));
    return h(
      "li",
      null,
      h(
        "button",
        {
          type: "button",
          class: `recap-item${mine ? " hit" : ""}`,
          tabindex: "-1",
          title: said,
          "aria-label": said,
          dataset: { cells: cells.join(" "), version: entries[0].version, event: entries[0].event?.event },
          onClick: (/** @type {PointerEvent} */ event) => press(item, event),
        },
        by === null ? null : piece(by),
        drawItem({ ...item, seat: null, targets: [] }),
        h("span", { class: "recap-words" }, words),
        item.targets.length ? glyph("to", { class: "glyph log-to" }) : null,
        item.targets.map((each) => piece(each)),
      ),
    );
  };

  return {
    element,
    /** @param {{turn: Turn, item: Item}[]} items */
    show(items) {
      tapped = null;
      const none = h("li", { class: "muted small" }, t("web.recap.nothing"));
      replace(list, title, items.length ? items.map(draw) : none);
      stops.offer(list.querySelector("button"));
      element.hidden = false;
      list.scrollLeft = 0;
    },
    hide() {
      lights.clear();
      element.hidden = true;
    },
  };
}
