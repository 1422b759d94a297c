/** Sounds: the page plays what is asked for by name, if the user wants any. */

/** @param {"dice" | "die-keep" | "boo" | "crowd" | "lose"} name */
export function sound(name) {
  window.dispatchEvent(new CustomEvent("hornsup:sound", { detail: name }));
}
