/** Short vibrations of a phone, which can be switched off. */

import { storage } from "../../dom.js";
import { toggleSwitch } from "../controls/switch.js";

/** @typedef {import("../../types").Translate} Translate */

const KEY = "vibration";
const able = () => typeof navigator.vibrate === "function";
const wanted = () => storage.get(KEY) !== "off";

/** @param {number | number[]} pattern milliseconds of vibration and rest, in turn */
export function vibrate(pattern) {
  const touched = navigator.userActivation?.hasBeenActive !== false; // before that it is refused with an error
  if (able() && wanted() && touched) navigator.vibrate(pattern);
}

/** The switch for the menu; null where nothing can vibrate. @param {Translate} t @returns {HTMLElement | null} */
export function vibrationControl(t) {
  if (!able() || !matchMedia("(any-pointer: coarse)").matches) return null; // desktop browsers only pretend
  const control = toggleSwitch("vibrate", t("web_more.sound.vibration"), t("web_more.sound.vibration-text"), () => {
    storage.set(KEY, control.input.checked ? "on" : "off");
    vibrate(60);
  });
  control.input.checked = wanted();
  return control.element;
}
