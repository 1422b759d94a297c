// The page without a connection: tries again by itself.
(() => {
  const again = () =>
    fetch("/healthz", { cache: "no-store" }).then(
      (answer) => answer.ok && location.reload(),
      () => {},
    );
  setInterval(again, 3000);
  addEventListener("online", again);
  document.querySelector("button")?.addEventListener("click", again);
})();
