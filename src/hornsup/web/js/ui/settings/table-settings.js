/** The settings of the table itself: clock, undo, leavers, pace of bots, delay, who may come. */

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { DAY } from "../controls/durations.js";
import { radios, together } from "./setting-controls.js";

/** @typedef {import("../../types").Settings} Settings */
/** @typedef {import("./setting-controls.js").Change} Change */
/** @typedef {import("./setting-controls.js").Control} Control */

/** Values with the endings of their texts' keys. @type {[number, string][]} */
export const PACES = [
  [0, "fast"],
  [700, "usual"],
  [1600, "slow"],
];
/** @type {[number, string][]} */
export const DELAYS = [
  [0, "none"],
  [60, "some"],
  [300, "long"],
];

/** The ending of a value's key, if it is one that can be chosen. @param {[number, string][]} values @param {number} value */
export function keyOf(values, value) {
  return values.find(([each]) => each === value)?.[1];
}

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

/** The clocks that can be chosen. @type {Settings["clock"][]} */
const CLOCKS = [
  { kind: "none" },
  { kind: "turn", seconds: 30 },
  { kind: "turn", seconds: 90 },
  { kind: "reserve", seconds: 600, increment: 10 },
  { kind: "turn", seconds: 86_400 },
  { kind: "turn", seconds: 3 * 86_400 },
  { kind: "turn", seconds: 7 * 86_400 },
];

/** Whether a game is played over days, so that the table waits for everyone. @param {Settings["clock"]} clock */
function byDays(clock) {
  return clock.kind !== "none" && clock.seconds * 1000 >= DAY;
}

/** The sentence about a clock. @param {Settings["clock"]} clock */
export function clockText(clock) {
  if (clock.kind === "none") return t("web.settings.clock-none");
  if (clock.kind === "turn" && byDays(clock)) return t("days.clock", { n: Math.round((clock.seconds * 1000) / DAY) });
  if (clock.kind === "turn") return t("web.settings.clock-turn", { n: clock.seconds });
  const minutes = Math.round((clock.seconds / 60) * 10) / 10;
  return t("web.settings.clock-reserve", { n: minutes, more: clock.increment });
}

/** @param {Change} change @returns {Control} */
function clock(change) {
  const key = (/** @type {Settings["clock"]} */ set) => (set.kind === "none" ? "none" : `${set.kind}/${set.seconds}`);
  const choices = CLOCKS.map((each) => ({ value: each, text: clockText(each) }));
  let wasByDays = false;
  const read = (/** @type {Settings} */ settings) => {
    wasByDays = byDays(settings.clock);
    return CLOCKS.find((each) => key(each) === key(settings.clock));
  };
  const choose = (/** @type {Settings["clock"]} */ value) => {
    const days = byDays(value);
    change(days === wasByDays ? { clock: value } : { clock: value, leavers: days ? "wait" : "bot" });
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
