/** Asks for a sound; whoever plays sounds listens, and nobody has to. @param {string} name */
export function sound(name) {
  window.dispatchEvent(new CustomEvent("hornsup:sound", { detail: name }));
}
