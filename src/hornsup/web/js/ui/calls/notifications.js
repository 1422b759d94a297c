/** Notifications of the browser: shown only if this player has switched them on. */

import { storage } from "../../dom.js";
import { soundSettings } from "../../sound/settings.js";
import { toggleSwitch } from "../controls/switch.js";

/** @typedef {import("../../types").Translate} Translate */

const KEY = "notify";
const able = () => "Notification" in window;
const allowed = () => able() && Notification.permission === "granted" && storage.get(KEY) !== "off";

/** @type {Notification | null} */
let shown = null;

/**
 * Show a notification; another one with the same tag replaces it.
 * @param {string} title
 * @param {string} body
 * @param {string} tag
 */
export async function notify(title, body, tag) {
  if (!allowed()) return;
  const options = { body, tag, icon: "/art/icon-192.png", data: location.pathname };
  try {
    const note = new Notification(title, { ...options, silent: true }); // the page has a sound of its own
    note.addEventListener("click", () => {
      window.focus();
      note.close();
    });
    shown = note;
  } catch {
    // A phone shows only those of a service worker, whose click is handled in sw.js.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, { ...options, silent: soundSettings().muted });
  }
}

/** Take it away again. @param {string} tag */
export async function clearNotification(tag) {
  shown?.close();
  shown = null;
  if (!allowed()) return;
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const note of (await worker?.getNotifications?.({ tag })) ?? []) note.close();
}

/** The switch for the menu: the only place where the browser is asked for permission. @param {Translate} t @returns {HTMLElement} */
export function notifyControl(t) {
  const control = toggleSwitch("bell", t("web_more.sound.notify"), "", async () => {
    const on = control.input.checked;
    if (on && Notification.permission === "default") await Notification.requestPermission();
    storage.set(KEY, on ? "on" : "off");
    paint();
  });
  const paint = () => {
    control.input.checked = allowed();
    control.input.disabled = !able() || Notification.permission === "denied";
    control.say(t(`web_more.sound.${sentence()}`));
  };
  paint();
  return control.element;
}

/** What it does, or why it cannot. */
function sentence() {
  if (!window.isSecureContext) return "notify-insecure";
  if (!able()) return "notify-none";
  return Notification.permission === "denied" ? "notify-denied" : "notify-text";
}
