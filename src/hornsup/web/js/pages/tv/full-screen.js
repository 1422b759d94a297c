/** The button that shows the page on the full screen. */

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { glyph } from "../../ui/controls/icons.js";

export function fullScreenButton() {
  if (!document.fullscreenEnabled) return null;
  const toggle = () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  return h(
    "button",
    {
      type: "button",
      class: "quiet icon-button tv-full",
      "aria-label": t("web_more.tv.full-screen"),
      title: t("web_more.tv.full-screen"),
      onClick: () => void toggle().catch(() => {}),
    },
    glyph("screen"),
  );
}
