/**
 * The sounds of a table: `play("card")`. This module is small; what makes the sounds is loaded when the
 * page is idle. Nothing is heard, made or kept before the first tap or key, as browsers demand, and
 * nothing of it is needed to play: where there is no audio, every call does nothing.
 */

import { onSoundSettings, soundSettings } from "./settings.js";

/** @typedef {import("./sounds.js").SoundName} SoundName */
/** @typedef {{count?: number, rate?: number, gain?: number}} PlayOptions how many dice; higher or lower; softer */

/** What a browser counts as an act of its user; a touch that scrolls is none. */
const ACTS = ["pointerdown", "pointerup", "touchend", "click", "keydown"];
/** A module without a dependency on this one may dispatch it on `window`: the detail is a name. */
const EVENT = "hornsup:sound";

/** @type {AudioContext | null} */
let context = null;
/** @type {Promise<import("./engine.js").Engine | null> | null} */
let engine = null;

/**
 * Play a sound now, or not at all: none is kept for later.
 * @param {SoundName} name
 * @param {PlayOptions} [options]
 */
export function play(name, options) {
  if (!context || soundSettings().muted) return;
  const asked = performance.now();
  void start().then((ready) => ready?.play(name, options, asked));
}

/** The part that makes sounds, once there may be some. */
function start() {
  engine ??= load().then(
    ({ Engine }) => {
      const made = new Engine(/** @type {AudioContext} */ (context));
      made.setVolume(level());
      onSoundSettings(() => made.setVolume(level()));
      void made.prepare();
      return made;
    },
    () => null, // no connection; a failed import is not retried
  );
  return engine;
}

const load = () => import("./engine.js");

/** Fetch it before it is needed; who wants no sound fetches nothing. */
async function fetchAhead() {
  await new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve, { timeout: 2000 });
    else setTimeout(resolve, 1000);
  });
  if (!soundSettings().muted) await load().catch(() => {});
}

function level() {
  const { muted, volume } = soundSettings();
  return muted ? 0 : volume;
}

/** Make the context within an act of the user, where a browser allows it to be heard. */
function unlock() {
  if (soundSettings().muted || !window.AudioContext || navigator.userActivation?.isActive === false) return;
  if (!context) {
    mixWithOthers();
    context = new AudioContext({ latencyHint: "interactive" });
    void start();
  }
  if (context.state !== "running") context.resume().catch(() => {});
}

/** On a phone, sounds neither stop somebody's music nor ignore its mute switch. */
function mixWithOthers() {
  const { audioSession } = /** @type {{audioSession?: {type: string}}} */ (/** @type {unknown} */ (navigator));
  if (audioSession) audioSession.type = "ambient";
}

void fetchAhead();
onSoundSettings(unlock); // sound is switched on by a tap too
for (const act of ACTS) addEventListener(act, unlock, { capture: true, passive: true });
addEventListener(EVENT, (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (typeof detail === "string") play(/** @type {SoundName} */ (detail));
  else play(detail.name, detail);
});
