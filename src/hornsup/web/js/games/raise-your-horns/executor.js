/** The Executor's seat in the lobby: somebody who sees that forfeits are done. */

import { h, storage } from "../../dom.js";
import { piece } from "../../ui/controls/seats.js";

const EXECUTOR = -1;

/** @type {NonNullable<import("../../types").GamePage["lobbyRow"]>} */
export function executorRow({ table, you }, { app }, send) {
  if (table.settings.options.forfeits === "off") return null;
  const { t } = app;
  const taken = table.executor?.person ? table.executor : null;
  const button = (/** @type {string} */ text, /** @type {() => void} */ onClick, cls = "quiet") =>
    h("button", { type: "button", class: cls, dataset: { key: "executor" }, onClick }, text);
  const sit = () => send("sit", { contribution: "", seat: EXECUTOR, name: storage.get("name") ?? app.name() });
  const act = !taken
    ? button(t("web.lobby.be-executor"), sit, "")
    : you.executor
      ? button(t("web.lobby.stand"), () => send("stand", { seat: EXECUTOR }))
      : you.host && button(t("web.lobby.remove"), () => send("kick", { seat: EXECUTOR }));
  return h(
    "li",
    { class: `seat-row executor${taken ? "" : " free"}` },
    piece(EXECUTOR),
    h(
      "div",
      { class: "seat-who" },
      h("span", { class: "seat-name" }, t("web.seats.executor"), taken ? `: ${taken.name}` : ""),
      h("span", { class: "small muted" }, t("web.lobby.executor-text")),
    ),
    h("div", { class: "seat-do" }, act),
  );
}
