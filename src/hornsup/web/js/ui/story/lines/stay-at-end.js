/** Keeps a list that grows at its end, while its reader is there. */

/** Within so many pixels the reader counts as being at the end. */
const NEAR_END = 60;

/** @param {HTMLElement} element the list, which scrolls */
export function stayAtEnd(element) {
  let atEnd = true;
  /** The frame in which the list is scrolled to its end; until then it has grown, but nobody has scrolled it. */
  let frame = 0;

  const look = () => {
    atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
  };
  const toEnd = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    atEnd = true;
    element.scrollTop = element.scrollHeight;
  };
  const scrolled = () => {
    if (!frame) look();
  };
  /** With new lines in every frame, only the wheel tells that somebody wants to leave the end. @param {WheelEvent} event */
  const wheeled = (event) => {
    if (event.deltaY >= 0 || element.scrollTop === 0) return;
    cancelAnimationFrame(frame);
    frame = 0;
    atEnd = false;
  };
  element.addEventListener("scroll", scrolled, { passive: true });
  element.addEventListener("wheel", wheeled, { passive: true });
  // The list becomes shorter when something opens beside it, and it may have grown while it was hidden.
  const sizes = new ResizeObserver(() => atEnd && toEnd());
  sizes.observe(element);

  return {
    atEnd: () => atEnd,
    toEnd,
    /** The reader has unfolded something: stay there if it is no longer the end. */
    look,
    /** The list has grown. */
    grown() {
      if (atEnd && !frame) frame = requestAnimationFrame(toEnd);
    },
    destroy() {
      cancelAnimationFrame(frame);
      sizes.disconnect();
    },
  };
}
