/** The controls that settings are made of. */

import { h } from "../../dom.js";
import { t } from "../../i18n.js";

/** @typedef {import("../../types").Settings} Settings */
/** @typedef {(change: Partial<Settings>) => void} Change called with the settings that shall be different */
/** @typedef {{element: HTMLElement, sync: (settings: Settings) => void}} Control `sync` shows present settings */

let groups = 0;

/**
 * One choice among sentences.
 * @param {string} title
 * @param {{value: any, title?: string, text: string, extra?: HTMLElement | null}[]} choices
 * @param {(settings: Settings) => any} read
 * @param {(value: any) => void} choose
 * @returns {Control}
 */
export function radios(title, choices, read, choose) {
  const name = `radio-${++groups}`;
  const inputs = choices.map((each) => h("input", { type: "radio", name, onChange: () => choose(each.value) }));
  const rows = choices.map((each, at) =>
    h(
      "label",
      { class: "choice" },
      inputs[at],
      h("span", null, each.title ? h("strong", null, `${each.title}. `) : null, each.text, each.extra),
    ),
  );
  return {
    element: h("fieldset", { class: "setting", role: "radiogroup" }, h("legend", null, title), rows),
    sync(settings) {
      const now = read(settings);
      choices.forEach((each, at) => (inputs[at].checked = each.value === now));
    },
  };
}

/** Several controls as one. @param {HTMLElement} element @param {Control[]} controls @returns {Control} */
export function together(element, controls) {
  return {
    element,
    sync(settings) {
      for (const each of controls) each.sync(settings);
    },
  };
}

/**
 * Checkboxes for kinds of forfeits; those that are not checked are left out.
 * @type {(kinds: {name: string, title: string}[], choose: (without: string[]) => void) => Control}
 */
export function kindBoxes(kinds, choose) {
  const inputs = kinds.map(() => h("input", { type: "checkbox" }));
  const without = () => kinds.filter((_, at) => !inputs[at].checked).map((each) => each.name);
  for (const input of inputs) input.addEventListener("change", () => choose(without()));
  const rows = kinds.map((each, at) => h("label", { class: "choice inline" }, inputs[at], h("span", null, each.title)));
  const element = h(
    "fieldset",
    { class: "setting" },
    h("legend", null, t("web.settings.kinds")),
    h("div", { class: "inline-choices" }, rows),
  );
  return {
    element,
    sync(settings) {
      const left = settings.options.forfeits_without ?? [];
      element.hidden = settings.options.forfeits === "off";
      kinds.forEach((each, at) => (inputs[at].checked = !left.includes(each.name)));
    },
  };
}
