/** One's own data as a file. */

import { h } from "../../dom.js";
import { Problem, api } from "../../net.js";
import { toast } from "../controls/dialog.js";
import { glyph } from "../controls/icons.js";

const NO_SESSION = 401;

/** The button that downloads it. @param {import("../../types").App} app */
export function dataButton({ t }) {
  const download = async () => {
    try {
      await api("GET", "/api/me"); // a download that is refused would only say that it failed
      h("a", { href: "/api/me/data", download: "" }).click();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      toast(error.status === NO_SESSION ? t("devices.data.none") : error.message, { bad: true });
    }
  };
  return h(
    "button",
    { type: "button", class: "devices-data", onClick: download },
    glyph("download"),
    t("devices.data.download"),
  );
}
