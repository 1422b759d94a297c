/** Labels that have too little room: text beyond its button, cut off, or beyond the window. */
() => {
  const SLACK = 1.5; // pixels that rounding takes
  const found = new Set();
  const range = document.createRange();
  const labels = "button, a.button, summary, [role=tab], label, .hu-ask";
  const scrolls = (style) => /auto|scroll/.test(style.overflowX);
  const name = (node) => `${node.tagName.toLowerCase()}.${node.getAttribute("class") ?? ""}`;
  const told = (node, what) => found.add(`“${node.textContent.trim().slice(0, 60)}” ${what} (${name(node)})`);

  /** The box that the text must stay in: the label's own, and that of everything that cuts inside of it. */
  const cuts = (text, label) => {
    const boxes = [label.getBoundingClientRect()];
    for (let node = text.parentElement; node && node !== label.parentElement; node = node.parentElement) {
      const style = getComputedStyle(node);
      if (style.overflowX !== "visible" || style.overflowY !== "visible") boxes.push(node.getBoundingClientRect());
    }
    return boxes;
  };
  const beyond = (inner, outer) =>
    inner.left < outer.left - SLACK ||
    inner.right > outer.right + SLACK ||
    inner.top < outer.top - SLACK - 2 || // tall letters of a tight line
    inner.bottom > outer.bottom + SLACK + 2;
  const inScroller = (node) => {
    for (let at = node.parentElement; at; at = at.parentElement) if (scrolls(getComputedStyle(at))) return true;
    return false;
  };

  for (const label of document.querySelectorAll(labels)) {
    const box = label.getBoundingClientRect();
    if (!label.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || box.width < 2) continue;
    if (label.closest("[inert], .skip, .sr-only")) continue;
    if (!inScroller(label) && (box.left < -SLACK || box.right > innerWidth + SLACK)) told(label, "is beyond the window");
    const walker = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: text } = walker;
      const parent = text.parentElement;
      if (!/\p{L}/u.test(text.data) || !parent || parent.closest(".sr-only, svg")) continue; // a count may hang out
      if (!parent.checkVisibility({ visibilityProperty: true }) || parent.clientWidth === 1) continue; // 1: for screen readers only
      range.selectNodeContents(text);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (lines.some((line) => cuts(text, label).some((outer) => beyond(line, outer)))) told(label, "has too little room");
    }
  }
  return [...found];
}
