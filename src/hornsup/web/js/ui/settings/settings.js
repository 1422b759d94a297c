/** The settings of a game as sentences: rules by preset, single options, what comes in the box. */

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { kindBoxes, radios, together } from "./setting-controls.js";
import { lineList, presetOf, sentence, valueOf } from "./settings-changes.js";
import { tableSettings } from "./table-settings.js";

/** @typedef {import("../../types").Settings} Settings */
/** @typedef {import("../../types").GameInfo} GameInfo */
/** @typedef {import("../../types").GameOption} GameOption */
/** @typedef {import("../../types").Boxed} Boxed */
/** @typedef {import("./setting-controls.js").Change} Change */
/** @typedef {import("./setting-controls.js").Control} Control */

/**
 * The whole panel; it is read-only for everyone but the host.
 * @param {GameInfo} game
 * @param {Change} change
 * @returns {Control}
 */
export function settingsPanel(game, change) {
  const differ = game.options.filter((option) => new Set(Object.values(option.presets)).size > 1);
  const other = game.options.filter((option) => !differ.includes(option));
  const controls = [presets(game, change), box(game, change), tableSettings(change)];
  const group = (/** @type {string} */ title, /** @type {GameOption[]} */ options) => {
    const made = options.map((option) => optionControl(option, change));
    controls.push(...made);
    return h(
      "details",
      { class: "settings-group" },
      h("summary", null, title),
      made.map((each) => each.element),
    );
  };
  const element = h(
    "fieldset",
    { class: "settings" },
    controls[0].element,
    differ.length > 0 && group(t("web.settings.differ"), differ),
    group(t("web.settings.more"), other),
    controls[1].element,
    controls[2].element,
  );
  return together(element, controls);
}

/** @type {(game: GameInfo, change: Change, settings?: Settings) => Control} */
function presets(game, change) {
  /** @type {Settings | null} */
  let last = null;
  const names = new Set(game.options.map((option) => option.name));
  const choose = (/** @type {string} */ name) => {
    const preset = game.presets.find((each) => each.name === name);
    if (!preset || !last) return;
    const rest = Object.entries(last.options).filter(([key]) => !names.has(key));
    change({ options: { ...Object.fromEntries(rest), ...preset.changes } });
  };
  const choices = game.presets.map((preset) => ({
    value: preset.name,
    title: preset.title,
    text: preset.text,
    extra: changesOf(game, preset.changes),
  }));
  const inner = radios(t("web.settings.rules"), choices, (settings) => presetOf(game, settings)?.name, choose);
  const mix = h("p", { class: "muted small", hidden: true }, t("web.settings.mix"));
  inner.element.append(mix);
  return {
    element: inner.element,
    sync(settings) {
      last = settings;
      inner.sync(settings);
      mix.hidden = presetOf(game, settings) !== null;
    },
  };
}

/** What a preset changes, as a list of sentences. @param {GameInfo} game @param {Record<string, any>} changes */
function changesOf(game, changes) {
  const lines = game.options
    .filter((option) => option.name in changes)
    .map((option) => ({ text: sentence(option, changes[option.name]) }));
  return lines.length ? lineList(lines) : null;
}

/** @param {GameOption} option @param {Change} change @returns {Control} */
function optionControl(option, change) {
  /** @type {Settings | null} */
  let last = null;
  const choose = (/** @type {any} */ value) => last && change({ options: { ...last.options, [option.name]: value } });
  const title = `${option.title} (${option.rule})`;
  const inner = option.choices
    ? radios(
        title,
        option.choices.map((each) => ({ value: each.value, text: each.text.replace("{value}", "…") })),
        (settings) => valueOf(option, settings),
        choose,
      )
    : numeric(title, option, choose);
  return {
    element: inner.element,
    sync(settings) {
      last = settings;
      inner.sync(settings);
    },
  };
}

/** @type {(title: string, option: GameOption, choose: (value: number) => void) => Control} */
function numeric(title, option, choose) {
  const input = h("input", {
    type: "number",
    min: option.low,
    max: option.high,
    step: option.step,
    "aria-label": title,
    class: "number",
  });
  input.addEventListener("change", () => input.validity.valid && input.value !== "" && choose(Number(input.value)));
  const text = h("span", null);
  const element = h(
    "div",
    { class: "setting" },
    h("div", { class: "label" }, title),
    h("label", { class: "choice" }, input, text),
  );
  return {
    element,
    sync(settings) {
      const value = valueOf(option, settings);
      if (document.activeElement !== input) input.value = String(value);
      text.textContent = sentence(option, value);
    },
  };
}

/** @param {GameInfo} game @param {Change} change @returns {Control} */
function box(game, change) {
  /** @type {Settings | null} */
  let last = null;
  const pick = (/** @type {string} */ key) => (/** @type {any} */ value) =>
    last && change({ options: { ...last.options, [key]: value } });
  const boxed = (/** @type {Boxed[]} */ list) =>
    list.map((each) => ({ value: each.name, title: each.title, text: each.text }));
  /** @type {Control[]} */
  const controls = [];
  if (game.decks)
    controls.push(
      radios(
        t("web.settings.deck"),
        boxed(game.decks),
        (settings) => settings.options.deck ?? "standard",
        pick("deck"),
      ),
    );
  if (game.dice)
    controls.push(
      radios(t("web.settings.dice"), boxed(game.dice), (settings) => settings.options.dice ?? "standard", pick("dice")),
    );
  if (game.forfeits)
    controls.push(
      radios(
        t("web.settings.forfeits"),
        boxed(game.forfeits),
        (settings) => settings.options.forfeits ?? "standard",
        pick("forfeits"),
      ),
    );
  if (game.tags) controls.push(kindBoxes(game.tags, pick("forfeits_without")));
  return {
    element: h(
      "div",
      null,
      controls.map((each) => each.element),
    ),
    sync(settings) {
      last = settings;
      for (const each of controls) each.sync(settings);
    },
  };
}
