/** The games on the home page, and how a table of one is opened. */

import { allLevels, gamePage } from "../../catalogue.js";
import { h } from "../../dom.js";
import { api, contribution } from "../../net.js";
import { toast } from "../../ui/controls/dialog.js";
import { glyph } from "../../ui/controls/icons.js";

/** @typedef {import("../../types").App} App */
/** @typedef {import("../../types").GameInfo} GameInfo */

/** A game with the buttons that start it. @param {App} app @param {GameInfo} game @param {() => string} name */
export function poster(app, game, name) {
  const { t } = app;
  const { few, many } = game.players;
  const { usualPlayers, picture: drawn } = gamePage(game.name);
  const players = picker(t("web.home.players"), range(few, many), String(usualPlayers), (each) =>
    t("web.home.n-players", { n: Number(each) }),
  );
  const level = picker(t("web.home.level"), allLevels(), "normal", (each) => t(`web.levels.${each}`));
  const go = h(
    "button",
    { type: "button", class: "primary loud", onClick: () => start(true) },
    glyph("play"),
    t("web.home.play-now"),
  );
  const make = h(
    "button",
    { type: "button", class: "poster-make", onClick: () => start(false) },
    glyph("plus"),
    t("web.home.make-table"),
  );
  const start = (/** @type {boolean} */ now) => {
    const seated = now ? ["me", ...Array(Number(players.value()) - 1).fill(level.value())] : ["me"];
    return openTable(app, [go, make], name(), game.name, Number(players.value()), seated, now);
  };
  return h(
    "article",
    { class: `game-poster game-${game.name}` },
    h("div", { class: "game-art", "aria-hidden": "true" }, drawn()),
    h(
      "div",
      { class: "game-words" },
      h("h2", null, game.title),
      h("p", null, t(`web.home.about.${game.name}`)),
      go,
      h(
        "div",
        { class: "game-picks" },
        h("span", { class: "game-against" }, t("web.home.against")),
        players.element,
        level.element,
      ),
      h(
        "div",
        { class: "game-links" },
        make,
        h("a", { class: "button quiet", href: `/rules/${game.name}` }, t("web.nav.rules")),
      ),
    ),
  );
}

/** @param {number} low @param {number} high */
function range(low, high) {
  return Array.from({ length: high - low + 1 }, (_, at) => String(low + at));
}

/**
 * @type {(label: string, values: string[], chosen: string, say: (value: string) => string) => {element: HTMLElement,
 *   value: () => string}}
 */
function picker(label, values, chosen, say) {
  const select = h(
    "select",
    { "aria-label": label },
    values.map((each) => h("option", { value: each, selected: each === chosen }, say(each))),
  );
  return { element: select, value: () => select.value };
}

/**
 * Open a table and go there; the buttons stay disabled unless it fails.
 * @type {(app: App, buttons: HTMLButtonElement[], name: string, game: string, players: number, seats: string[], start:
 *   boolean) => Promise<void>}
 */
export async function openTable(app, buttons, name, game, players, seats, start) {
  for (const each of buttons) each.disabled = true;
  try {
    await app.session(name);
    const body = { settings: { game, players }, contribution: contribution(), seats, start };
    const opened = await api("POST", "/api/tables", body);
    app.navigate(opened.path);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { bad: true });
    for (const each of buttons) each.disabled = false;
  }
}
