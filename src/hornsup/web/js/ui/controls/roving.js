/** One stop for the Tab key in a long list; the arrow keys lead through it. */

/**
 * @param {HTMLElement} element
 * @param {string} selector what can be stopped at
 * @param {[string, string]} keys the keys for back and forth
 */
export function roving(element, selector, [back, forth]) {
  /** @type {HTMLElement | null} */
  let stop = null;

  const stops = () => {
    const all = /** @type {HTMLElement[]} */ ([...element.querySelectorAll(selector)]);
    return all.filter((each) => each.offsetParent !== null);
  };

  /** @param {Element | null | undefined} next */
  const take = (next) => {
    if (!(next instanceof HTMLElement)) return;
    if (stop && stop !== next) stop.tabIndex = -1;
    stop = next;
    next.tabIndex = 0;
  };

  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = stops();
    const at = all.findIndex((each) => each === document.activeElement);
    const goals = new Map([
      [back, all[at - 1]],
      [forth, all[at + 1]],
      ["Home", all[0]],
      ["End", all.at(-1)],
    ]);
    if (at < 0 || !goals.has(event.key)) return;
    event.preventDefault(); // the arrow keys also move over the board
    const goal = goals.get(event.key);
    take(goal);
    goal?.focus();
  };
  element.addEventListener("keydown", press);
  element.addEventListener("focusin", ({ target }) => target instanceof Element && take(target.closest(selector)));

  return {
    /** Where the Tab key stops, unless the reader is somewhere in the list. @param {Element | null | undefined} wanted */
    offer(wanted) {
      if (!stop?.isConnected || !element.contains(document.activeElement)) take(wanted);
    },
  };
}
