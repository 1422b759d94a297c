/** The chat of the lobby: the table's own, and a line about what was said while it is out of sight. */

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { createChat } from "../../ui/table/chat.js";
import { glyph } from "../../ui/controls/icons.js";

/** Milliseconds that the line is shown. */
const NEWS = 12_000;

/** @param {import("../../socket.js").TableSocket} socket @param {HTMLElement} seats where reactions rise */
export function createLobbyChat(socket, seats) {
  const chat = createChat(socket, seats);
  const element = h("section", { class: "panel lobby-chat" }, h("h2", null, t("web.table.chat")), chat.element);
  const text = h("span", { class: "lobby-news-text" });
  const news = h("button", { type: "button", class: "lobby-news", hidden: true }, glyph("chat"), text);
  let timer = 0;
  news.addEventListener("click", () => {
    news.hidden = true;
    element.scrollIntoView({ block: "center" });
    chat.focus();
  });

  /** @param {import("../../types").Line} line */
  const tell = (line) => {
    text.textContent = `${line.name}${t("web.colon")}${line.text}`;
    news.hidden = false;
    clearTimeout(timer);
    timer = window.setTimeout(() => (news.hidden = true), NEWS);
  };

  const inSight = () => element.getBoundingClientRect().top < window.innerHeight * 0.75;

  return {
    element,
    news,
    /** @param {import("../../types").Model} model @param {import("../../types").Update | null} update */
    paint(model, update) {
      const { you, table } = model;
      const member = you.seats.length > 0 || you.host || you.executor;
      element.hidden = !table.settings.chat || (!member && model.chat.length === 0);
      chat.paint(model, update);
      if (update?.line?.text && !element.hidden && !inSight()) tell(update.line);
    },
    destroy: () => clearTimeout(timer),
  };
}
