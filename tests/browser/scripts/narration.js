/** Keeps all that the live regions say: `window.narration` has [region, text] in the order of time. */
() => {
  window.narration = [];
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      if (!["live-polite", "live-assertive"].includes(target.id)) continue;
      for (const node of addedNodes) window.narration.push([target.id.slice("live-".length), node.textContent]);
    }
  }).observe(document, { childList: true, subtree: true });
}
