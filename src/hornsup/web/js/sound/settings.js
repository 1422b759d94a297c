/** Whether there is sound, and how loud: chosen on this device and remembered there. */

import { storage } from "../dom.js";

const MUTED = "sound-muted";
const VOLUME = "sound-volume";
const USUAL = 0.7;

/** @typedef {{muted: boolean, volume: number}} SoundSettings the volume is between 0 and 1 */

/** @type {SoundSettings} */
let now = read();
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {SoundSettings} */
function read() {
  const stored = storage.get(VOLUME);
  const volume = stored === null ? USUAL : Number(stored);
  return { muted: storage.get(MUTED) === "yes", volume: volume >= 0 && volume <= 1 ? volume : USUAL };
}

/** @returns {Readonly<SoundSettings>} */
export function soundSettings() {
  return now;
}

/** @param {Partial<SoundSettings>} change */
export function setSound(change) {
  now = { ...now, ...change };
  storage.set(MUTED, now.muted ? "yes" : "no");
  storage.set(VOLUME, String(now.volume));
  tell();
}

/** Call a listener after every change, until it answers false. @param {() => boolean | void} listener */
export function onSoundSettings(listener) {
  const each = () => {
    if (listener() === false) listeners.delete(each);
  };
  listeners.add(each);
}

function tell() {
  for (const each of [...listeners]) each();
}

addEventListener("storage", ({ key }) => {
  if (key !== MUTED && key !== VOLUME) return;
  now = read(); // another tab of this player
  tell();
});
