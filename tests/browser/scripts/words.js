/** Text on this page that no reader should meet: keys, open placeholders, what does not fit. */
() => {
  const found = [];
  const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const path = (node) => {
    const parts = [];
    for (let at = node; at && at !== document.body && parts.length < 4; at = at.parentElement) parts.unshift(`${at.tagName.toLowerCase()}.${(at.getAttribute("class") ?? "").split(" ").join(".")}`);
    return parts.join(" > ");
  };
  const bad = (text) => /⟨|⟩|\b(web|web_horns_up|words|cards|forfeits|dice|table|rules|refusals)\.[a-z_-]+(\.[a-z_-]+)*\b|\{\w+\}|\bundefined\b|\[object|\bNaN\b/.exec(text);
  const check = (text, where) => {
    const hit = text && bad(text);
    if (hit) found.push(`untranslated “${hit[0]}” in “${text.slice(0, 80)}” at ${where}`);
  };
  check(document.title, "title");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (!parentElement || parentElement.closest("svg.sprite, script, style, noscript")) continue;
    check(textContent, path(parentElement));
  }
  for (const node of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    for (const name of ["aria-label", "title", "placeholder", "alt"]) check(node.getAttribute(name), `${path(node)} @${name}`);
  }
  const rolls = (node) => ["auto", "scroll"].includes(getComputedStyle(node).overflowX);
  const dots = (node) => getComputedStyle(node).textOverflow === "ellipsis";
  for (const node of document.querySelectorAll("#app *, dialog[open] *")) {
    if (!(node instanceof HTMLElement) || !seen(node) || node.closest(".sr-only, .hu-world")) continue;
    const own = [...node.childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.textContent.trim());
    if (!own || node.matches("option, select, input, textarea")) continue;
    if (node.clientWidth <= 1) continue; // for screen readers only
    if (node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0 && !rolls(node) && !dots(node) && getComputedStyle(node).display !== "inline")
      found.push(`overflowing “${node.textContent.slice(0, 60)}” by ${node.scrollWidth - node.clientWidth} px at ${path(node)}`);
    if (node.scrollHeight > node.clientHeight + 3 && getComputedStyle(node).overflowY === "hidden" && node.clientHeight > 0)
      found.push(`cut off “${node.textContent.slice(0, 60)}” by ${node.scrollHeight - node.clientHeight} px at ${path(node)}`);
  }
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth - page.clientWidth} px too wide`);
  for (const node of document.querySelectorAll("button, .button, h1, h2, h3, .hu-choice")) {
    if (!(node instanceof HTMLElement) || !seen(node) || node.closest(".sr-only, .skip")) continue;
    const box = node.getBoundingClientRect();
    let clip = node.parentElement;
    while (clip && getComputedStyle(clip).overflowX === "visible") clip = clip.parentElement;
    if (box.width && !clip && (box.right > innerWidth + 1 || box.left < -1)) found.push(`out of the window: “${node.textContent.slice(0, 40)}” at ${path(node)}`);
  }
  return [...new Set(found)];
}
