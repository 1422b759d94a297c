/** Mute and volume: a button for a header with a slider beside it, and the same for a menu. */

import { h, replace } from "../dom.js";
import { percent } from "../i18n.js";
import { glyph } from "../ui/controls/icons.js";
import { toggleSwitch } from "../ui/controls/switch.js";
import { play } from "./index.js";
import { onSoundSettings, setSound, soundSettings } from "./settings.js";

/** @typedef {import("../types").Translate} Translate */

/** The width of the box with the slider, as in base.css. */
const WIDTH = 240;
/** Who pulled the slider down to nothing and turns the sound on again wants to hear it. */
const LEAST = 0.2;

/**
 * The speaker: a tap mutes. The arrow beside it opens the volume; narrow headers have no arrow, since
 * the menu has the slider too.
 * @param {Translate} t
 * @returns {HTMLElement}
 */
export function soundButton(t) {
  const mute = h("button", { type: "button", class: "icon-button quiet", onClick: toggle });
  const element = h("span", { class: "sound-tool" }, mute);
  if ("popover" in HTMLElement.prototype) addVolume(t, element);
  whileShown(element, () => {
    const { muted } = soundSettings();
    const label = t(muted ? "web_more.sound.unmute" : "web_more.sound.mute");
    mute.setAttribute("aria-label", label);
    mute.title = label;
    replace(mute, glyph(muted ? "muted" : "speaker"));
  });
  return element;
}

function toggle() {
  const { muted, volume } = soundSettings();
  setSound({ muted: !muted, volume: Math.max(volume, LEAST) });
  play("card");
}

/** @param {number} volume */
function setVolume(volume) {
  setSound(volume > 0 ? { muted: false, volume } : { muted: true });
}

/** @param {Translate} t @param {HTMLElement} element */
function addVolume(t, element) {
  const label = t("web_more.sound.volume");
  const box = h("div", { class: "sound-volume", popover: "auto", role: "group", "aria-label": label }, slider(t, true));
  const more = h(
    "button",
    { type: "button", class: "sound-more quiet", "aria-label": label, title: label },
    glyph("down"),
  );
  more.popoverTargetElement = box;
  box.addEventListener("beforetoggle", () => place(box, element));
  element.append(more, box);
}

/** Below the button, within the window. @param {HTMLElement} box @param {HTMLElement} by */
function place(box, by) {
  const { right, bottom } = by.getBoundingClientRect();
  const left = Math.max(8, Math.min(right, innerWidth - 8) - WIDTH);
  box.style.setProperty("left", `${left}px`);
  box.style.setProperty("top", `${bottom + 6}px`);
}

/** A switch and a slider, for the table's menu. @param {Translate} t @returns {HTMLElement} */
export function volumeControl(t) {
  const on = toggleSwitch("speaker", t("web_more.sound.title"), "", toggle);
  const element = h("div", { class: "sound-control" }, on.element, slider(t));
  whileShown(element, () => (on.input.checked = !soundSettings().muted));
  return element;
}

/** @param {Translate} t @param {boolean} [autofocus] */
function slider(t, autofocus = false) {
  const input = h("input", {
    type: "range",
    min: 0,
    max: 100,
    step: 5,
    "aria-label": t("web_more.sound.volume"),
    autofocus,
    onInput: () => setVolume(Number(input.value) / 100),
    onChange: () => play("card"), // to hear how loud that is
  });
  const shown = h("output", { "aria-hidden": "true" });
  const element = h("span", { class: "sound-slider" }, input, shown);
  whileShown(element, () => {
    const { muted, volume } = soundSettings();
    const heard = muted ? 0 : volume;
    input.value = String(Math.round(heard * 100));
    input.setAttribute("aria-valuetext", percent(heard, 0));
    shown.textContent = percent(heard, 0);
  });
  return element;
}

/** Paint now and after every change, as long as the element is in the page. @param {HTMLElement} element @param {() => void} paint */
function whileShown(element, paint) {
  paint();
  onSoundSettings(() => {
    paint();
    return element.isConnected;
  });
}
