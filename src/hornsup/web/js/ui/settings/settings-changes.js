/** What a table's settings change, compared with a table whose host changed nothing. */

import { h } from "../../dom.js";
import { listed, t } from "../../i18n.js";
import { delayText } from "../table/delay.js";
import { clockText, keyOf, DELAYS, PACES } from "./table-settings.js";

/** @typedef {import("../../types").Settings} Settings */
/** @typedef {import("../../types").GameInfo} GameInfo */
/** @typedef {import("../../types").GameOption} GameOption */
/** @typedef {import("../../types").Boxed} Boxed */
/** @typedef {{title?: string, text: string, rule?: string}} Line */

/** The deck, dice or forfeits that are there unless others are chosen. */
const STANDARD = "standard";

/** The value of an option. @param {GameOption} option @param {Settings} settings */
export function valueOf(option, settings) {
  return settings.options[option.name] ?? option.default;
}

/** The preset that the options are equal to, or null. @param {GameInfo} game @param {Settings} settings */
export function presetOf(game, settings) {
  return (
    game.presets.find((preset) =>
      game.options.every((option) => valueOf(option, settings) === option.presets[preset.name]),
    ) ?? null
  );
}

/** The sentence of an option's value. @param {GameOption} option @param {any} value */
export function sentence(option, value) {
  if (option.text) return option.text.replace("{value}", String(value));
  const found = option.choices?.find((each) => each.value === value);
  return found ? found.text.replace("{value}", "…") : String(value);
}

/** The name of the rules as a whole. @param {GameInfo} game @param {Settings} settings */
export function rulesTitle(game, settings) {
  return presetOf(game, settings)?.title ?? t("web.settings.mix-title");
}

/** One line for each change of a rule, of what is in the box, of the table. @type {(game: GameInfo, settings: Settings) => Line[]} */
export function changedLines(game, settings) {
  return [...changedOptions(game, settings), ...changedBoxes(game, settings), ...changedTable(game.settings, settings)];
}

/** @type {(game: GameInfo, settings: Settings) => Line[]} */
function changedOptions(game, settings) {
  const base = game.presets[0].name;
  return game.options
    .filter((option) => valueOf(option, settings) !== option.presets[base])
    .map((option) => ({ text: sentence(option, valueOf(option, settings)), rule: option.rule }));
}

/** The chosen deck, dice and forfeits, as far as a game has them. @type {(game: GameInfo, settings: Settings) => Boxed[]} */
function boxes(game, { options }) {
  const chosen = (/** @type {Boxed[] | undefined} */ list, /** @type {string} */ key) =>
    list?.find((each) => each.name === (options[key] ?? STANDARD));
  return [chosen(game.decks, "deck"), chosen(game.dice, "dice"), chosen(game.forfeits, "forfeits")].filter(
    (each) => each !== undefined,
  );
}

/** @type {(game: GameInfo, settings: Settings) => Line[]} */
function changedBoxes(game, settings) {
  const { forfeits, forfeits_without: without } = settings.options;
  const kinds = game.tags?.filter(({ name }) => without?.includes(name)).map(({ title }) => title) ?? [];
  return [
    ...boxes(game, settings).filter(({ name }) => name !== STANDARD),
    ...(kinds.length && forfeits !== "off" ? [{ text: t("web.settings.without", { kinds: listed(kinds) }) }] : []),
  ];
}

/** @type {(usual: Settings, settings: Settings) => Line[]} */
function changedTable(usual, settings) {
  /** @type {[keyof Settings, string][]} */
  const lines = [
    ["clock", clockText(settings.clock)],
    ["undo", t(`web.settings.undo-${settings.undo}`)],
    ["leavers", t(`web.settings.leavers-${settings.leavers}`)],
    ["pace", named("pace", keyOf(PACES, settings.pace)) ?? `${settings.pace} ms`],
    ["delay", named("delay", keyOf(DELAYS, settings.delay)) ?? delayText(settings.delay)],
  ];
  /** @type {("public" | "spectators" | "chat")[]} */
  const switches = ["public", "spectators", "chat"];
  return [
    ...lines
      .filter(([name]) => JSON.stringify(settings[name]) !== JSON.stringify(usual[name]))
      .map(([name, text]) => ({ title: t(`web.settings.${name}`), text })),
    ...switches
      .filter((name) => settings[name] !== usual[name])
      .map((name) => ({ text: t(settings[name] ? `web.settings.${name}` : `web.settings.no-${name}`) })),
  ];
}

/** @param {string} setting @param {string | undefined} value */
function named(setting, value) {
  return value && t(`web.settings.${setting}-${value}`);
}

/** Lines as a list. @param {Line[]} lines @param {{rules?: boolean}} [how] whether rules are cited */
export function lineList(lines, { rules = false } = {}) {
  const item = (/** @type {Line} */ { title, text, rule }) =>
    h("li", null, title && h("strong", null, `${title}${t("web.colon")}`), text, rules && rule ? ` (${rule})` : null);
  return h("ul", { class: "changes" }, lines.map(item));
}

/** The settings as text, with what is in the box. @param {GameInfo} game @param {Settings} settings */
export function summary(game, settings) {
  const preset = presetOf(game, settings);
  const lines = [...changedOptions(game, settings), ...changedTable(game.settings, settings)];
  return h(
    "div",
    { class: "stack" },
    h("p", null, h("strong", null, rulesTitle(game, settings)), preset ? `. ${preset.text}` : ""),
    lines.length > 0 && lineList(lines, { rules: true }),
    boxes(game, settings).map((each) => h("p", null, h("strong", null, `${each.title}. `), each.text)),
    settings.undo === game.settings.undo && h("p", null, t(`web.settings.undo-${settings.undo}`)),
  );
}
