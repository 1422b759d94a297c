/** Where things of a table are, and what is wrong with the places of the players. */
() => {
  const box = (node) => {
    const { left, top, right, bottom, width, height } = node.getBoundingClientRect();
    return { left, top, right, bottom, width, height };
  };
  const named = (node) => `${node.tagName.toLowerCase()}.${(node.getAttribute("class") ?? "").replaceAll(" ", ".")}`;
  const inside = ({ left, top, right, bottom }) => left >= -0.5 && top >= -0.5 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  /** What lies over a node at its middle or near one of its edges. */
  const cover = (node) => {
    const { left, top, right, bottom } = box(node);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    for (const [at, px, py] of [["middle", x, y], ["left edge", left + 6, y], ["right edge", right - 6, y], ["top", x, top + 4], ["bottom", x, bottom - 4]]) {
      const hit = document.elementFromPoint(px, py);
      if (hit && !node.contains(hit) && !hit.contains(node)) return `${named(hit)} covers its ${at}`;
    }
    return null;
  };
  /** An ancestor that scrolls or hides a part of a node. */
  const cut = (node) => {
    const { left, top, right, bottom } = box(node);
    for (let at = node.parentElement; at; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const frame = at.getBoundingClientRect();
      const wide = overflowX !== "visible" && (left < frame.left - 1 || right > frame.right + 1);
      const high = overflowY !== "visible" && (top < frame.top - 1 || bottom > frame.bottom + 1);
      if (wide || high) return `cut off by ${named(at)}`;
    }
    return null;
  };
  const wrong = (node) => {
    if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return "hidden";
    return inside(box(node)) ? (cut(node) ?? cover(node)) : "outside of the window";
  };
  const all = (selector) =>
    [...document.querySelectorAll(selector)].map((node) => ({
      name: node.textContent.trim().replace(/\s+/g, " ").slice(0, 24),
      box: box(node),
      wrong: wrong(node),
    }));
  const one = (selector) => {
    const node = document.querySelector(selector);
    return node?.checkVisibility() ? box(node) : null;
  };
  const page = document.documentElement;
  scrollTo(0, 10000);
  const scrolled = scrollY;
  scrollTo(0, 0);
  return {
    players: all(".hu-rocker, .ring-seat"),
    cards: all(".hu-hand .hu-held"),
    dice: all(".die-button"),
    board: one(".hu-concert"),
    foot: one(".hu-foot"),
    tray: one(".dice-tray"),
    end: one(".end-bar"),
    tooWide: Math.max(page.scrollWidth, document.body.scrollWidth) - innerWidth,
    scrolled,
  };
}
