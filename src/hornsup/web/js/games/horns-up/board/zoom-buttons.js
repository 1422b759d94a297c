/** Buttons that zoom in, zoom out and show everything. */

import { h, s } from "../../../dom.js";

/** @param {import("../words.js").Words} words @param {import("./camera.js").Camera} camera */
export function zoomButtons(words, camera) {
  return h(
    "div",
    { class: "hu-zoom", role: "group", "aria-label": words.say("zoom.label") },
    button(words.say("zoom.in"), "M12 5V19M5 12H19", () => camera.zoom(1.35)),
    button(words.say("zoom.out"), "M5 12H19", () => camera.zoom(1 / 1.35)),
    button(words.say("zoom.fit"), "M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15", () => camera.fit()),
  );
}

/** @param {string} label @param {string} d @param {() => void} act */
function button(label, d, act) {
  const icon = s("svg", { viewBox: "0 0 24 24", class: "hu-line-icon", "aria-hidden": "true" }, s("path", { d }));
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onClick: act }, icon);
}
