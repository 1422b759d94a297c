/** The banner that says that there is no connection. */

import { t } from "../../i18n.js";
import { announce } from "../../announce.js";

/** Milliseconds; a shorter interruption is not shown. */
const PATIENCE = 1200;

export function offlineBanner() {
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
