/** Announcements for screen readers, by the live regions of index.html. */

/** @type {Map<string, string[]>} */
const waiting = new Map();

/**
 * Announce a text; texts that follow within a moment are announced together.
 * @param {string} text
 * @param {{assertive?: boolean}} [how]
 */
export function announce(text, how = {}) {
  const id = how.assertive ? "live-assertive" : "live-polite";
  const queue = waiting.get(id);
  if (queue) {
    queue.push(text);
    return;
  }
  waiting.set(id, [text]);
  setTimeout(() => say(id), 60);
}

/** @param {string} id */
function say(id) {
  const region = document.getElementById(id);
  const lines = waiting.get(id) ?? [];
  waiting.delete(id);
  if (!region) return;
  const line = document.createElement("p");
  line.textContent = lines.join(" ");
  region.append(line);
  while (region.childElementCount > 3) region.firstElementChild?.remove();
}
