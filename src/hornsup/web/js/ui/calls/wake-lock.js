/** Keeps the screen awake while somebody plays; nothing happens where a browser cannot. */

let wanted = false;
/** @type {WakeLockSentinel | null} */
let held = null;
let asking = false;

/** Keep the screen awake from now on, or no longer. @param {boolean} on */
export function hold(on) {
  wanted = on;
  if (on) void request();
  else void release();
}

async function request() {
  if (held || asking || !wanted || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
  asking = true;
  try {
    held = await navigator.wakeLock.request("screen");
    held.addEventListener("release", () => (held = null));
  } catch {
    // a low battery, or the page was hidden meanwhile: asked again when it is looked at
  }
  asking = false;
  if (!wanted) await release();
}

async function release() {
  const lock = held;
  held = null;
  await lock?.release();
}

// The browser releases it when the page is hidden.
document.addEventListener("visibilitychange", () => void request());
