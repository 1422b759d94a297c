/** The announcement of the server's owner, above every page until its time is over. */

import { announce } from "../../announce.js";
import { h, replace, storage } from "../../dom.js";
import { t } from "../../i18n.js";
import { api } from "../../net.js";
import { glyph } from "../controls/icons.js";

/** @typedef {Omit<import("../../wire").Announcement, "type">} Announcement */

/** Milliseconds between two questions of a page without a socket. */
const REFRESH = 20_000;
const READ = "announcement-read";
/** Pages whose socket brings announcements. */
const WITH_SOCKET = /^\/tv?\/[0-9a-f]{32}$/;

const bar = /** @type {HTMLElement} */ (document.getElementById("notice"));
let timer = 0;
let shown = "";

/** Begin to listen and to ask. */
export function startNotice() {
  addEventListener("announcement", (event) => take(/** @type {CustomEvent} */ (event).detail));
  addEventListener("resize", measure);
  const again = () => {
    if (document.visibilityState === "visible" && !WITH_SOCKET.test(location.pathname)) void ask();
  };
  document.addEventListener("visibilitychange", again);
  setInterval(again, REFRESH);
  void ask(); // a socket may have been faster than this module
}

async function ask() {
  try {
    take(await api("GET", "/api/announcement"));
  } catch {
    // the next question may be answered
  }
}

/** Show an announcement; without a text, or one that was closed here before, none. @param {Announcement} told */
function take(told) {
  const { number = 0, text = "", seconds = 0 } = told ?? {};
  const key = `${number} ${text}`;
  clearTimeout(timer);
  if (!text || storage.get(READ) === key) return hide();
  timer = window.setTimeout(hide, Math.min(seconds * 1000, 2 ** 31 - 1));
  if (shown !== key) show(key, text);
}

/** @param {string} key @param {string} text */
function show(key, text) {
  const close = () => {
    storage.set(READ, key);
    hide();
  };
  shown = key;
  bar.setAttribute("aria-label", t("owner.announcement"));
  replace(
    bar,
    h("p", null, text),
    h(
      "button",
      { type: "button", class: "quiet icon-button", "aria-label": t("owner.dismiss"), onClick: close },
      glyph("cross"),
    ),
  );
  bar.hidden = false;
  measure();
  announce(`${t("owner.announcement")}: ${text}`);
}

function hide() {
  shown = "";
  bar.hidden = true;
  measure();
}

/** Pages that fill the window are shorter by the height of the bar. */
function measure() {
  document.documentElement.style.setProperty("--notice", `${bar.offsetHeight}px`); // 0 when hidden
}
