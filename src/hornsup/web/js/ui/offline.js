/** The line that says that there is no connection. */

import { t } from "../i18n.js";
import { announce } from "../live.js";

const PATIENCE = 1200; // a connection that is back before this was never gone

export function offlineLine() {
  const line = /** @type {HTMLElement} */ (document.getElementById("banner"));
  let timer = 0;

  /** @param {boolean} shown */
  const show = (shown) => {
    line.hidden = !shown;
    document.documentElement.style.setProperty("--banner", `${line.offsetHeight}px`); // 0 when hidden
  };

  return {
    /** @param {boolean} connected @param {boolean} [quietly] */
    tell(connected, quietly = false) {
      clearTimeout(timer);
      if (connected) {
        if (!line.hidden && !quietly) announce(t("web.offline.back"));
        show(false);
        return;
      }
      timer = window.setTimeout(() => {
        line.textContent = t("web.offline.banner");
        show(true);
      }, PATIENCE);
    },
  };
}
