/** The lobby of a table: seats, invitation, settings, start. */

import { allGames, gameInfo, gamePage } from "../catalogue.js";
import { h, replace } from "../dom.js";
import { ask, refused } from "../ui/dialog.js";
import { glyph } from "../ui/icons.js";
import { free } from "../ui/seats.js";
import { settingsPanel } from "../ui/settings.js";
import { sharePanel } from "../ui/share.js";
import { createSeatRows } from "./lobby/seat-rows.js";

/** @typedef {import("../types").Model} Model */
/** @typedef {import("../types").Settings} Settings */
/** @typedef {import("../types").TablePage} TablePage */

/**
 * @param {TablePage} page
 * @returns {{element: HTMLElement, paint: (model: Model) => void, destroy: () => void}}
 */
export function lobby(page) {
  const { app, socket } = page;
  const { t } = app;
  const title = h("h1", { class: "lobby-title" });
  const game = h("div", { class: "lobby-game" });
  const seats = h("ul", { class: "seat-list" });
  const note = h("p", { class: "muted" });
  const go = h("div", { class: "lobby-go" });
  const share = h("div");
  const rules = h(
    "section",
    { class: "panel lobby-settings" },
    h("h2", null, t("web.lobby.settings")),
    h("p", { class: "muted", hidden: true }, t("web.lobby.only-host")),
  );
  const seal = h("p", { class: "seal small muted" });
  const element = h(
    "main",
    { class: "lobby page", id: "content" },
    h("div", { class: "lobby-head" }, title, game),
    h(
      "div",
      { class: "lobby-main stack" },
      h("section", { class: "panel" }, h("h2", null, t("web.lobby.seats")), seats, note),
      go,
      share,
      seal,
    ),
    rules,
  );
  /** @type {import("../ui/settings.js").Control | null} */
  let panel = null;
  let panelFor = "";
  let sharedFor = "";

  /** @type {import("../types").Send} */
  const send = async (type, fields) => {
    const answer = await socket.send(type, fields);
    refused(answer);
    return answer;
  };

  const rows = createSeatRows(page, send, () => socket.model && paint(socket.model));

  /** @param {Partial<Settings>} change */
  const change = async (change) => {
    const model = socket.model;
    if (!model) return;
    const answer = await send("change", { settings: { ...model.table.settings, ...change } });
    if (!answer.ok) panel?.sync(model.table.settings);
  };

  /** @param {Model} model */
  const paintSettings = (model) => {
    const { settings } = model.table;
    const host = model.you.host ?? false;
    if (!panel || panelFor !== settings.game) {
      panelFor = settings.game;
      panel = settingsPanel(gameInfo(settings.game), change);
      rules.querySelector(".settings")?.remove();
      rules.append(panel.element);
    }
    /** @type {HTMLElement} */ (rules.querySelector("p")).hidden = host;
    /** @type {HTMLFieldSetElement} */ (panel.element).disabled = !host;
    panel.sync(settings);
  };

  /** @param {Model} model */
  const paint = (model) => {
    const { table, you } = model;
    title.textContent = gameInfo(table.settings.game).title;
    app.title(title.textContent);
    paintGame(model);
    const focus =
      document.activeElement instanceof HTMLElement && seats.contains(document.activeElement)
        ? document.activeElement.dataset.key
        : undefined;
    const typing = document.activeElement instanceof HTMLInputElement && seats.contains(document.activeElement);
    if (!typing) {
      replace(
        seats,
        table.seats.map((seat) => rows.seat(model, seat)),
        gamePage(table.settings.game).lobbyRow?.(model, page, send),
      );
      if (focus) /** @type {HTMLElement | null} */ (seats.querySelector(`[data-key="${focus}"]`))?.focus();
    }
    const empty = table.seats.filter(free).length;
    note.textContent =
      you.seats.length === 0
        ? t("web.lobby.not-seated")
        : empty
          ? t("web.lobby.waiting", { n: empty })
          : t("web.lobby.full");
    paintGo(model, empty);
    if (sharedFor !== table.code) {
      sharedFor = table.code;
      replace(share, sharePanel(table));
    }
    replace(
      seal,
      glyph("seal"),
      h(
        "span",
        null,
        t("web.lobby.sealed"),
        " ",
        h("code", { title: table.commitment }, `${table.commitment.slice(0, 16)}…`),
        " ",
        t("web.lobby.sealed-more"),
      ),
    );
    paintSettings(model);
  };

  /** The game and the number of players. @param {Model} model */
  const paintGame = ({ table, you }) => {
    const { game: current, players } = table.settings;
    if (!you.host) {
      replace(game, h("span", { class: "muted" }, t("web.home.n-players", { n: players })));
      return;
    }
    const { few, many } = gameInfo(current).players;
    const count = h("select", {
      "aria-label": t("web.home.players"),
      onChange: () => change({ players: Number(count.value) }),
    });
    for (let n = few; n <= many; n++)
      count.append(h("option", { value: n, selected: n === players }, t("web.home.n-players", { n })));
    const choice = (/** @type {import("../types").GameInfo} */ { name, title: text, players: able }) =>
      h(
        "button",
        {
          type: "button",
          "aria-pressed": name === current,
          onClick: () =>
            name !== current &&
            change({ game: name, options: {}, players: Math.max(able.few, Math.min(players, able.many)) }),
        },
        text,
      );
    replace(game, h("div", { class: "segments" }, allGames().map(choice)), count);
  };

  /** @param {Model} model @param {number} empty */
  const paintGo = ({ you, table }, empty) => {
    if (you.host && you.seats.length > 0 && empty === 0)
      replace(
        go,
        h(
          "button",
          { type: "button", class: "primary loud", onClick: () => send("start") },
          glyph("play"),
          t("web.lobby.start"),
        ),
      );
    else if (you.host && you.seats.length > 0)
      replace(
        go,
        h(
          "button",
          { type: "button", class: "primary loud", onClick: fillAndStart },
          glyph("play"),
          t("web.lobby.start-bots", { n: empty }),
        ),
        h("p", { class: "muted small" }, t("web.lobby.or-wait")),
      );
    else if (you.seats.length === 0 && empty > 0)
      replace(
        go,
        h("button", { type: "button", class: "primary loud", onClick: () => rows.sit(null) }, t("web.lobby.sit-down")),
      );
    else if (you.host)
      replace(
        go,
        h(
          "button",
          { type: "button", class: "primary loud", disabled: empty > 0, onClick: () => send("start") },
          t("web.lobby.start"),
        ),
      );
    else
      replace(
        go,
        h(
          "p",
          { class: "waiting" },
          t("web.lobby.host-starts", { name: table.seats.find((seat) => seat.host)?.name ?? t("web.seats.host") }),
        ),
      );
    if (you.host)
      go.append(
        h("button", { type: "button", class: "quiet danger small", onClick: closeTable }, t("web.lobby.close")),
      );
  };

  const fillAndStart = async () => {
    for (const seat of socket.model?.table.seats.filter(free) ?? []) {
      if (seat.reserved && !(await send("kick", { seat: seat.seat })).ok) return;
      const answer = await send("add-bot", { level: "normal", seat: seat.seat });
      if (!answer.ok) return;
    }
    await send("start");
  };

  const closeTable = async () => {
    if (await ask(t("web.lobby.close"), t("web.lobby.close-sure"), t("web.lobby.close"))) await send("close");
  };

  return { element, paint, destroy() {} };
}
