// Runs before the first paint, so that the other theme is never shown.
(() => {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // storage may be forbidden; the system's theme is fine then
  }
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
})();
