/** The page in place of one that is not there: what is missing, and what to do now. */

import { announce } from "../../announce.js";
import { h, picture, replace } from "../../dom.js";
import { topbar } from "./topbar.js";

/**
 * @param {HTMLElement} root
 * @param {import("../../types").App} app
 * @param {string} title
 * @param {string} [text]
 * @param {HTMLElement} [action]
 */
export function missing(root, app, title, text, action) {
  replace(
    root,
    topbar(app),
    h(
      "main",
      { class: "page narrow missing", id: "content" },
      picture("icon", "0 0 100 100", { class: "missing-art", "aria-hidden": "true" }),
      h("h1", null, title),
      text && h("p", null, text),
      action,
      h("p", null, h("a", { class: "button", href: "/" }, app.t("web.nav.home"))),
    ),
  );
  app.title(title);
  announce(text ? `${title}. ${text}` : title);
}
