/** A switch with its label, and a sentence that says what it does. */

import { h } from "../../dom.js";
import { glyph } from "./icons.js";

let count = 0;

/**
 * @param {string} icon
 * @param {string} label
 * @param {string} text what it does; empty where the label says it
 * @param {() => void} change called when it is switched, with the state in `input.checked`
 */
export function toggleSwitch(icon, label, text, change) {
  const note = h("span", { class: "small muted", id: `switch-${++count}`, hidden: !text }, text);
  const input = h("input", { type: "checkbox", role: "switch", "aria-describedby": note.id, onChange: change });
  const name = h("span", { id: `${note.id}-name` }, label);
  input.setAttribute("aria-labelledby", name.id);
  const element = h("label", { class: "switch" }, glyph(icon), h("span", { class: "switch-text" }, name, note), input);
  return {
    element,
    input,
    /** @param {string} sentence */
    say(sentence) {
      note.textContent = sentence;
      note.hidden = !sentence;
    },
  };
}
