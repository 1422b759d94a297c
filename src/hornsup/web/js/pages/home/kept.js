/** What is kept about the visitor, and the buttons that download and delete it. */

import { forgetDevice, h } from "../../dom.js";
import { api, Problem } from "../../net.js";
import { dataButton } from "../../ui/devices/data.js";
import { ask, dialog, toast } from "../../ui/controls/dialog.js";

/** @typedef {import("../../types").App} App */

const NO_SESSION = 401;

/** The button on the home page. @param {App} app */
export function keptButton(app) {
  const open = () => openKept(app);
  return h("button", { type: "button", class: "quiet home-kept", onClick: open }, app.t("web.kept.title"));
}

/** @param {App} app */
function openKept(app) {
  const { t } = app;
  const lines = ["server", "games", "calls", "device", "never"].map((each) => h("p", null, t(`web.kept.${each}`)));
  const forget = async () => {
    box.close();
    if (await ask(t("web.kept.forget"), t("web.kept.sure"), t("web.kept.forget"))) await forgetMe(app);
  };
  const button = h("button", { type: "button", class: "forget-me", onClick: forget }, t("web.kept.forget"));
  const box = dialog(t("web.kept.title"), lines, { foot: [dataButton(app), button] });
}

/** Delete the guest on the server and what the browser has stored, and begin again as a new one. @param {App} app */
async function forgetMe(app) {
  try {
    await api("DELETE", "/api/me");
  } catch (error) {
    const unknown = error instanceof Problem && error.status === NO_SESSION; // the server knows nothing already
    if (!unknown) return toast(String(error instanceof Error ? error.message : error), { bad: true });
  }
  forgetDevice();
  app.navigate("/", { replace: true });
  toast(app.t("web.kept.done"));
}
