/** Long presses and right clicks, which show details. */

const TIME = 480;
const SLACK = 8;

/**
 * Call `act` with the target of a long press or right click.
 * @param {Element} node
 * @param {(target: Element) => void} act
 */
export function longPress(node, act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let [x, y, acted] = [0, 0, false];
  const stop = () => clearTimeout(timer);
  listen(node, "pointerdown", (event) => {
    stop();
    [x, y, acted] = [event.clientX, event.clientY, false];
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    timer = setTimeout(() => {
      acted = true;
      swallowClick();
      act(/** @type {Element} */ (event.target));
    }, TIME);
  });
  listen(node, "pointermove", (event) => Math.hypot(event.clientX - x, event.clientY - y) > SLACK && stop());
  listen(node, "pointerup", stop);
  listen(node, "pointercancel", stop);
  node.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    stop();
    if (!acted) act(/** @type {Element} */ (event.target));
    acted = false;
  });
}

/** Ignore the click event at the end of a long press. */
function swallowClick() {
  const swallow = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, true);
  const over = () => setTimeout(() => window.removeEventListener("click", swallow, true), 60);
  window.addEventListener("pointerup", over, { once: true, capture: true });
  window.addEventListener("pointercancel", over, { once: true, capture: true });
}

/** @param {Element} node @param {string} kind @param {(event: PointerEvent) => void} act */
const listen = (node, kind, act) => node.addEventListener(kind, (event) => act(/** @type {PointerEvent} */ (event)));
