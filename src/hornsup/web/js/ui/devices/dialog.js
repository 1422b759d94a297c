/** "Continue on another device": a link with its QR code, the recovery link, one's devices and data. */

import { h } from "../../dom.js";
import { dialog } from "../controls/dialog.js";
import { dataButton } from "./data.js";
import { deviceList } from "./list.js";
import { linkSection, recoverySection } from "./links.js";

/** Milliseconds between two looks at the list while the dialog is open. */
const REFRESH = 4000;

/** @param {import("../../types").App} app */
export function devicesDialog(app) {
  const { t } = app;
  const leave = () => {
    box.close();
    app.navigate("/", { replace: true });
  };
  const list = deviceList(app, leave);
  const box = dialog(t("devices.title"), [linkSection(app), recoverySection(app), list.element, data(app)], {
    class: "devices",
    onClose: () => clearInterval(timer),
  });
  const timer = setInterval(() => document.visibilityState === "visible" && list.refresh(), REFRESH);
  void list.refresh();
}

/** @param {import("../../types").App} app */
function data(app) {
  const { t } = app;
  return h(
    "section",
    null,
    h("h3", null, t("devices.data.title")),
    h("p", null, t("devices.data.text")),
    dataButton(app),
  );
}
