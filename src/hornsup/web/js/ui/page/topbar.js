/** The bar on top of all pages but a table: logo, links, language, theme. */

import { h, picture, replace } from "../../dom.js";
import { LANGUAGES } from "../../i18n.js";
import { glyph } from "../controls/icons.js";

/** @typedef {import("../../types").App} App */

/** @param {App} app */
export function topbar(app) {
  const { t } = app;
  return h(
    "header",
    { class: "topbar" },
    h("a", { class: "skip", href: "#content" }, t("web.nav.skip")),
    h("a", { class: "topbar-logo", href: "/", "aria-label": t("web.nav.home") }, picture("logo", "-8 -16 146 51")),
    h(
      "nav",
      { class: "topbar-nav", "aria-label": t("web.nav.site") },
      navLink("/learn", t("web.nav.learn")),
      navLink("/rules", t("web.nav.rules")),
    ),
    h("div", { class: "topbar-tools" }, languages(app), themeButton(app)),
  );
}

/** @param {string} href @param {string} text */
function navLink(href, text) {
  const here = location.pathname.startsWith(href) ? "page" : null;
  return h("a", { href, "aria-current": here }, text);
}

/** @param {App} app */
export function languages(app) {
  const names = { en: "English", it: "Italiano", fr: "Français" };
  return h(
    "div",
    { class: "segments languages", role: "group", "aria-label": app.t("web.nav.language") },
    LANGUAGES.map((each) =>
      h(
        "button",
        {
          type: "button",
          lang: each,
          title: names[each],
          "aria-label": `${each.toUpperCase()}: ${names[each]}`,
          "aria-pressed": each === app.language,
          onClick: () => app.setLanguage(each),
        },
        each.toUpperCase(),
      ),
    ),
  );
}

/** @param {App} app */
export function themeButton(app) {
  const button = h("button", { type: "button", class: "icon-button quiet", onClick: () => toggle() });
  const paint = () => {
    const dark = app.theme() === "dark";
    button.setAttribute("aria-label", app.t(dark ? "web.nav.to-light" : "web.nav.to-dark"));
    replace(button, glyph(dark ? "sun" : "moon"));
  };
  const toggle = () => {
    app.setTheme(app.theme() === "dark" ? "light" : "dark");
    paint();
  };
  paint();
  return button;
}
