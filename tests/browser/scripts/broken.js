/** Words that stand on two lines: every visible text of the page, but codes and links. */
() => {
  const found = new Set();
  const range = document.createRange();
  const skipped = "script, style, noscript, svg, code, .code, .mono, .sr-only, .skip, option";
  const address = (word) => /[\d/@#_]|…$/.test(word);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: text } = walker;
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || parent.closest(skipped)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true }) || parent.clientWidth === 1) continue; // 1: for screen readers only
    for (const { 0: word, index } of text.data.matchAll(/[^\s\u2013\u2014\u2026-]{2,}/gu)) {
      if (address(word)) continue;
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top));
      if (new Set(lines).size < 2) continue;
      const class_ = parent.getAttribute("class") ?? "";
      found.add(`“${word}” in “${text.data.trim().slice(0, 60)}” at ${parent.tagName.toLowerCase()}.${class_}`);
    }
  }
  return [...found];
}
