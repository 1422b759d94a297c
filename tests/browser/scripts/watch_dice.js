/**
 * Writes down in `watched`, in order: what the table of dice has shown (throws at rest, kept dice, large cards), every
 * sentence that comes into the log, and what the header, the line above the buttons and a lesson's coach say. Dice in
 * sentences become `▢`. `flying` tells whether dice fly or a card is shown meanwhile.
 */
() => {
  const watched = (window.watched = []);
  const last = {};
  const read = new WeakSet();
  const plain = (node) => {
    if (!node) return "";
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    if (node instanceof SVGElement) return node.classList.contains("log-die") ? "▢" : "";
    return [...node.childNodes].map(plain).join("");
  };
  const texts = { header: ".tbl-status", ticker: ".ticker-text", coach: ".ln-text", events: ".ln-events" };
  const sentences = ".log-lines > li:not(.log-turn), .log-sentence";
  const flying = () => document.querySelector(".throwing, .resting, .moment-card") !== null;
  const put = (node) => {
    if (node.matches(".dice-row.resting")) watched.push({ saw: "roll" });
    if (node.matches(".moment-card")) watched.push({ saw: node.classList[1], text: node.innerText });
    for (const each of [node, ...node.querySelectorAll(sentences)]) {
      if (!each.matches(sentences) || read.has(each)) continue;
      read.add(each);
      watched.push({ says: "log", text: plain(each), flying: flying() });
    }
  };
  const look = (changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Element && target.matches(".ring-kept") && addedNodes.length) watched.push({ saw: "keep" });
      for (const node of addedNodes) if (node instanceof Element) put(node);
    }
    for (const [what, selector] of Object.entries(texts)) {
      const text = plain(document.querySelector(selector));
      if (text !== last[what]) watched.push({ says: what, text, flying: flying() });
      last[what] = text;
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  window.addEventListener("hornsup:sound", ({ detail }) => watched.push({ sound: detail }));
}
