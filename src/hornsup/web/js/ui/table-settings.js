/** The settings of the table itself: clock, undo, leavers, pace of bots, delay, who may come. */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { radios, together } from "./setting-controls.js";

/** @typedef {import("../types").Settings} Settings */
/** @typedef {import("./setting-controls.js").Change} Change */
/** @typedef {import("./setting-controls.js").Control} Control */

/** Values with the endings of their texts' keys. @type {[number, string][]} */
const PACES = [
  [0, "fast"],
  [700, "usual"],
  [1600, "slow"],
];
/** @type {[number, string][]} */
const DELAYS = [
  [0, "none"],
  [60, "some"],
  [300, "long"],
];

/** @param {Change} change @returns {Control} */
export function tableSettings(change) {
  const controls = [
    clock(change),
    named(
      "undo",
      ["free", "strict", "off"].map((value) => [value, value]),
      change,
    ),
    named(
      "leavers",
      ["bot", "wait"].map((value) => [value, value]),
      change,
    ),
    named("pace", PACES, change),
    named("delay", DELAYS, change),
    switches(change),
  ];
  const element = h(
    "details",
    { class: "settings-group" },
    h("summary", null, t("web.settings.table")),
    controls.map((each) => each.element),
  );
  return together(element, controls);
}

/**
 * A setting whose values have texts of their own.
 * @param {"undo" | "leavers" | "pace" | "delay"} name
 * @param {[any, string][]} values
 * @param {Change} change
 */
function named(name, values, change) {
  const choices = values.map(([value, key]) => ({ value, text: t(`web.settings.${name}-${key}`) }));
  return radios(
    t(`web.settings.${name}`),
    choices,
    (settings) => settings[name],
    (value) => change({ [name]: value }),
  );
}

/** @param {Change} change @returns {Control} */
function clock(change) {
  /** @type {{value: string, text: string, clock: Settings["clock"]}[]} */
  const choices = [
    { value: "none", text: t("web.settings.clock-none"), clock: { kind: "none" } },
    { value: "turn/30", text: t("web.settings.clock-turn", { n: 30 }), clock: { kind: "turn", seconds: 30 } },
    { value: "turn/90", text: t("web.settings.clock-turn", { n: 90 }), clock: { kind: "turn", seconds: 90 } },
    {
      value: "reserve/600",
      text: t("web.settings.clock-reserve", { n: 10, more: 10 }),
      clock: { kind: "reserve", seconds: 600, increment: 10 },
    },
  ];
  const read = (/** @type {Settings} */ { clock: set }) =>
    set.kind === "none" ? "none" : `${set.kind}/${set.seconds}`;
  const choose = (/** @type {string} */ value) => {
    const found = choices.find((each) => each.value === value);
    if (found) change({ clock: found.clock });
  };
  return radios(t("web.settings.clock"), choices, read, choose);
}

/** @param {Change} change @returns {Control} */
function switches(change) {
  const names = /** @type {const} */ (["public", "spectators", "chat"]);
  const inputs = names.map((name) =>
    h("input", {
      type: "checkbox",
      onChange: (/** @type {Event} */ event) =>
        change({ [name]: /** @type {HTMLInputElement} */ (event.target).checked }),
    }),
  );
  const rows = names.map((name, at) =>
    h("label", { class: "choice" }, inputs[at], h("span", null, t(`web.settings.${name}`))),
  );
  return {
    element: h("fieldset", { class: "setting" }, h("legend", null, t("web.settings.who")), rows),
    sync(settings) {
      names.forEach((name, at) => (inputs[at].checked = settings[name]));
    },
  };
}
