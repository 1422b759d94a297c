/** The viewer's speed of showing; the host's pace is the default. */

import { h, reducedMotion, replace, storage } from "../../dom.js";
import { t } from "../../i18n.js";

/** What times are multiplied by. @type {Record<string, number>} */
const FACTORS = { slow: 1.7, usual: 1, fast: 0.4 };
export const SPEEDS = Object.keys(FACTORS);
/** The host's pace in milliseconds that is the usual one, and the bounds of slow and fast. */
const [HURRIED, CALM] = [350, 1300];

/** The speed that this viewer has chosen, or the host's. @param {number} hostPace */
export function speedOf(hostPace) {
  const chosen = storage.get("speed");
  if (chosen && chosen in FACTORS) return chosen;
  return hostPace <= HURRIED ? "fast" : hostPace >= CALM ? "slow" : "usual";
}

/** What the times of showing are multiplied by; 0 without motion. @param {number} hostPace */
export function paceOf(hostPace) {
  if (reducedMotion() || document.hidden) return 0;
  return FACTORS[speedOf(hostPace)];
}

/** Buttons to choose the speed. @param {() => number} hostPace */
export function speedControl(hostPace) {
  const element = h("div", { class: "segments", role: "group", "aria-label": t("web.speed.label") });
  const paint = () =>
    replace(
      element,
      SPEEDS.map((speed) =>
        h(
          "button",
          {
            type: "button",
            "aria-pressed": speed === speedOf(hostPace()),
            onClick: () => {
              storage.set("speed", speed);
              paint();
            },
          },
          t(`web.speed.${speed}`),
        ),
      ),
    );
  paint();
  return element;
}
