/** The column beside a table: the game's own part, the log, the chat. On a phone the last two open over the table. */

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { glyph } from "../controls/icons.js";

/** @typedef {"log" | "chat"} Panel */

/**
 * @param {HTMLElement} table the element that says which panel is open
 * @param {HTMLElement} log
 * @param {ReturnType<typeof import("./chat.js").createChat>} chat
 * @param {() => void} opened called when the log is opened
 * @param {HTMLElement} [logTool] stands in the log's head
 */
export function sideColumn(table, log, chat, opened, logTool) {
  const own = h("div", { class: "side-own" });
  const fold = h("button", {
    type: "button",
    class: "quiet side-fold",
    "aria-expanded": "true",
    onClick: () => folded(!element.classList.contains("chat-folded")),
  });
  const element = h(
    "aside",
    { class: "tbl-side", "aria-label": t("web.table.side") },
    own,
    panel("log", t("web.table.log"), log, logTool),
    panel("chat", t("web.table.chat"), chat.element, fold),
  );

  /** @param {Panel} name @param {string} title @param {HTMLElement} body @param {HTMLElement} [tool] */
  function panel(name, title, body, tool) {
    const cross = h(
      "button",
      { type: "button", class: "quiet icon-button phone-only", "aria-label": t("web.close"), onClick: () => close() },
      glyph("cross"),
    );
    return h(
      "section",
      { class: `side-${name}` },
      h("div", { class: "side-head" }, h("h2", null, title), tool ?? null, cross),
      body,
    );
  }

  /** @param {boolean} on */
  const folded = (on) => {
    element.classList.toggle("chat-folded", on);
    fold.setAttribute("aria-expanded", String(!on));
    fold.textContent = on ? t("web.table.chat-open") : t("web.table.chat-fold");
    if (!on) chat.seen();
  };
  folded(false);

  const close = () => {
    delete table.dataset.side;
    table.dispatchEvent(new CustomEvent("side"));
  };

  return {
    element,
    own,
    folded,
    close,
    /** @param {Panel} which */
    toggle(which) {
      if (table.dataset.side === which) return close();
      table.dataset.side = which;
      if (which === "chat") chat.seen();
      else opened();
      table.dispatchEvent(new CustomEvent("side"));
    },
  };
}
