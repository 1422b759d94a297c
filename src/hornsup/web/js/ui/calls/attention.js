/**
 * What calls a player: sound, vibration, the tab's title and icon, the app's badge, a notification. All
 * of it says the same as the page itself, so nothing is lost where a device has none of it.
 *
 *   const calls = attention(app, { title: gameTitle });
 *   calls.turn(isMyTurn(model), windowTitle);   // after every step; also in a hidden tab
 *   calls.hit();                                // an attack on me is shown
 *   element.classList.toggle("hurry", calls.clock(secondsLeftOfMine));
 *   calls.destroy();
 */

import { play } from "../../sound/index.js";
import { clearNotification, notify } from "./notifications.js";
import { markTurn } from "./turn-marks.js";
import { vibrate } from "./vibration.js";

export { notifyControl } from "./notifications.js";
export { vibrationControl } from "./vibration.js";

/** @typedef {import("../../types").App} App */
/** @typedef {ReturnType<typeof attention>} Attention */

const MARK = "● ";
const TURN_PATTERN = [70, 60, 110];
const HIT_PATTERN = [35, 40, 35, 40, 90];
const CLOCK_PATTERN = 80;
/** A turn that comes back within so many milliseconds was only interrupted; whoever looks on needs no call. */
const INTERRUPTED = 3000;
/** The time left is told at these seconds. */
const WARNING = 10;
const TOLD = new Set([10, 5, 4, 3, 2, 1]);
const LAST = 5;

/**
 * @param {Pick<App, "t" | "title">} app
 * @param {{title?: string, tag?: string}} [about] what a notification is called; one tag for each table
 */
export function attention(app, { title = document.title, tag = location.pathname } = {}) {
  let mine = false;
  let ended = -Infinity;
  let text = "";
  let second = /** @type {number | null} */ (null);

  /** Marks are for a page that is not looked at, as long as it waits for its player. */
  const paint = () => {
    const away = document.visibilityState === "hidden" || !document.hasFocus();
    app.title(mine && away ? MARK + text : text);
    markTurn(mine && away);
    if (!mine || !away) void clearNotification(tag);
  };

  const call = () => {
    const hidden = document.visibilityState === "hidden";
    if (!hidden && performance.now() - ended < INTERRUPTED) return;
    play("your-turn");
    vibrate(TURN_PATTERN);
    if (hidden) void notify(title, app.t("web_more.sound.turn"), tag);
  };

  document.addEventListener("visibilitychange", paint);
  addEventListener("focus", paint);
  addEventListener("blur", paint);

  return {
    /**
     * Whose turn it is now, and the title of the window.
     * @param {boolean} isMine
     * @param {string} windowTitle
     */
    turn(isMine, windowTitle) {
      const [begins, ends] = [isMine && !mine, mine && !isMine];
      if (!begins && !ends && windowTitle === text) return;
      if (ends) ended = performance.now();
      [mine, text] = [isMine, windowTitle];
      paint();
      if (begins) call();
    },

    /** Something was done to this player. */
    hit() {
      play("hit");
      vibrate(HIT_PATTERN);
    },

    /**
     * How much is left of this player's own time while it runs, else null. Whether that is a warning.
     * @param {number | null} left in seconds
     * @returns {boolean}
     */
    clock(left) {
      if (left === null || left > WARNING) {
        second = null;
        return false;
      }
      const now = Math.ceil(left);
      if (now === second) return true;
      if (second === null) vibrate(CLOCK_PATTERN);
      if (second === null || TOLD.has(now)) play("ten-seconds", { rate: now <= LAST ? 1.12 : 1 });
      second = now;
      return true;
    },

    destroy() {
      document.removeEventListener("visibilitychange", paint);
      removeEventListener("focus", paint);
      removeEventListener("blur", paint);
      markTurn(false);
      void clearNotification(tag);
    },
  };
}
