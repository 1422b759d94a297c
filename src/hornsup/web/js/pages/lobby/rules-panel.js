/** The game and its rules: one line for the usual ones, one for each change, and all settings folded away. */

import { allGames, gameInfo } from "../../catalogue.js";
import { h, replace } from "../../dom.js";
import { changedLines, lineList, rulesTitle } from "../../ui/settings/settings-changes.js";
import { settingsPanel } from "../../ui/settings/settings.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Settings} Settings */

/**
 * @param {import("../../types").App} app
 * @param {(change: Partial<Settings>) => Promise<boolean>} change
 */
export function createRulesPanel({ t }, change) {
  const games = h("div", { class: "lobby-game" });
  const short = h("div", { class: "lobby-rules" });
  const more = h("summary", null);
  const whose = h("p", { class: "muted" }, t("web.lobby.only-host"));
  const all = h("details", { class: "lobby-all" }, more, whose);
  const element = h(
    "section",
    { class: "panel lobby-settings" },
    h("h2", null, t("web.lobby.settings")),
    games,
    short,
    all,
  );
  /** @type {import("../../ui/settings/settings.js").Control | null} */
  let panel = null;
  let panelFor = "";
  /** @type {Settings | null} */
  let last = null;

  /** Choose, or show again what is set if the server refused. @param {Partial<Settings>} wanted */
  const choose = async (wanted) => {
    if (!(await change(wanted)) && last) panel?.sync(last);
  };

  /** @param {Settings} settings @param {boolean} host */
  const paintPanel = (settings, host) => {
    if (!panel || panelFor !== settings.game) {
      panelFor = settings.game;
      panel?.element.remove();
      panel = settingsPanel(gameInfo(settings.game), choose);
      all.append(panel.element);
    }
    whose.hidden = host;
    more.textContent = t(host ? "web.lobby.change-rules" : "web.lobby.all-rules");
    /** @type {HTMLFieldSetElement} */ (panel.element).disabled = !host;
    panel.sync(settings);
  };

  /** @param {Settings} settings */
  const gameChoice = ({ game, players }) =>
    allGames().map(({ name, title, players: able }) => {
      const fitting = Math.max(able.few, Math.min(players, able.many));
      const pick = () => name !== game && choose({ game: name, options: {}, players: fitting });
      return h("button", { type: "button", "aria-pressed": name === game, onClick: pick }, title);
    });

  return {
    element,
    /** @param {Model} model */
    paint({ table: { settings }, you }) {
      const game = gameInfo(settings.game);
      const lines = changedLines(game, settings);
      last = settings;
      replace(games, you.host && h("div", { class: "segments" }, gameChoice(settings)));
      replace(
        short,
        h(
          "p",
          null,
          h("strong", null, rulesTitle(game, settings)),
          h("a", { href: `/rules/${game.name}`, target: "_blank", rel: "noopener" }, t("web.lobby.read-rules")),
        ),
        lines.length > 0 && lineList(lines),
      );
      paintPanel(settings, you.host ?? false);
    },
  };
}
