/** The way to the dialog about one's devices, which is loaded when it is first opened. */

import { css, h } from "../../dom.js";
import { Problem } from "../../net.js";
import { toast } from "../controls/dialog.js";
import { glyph } from "../controls/icons.js";

/** @param {import("../../types").App} app */
export async function openDevices(app) {
  try {
    const [{ devicesDialog }] = await Promise.all([import("./dialog.js"), css("devices"), app.session()]);
    devicesDialog(app);
  } catch (error) {
    toast(error instanceof Problem && error.status ? error.message : app.t("web.offline.banner"), { bad: true });
  }
}

/** @param {import("../../types").App} app */
export function devicesButton(app) {
  const open = () => void openDevices(app);
  return h(
    "button",
    { type: "button", class: "quiet devices-open", onClick: open },
    glyph("phone"),
    app.t("devices.title"),
  );
}
