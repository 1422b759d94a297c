/** How far behind spectators are. */

import { t } from "../../i18n.js";

/** @param {number} seconds */
export function delayText(seconds) {
  if (seconds <= 0) return t("web.home.live");
  if (seconds < 60) return t("web.home.behind-seconds", { n: seconds });
  return t("web.home.behind-minutes", { n: Math.round(seconds / 60) });
}
