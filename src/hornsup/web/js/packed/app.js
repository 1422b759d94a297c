/** What a packed page has in common with the client of a server: language, theme, the sprite. */

import { loadGames } from "../catalogue.js";
import { loadSprite, storage } from "../dom.js";
import { language, load, t } from "../i18n.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../types").Language} Language */

/**
 * Load what every page needs, from the page itself.
 * @param {Language} chosen
 * @returns {Promise<App>}
 */
export async function openApp(chosen) {
  await Promise.all([load(chosen), loadGames(chosen), loadSprite()]);
  return app;
}

/** A page without a server has one language, no other page to go to, and nobody who signs in. @type {App} */
const app = {
  get language() {
    return language();
  },
  t,
  navigate() {},
  async setLanguage() {},
  theme() {
    const chosen = document.documentElement.dataset.theme;
    if (chosen === "dark" || chosen === "light") return chosen;
    return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  },
  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    storage.set("theme", theme);
  },
  name: () => "",
  chosenName: () => null,
  async session() {},
  title() {},
};
