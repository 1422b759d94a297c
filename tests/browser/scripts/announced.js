/** Makes `announced`: all that the live regions of the page have said, by their ids. */
() => {
  window.announced = { "live-polite": [], "live-assertive": [] };
  document.addEventListener("DOMContentLoaded", () => {
    for (const [id, said] of Object.entries(window.announced)) {
      const hear = (changes) => {
        for (const { addedNodes } of changes) for (const node of addedNodes) said.push(node.textContent);
      };
      new MutationObserver(hear).observe(document.getElementById(id), { childList: true });
    }
  });
}
