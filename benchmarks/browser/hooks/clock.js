/** Whether a node has a listener for clicks: `window.clickable`. Moments as times of the wall clock: `window.firsts`. */
(() => {
  const FIRST = {
    usable: "#app button.primary:enabled",
    table: ".tbl .hu-cell",
    choice: ".tbl.my-turn .hu-cell.lit",
  };
  const NEEDS_LISTENER = ["usable"];
  window.firsts = {};
  const clickable = new WeakSet();
  const wallClock = (time) => performance.timeOrigin + time;
  const found = (name) =>
    [...document.querySelectorAll(FIRST[name])].some(
      (node) => node.checkVisibility() && (!NEEDS_LISTENER.includes(name) || clickable.has(node)),
    );
  const look = () => {
    for (const name of Object.keys(FIRST)) {
      if (name in window.firsts || !found(name)) continue;
      window.firsts[name] = null;
      requestAnimationFrame(() => setTimeout(() => (window.firsts[name] = wallClock(performance.now()))));
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (kind, ...more) {
    if (kind === "click" && this instanceof Element) {
      clickable.add(this);
      look();
    }
    return addEventListener.call(this, kind, ...more);
  };
  window.addEventListener("pointerdown", (event) => (window.firsts.press ??= wallClock(event.timeStamp)), true);
})();
