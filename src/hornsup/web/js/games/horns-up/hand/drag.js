/** Dragging a card of the hand to where it is played, with mouse or finger. */

import { h } from "../../../dom.js";

/** @typedef {{index: number, x: number, y: number, node: HTMLElement | null, id: number}} Drag */
/**
 * `begin` chooses the card and says whether it can be played; `over` is called with the point under the card while it
 * moves; `drop` plays it there; `cancel` puts it back.
 * @typedef {{begin: (index: number) => boolean, over: (x: number, y: number) => void, drop: (x: number, y: number) =>
 *   void, cancel: () => void}} Handlers
 */

/** Pixels before a press becomes a drag; sideways a finger scrolls the hand. */
const SLACK = 10;

/** @param {HTMLElement} hand the row of cards @param {Handlers} handlers */
export function dragCards(hand, handlers) {
  /** @type {Drag | null} */
  let drag = null;

  const end = () => {
    drag?.node?.remove();
    drag = null;
    hand.classList.remove("dragging");
  };

  /** @param {PointerEvent} event */
  const down = (event) => {
    const card = event.target instanceof Element ? event.target.closest(".hu-held") : null;
    if (!card || event.button > 0 || !event.isPrimary) return;
    const index = [...hand.children].indexOf(card);
    drag = { index, x: event.clientX, y: event.clientY, node: null, id: event.pointerId };
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.node && !lift(event, drag)) return;
    const { node } = drag;
    if (!node) return;
    event.preventDefault();
    node.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%) rotate(-3deg)`;
    handlers.over(event.clientX, event.clientY);
  };

  /** Lift the card off the hand when the pointer has left its place upwards. @param {PointerEvent} event @param {Drag} from */
  const lift = (event, from) => {
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    const upwards = -dy > SLACK && -dy > Math.abs(dx) * 0.6;
    if (!upwards && !(event.pointerType === "mouse" && Math.hypot(dx, dy) > SLACK)) return false;
    if (!handlers.begin(from.index)) {
      drag = null;
      return false;
    }
    const face = hand.children[from.index]?.querySelector("svg")?.cloneNode(true);
    from.node = h("div", { class: "hu-dragged", "aria-hidden": "true" });
    if (face) from.node.append(face);
    document.body.append(from.node);
    hand.classList.add("dragging");
    hand.setPointerCapture(from.id);
    return true;
  };

  /** @param {PointerEvent} event */
  const up = (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const dragged = drag.node !== null;
    end();
    if (!dragged) return;
    swallowClick();
    if (event.type === "pointerup") handlers.drop(event.clientX, event.clientY);
    else handlers.cancel();
  };

  hand.addEventListener("pointerdown", down);
  hand.addEventListener("pointermove", move);
  hand.addEventListener("pointerup", up);
  hand.addEventListener("pointercancel", up);
  return { destroy: end };
}

/** The end of a drag is no click on what lies there. */
function swallowClick() {
  const swallow = (/** @type {Event} */ event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", swallow, true);
  setTimeout(() => window.removeEventListener("click", swallow, true), 50);
}
