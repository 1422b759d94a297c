/** Push: the server calls this device to the player's turn, even when the page is closed. */

import { api } from "../../net.js";
import { toggleSwitch } from "../controls/switch.js";

/** @typedef {import("../../types").Translate} Translate */
/** @typedef {{works: boolean, on: boolean, key?: string, why?: "off" | "extra"}} PushState */

/** How long a service worker may take to be ready. */
const PATIENCE = 5000;

/** The switch for menu and lobby; where push cannot work, it says why. @param {Translate} t @returns {HTMLElement} */
export function pushControl(t) {
  /** @type {PushState | null} */
  let server = null;
  let busy = false;

  const control = toggleSwitch("phone", t("calls.push.label"), "", async () => {
    const wanted = control.input.checked;
    busy = true;
    paint();
    let failed = false;
    try {
      await (wanted ? subscribe(server?.key ?? "") : unsubscribe());
    } catch {
      failed = Notification.permission !== "denied";
    }
    busy = false;
    await ask();
    if (failed) control.say(t("calls.push.failed"));
  });

  const paint = () => {
    const reason = whyNot(server);
    control.input.checked = (server?.on ?? false) && !reason;
    control.input.disabled = busy || !server || reason !== null;
    control.say(t(`calls.push.${reason ?? "text"}`));
  };

  /** Ask the server and the browser how things are. */
  const ask = async () => {
    try {
      /** @type {PushState} */
      const told = await api("GET", "/api/push");
      server = { ...told, on: told.on && (await subscription()) !== null };
    } catch {
      server = null; // no connection; the switch waits
    }
    paint();
  };

  paint();
  void ask();
  return control.element;
}

/** Why this device cannot be called: a key of the catalogue, or null. @param {PushState | null} server */
function whyNot(server) {
  if (!window.isSecureContext) return "insecure";
  if (onAppleTouch() && !standalone()) return "iphone";
  if (!("PushManager" in window) || !("serviceWorker" in navigator) || !("Notification" in window)) return "none";
  if (server?.why) return server.why;
  return Notification.permission === "denied" ? "denied" : null;
}

/** An iPad calls itself a Mac, but has a touch screen. */
function onAppleTouch() {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Whether the page was opened from the Home Screen. */
function standalone() {
  return matchMedia("(display-mode: standalone)").matches || /** @type {any} */ (navigator).standalone === true;
}

/** The service worker's registration, once it is active. */
async function worker() {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("no service worker")), PATIENCE));
  return /** @type {ServiceWorkerRegistration} */ (await Promise.race([navigator.serviceWorker.ready, late]));
}

/** What this browser has subscribed to, or null. @returns {Promise<PushSubscription | null>} */
async function subscription() {
  if (!("PushManager" in window)) return null;
  return (await worker()).pushManager.getSubscription();
}

/** @param {string} key the server's public key */
async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("no permission");
  const manager = (await worker()).pushManager;
  await (await manager.getSubscription())?.unsubscribe(); // it may be for another key
  const made = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await api("POST", "/api/push", made.toJSON());
}

/** The server forgets this device first: whatever the browser does then, no call comes. */
async function unsubscribe() {
  await api("DELETE", "/api/push");
  await (await subscription())?.unsubscribe();
}
