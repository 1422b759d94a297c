/** The devices on which the player is signed in, each with a button that signs it out. */

import { h, replace } from "../../dom.js";
import { Problem, api } from "../../net.js";
import { ask, toast } from "../controls/dialog.js";
import { glyph } from "../controls/icons.js";
import { tag } from "../controls/seats.js";

/** @typedef {import("../../types").App} App */
/** @typedef {import("../../types").Device} Device */

const NO_SESSION = 401;
const SMALL = /Android|iPhone|iPad/;

/** @param {App} app @param {() => void} leave called when this device is signed out */
export function deviceList(app, leave) {
  const { t } = app;
  const rows = h("ul", { class: "devices-list" });
  const element = h("section", null, h("h3", null, t("devices.list.title")), rows);
  let painted = "";

  const refresh = async () => {
    try {
      paint(await api("GET", "/api/me/devices"));
    } catch (error) {
      if (error instanceof Problem && error.status === NO_SESSION && painted) {
        toast(t("devices.signed-out"), { bad: true, seconds: 30 });
        leave();
      }
    }
  };

  /** @param {Device[]} devices */
  const paint = (devices) => {
    const ids = devices.map(({ id }) => id).join();
    if (ids === painted) return; // the focus stays where it is
    painted = ids;
    replace(
      rows,
      devices.map((each) => row(app, each, () => signOut(each))),
    );
  };

  /** @param {Device} device */
  const signOut = async (device) => {
    const name = nameOf(app, device);
    if (device.this && !(await ask(t("devices.list.sign-out"), t("devices.list.sure"), t("devices.list.sign-out"))))
      return;
    try {
      await api("DELETE", `/api/me/devices/${device.id}`);
      toast(t("devices.list.done", { device: name }));
    } catch (error) {
      return toast(error instanceof Error ? error.message : String(error), { bad: true });
    }
    if (device.this) return leave();
    await refresh();
    rows.querySelector("button")?.focus();
  };
  return { element, refresh };
}

/** @param {App} app @param {Device} device @param {() => void} signOut */
function row(app, device, signOut) {
  const { t } = app;
  const name = nameOf(app, device);
  const when = new Intl.DateTimeFormat(app.language, { dateStyle: "medium", timeStyle: "short" });
  return h(
    "li",
    { class: device.this ? "device device-here" : "device" },
    glyph(SMALL.test(device.label) ? "phone" : "screen"),
    h(
      "span",
      { class: "grow" },
      h("span", { class: "device-name" }, h("strong", null, name), device.this ? tag(t("devices.list.this")) : null),
      device.this
        ? null
        : h("span", { class: "small muted" }, t("devices.list.seen", { when: when.format(device.seen_at) })),
    ),
    h(
      "button",
      {
        type: "button",
        class: "device-out",
        "aria-label": t("devices.list.sign-out-of", { device: name }),
        onClick: signOut,
      },
      t("devices.list.sign-out"),
    ),
  );
}

/** @param {App} app @param {Device} device */
function nameOf(app, device) {
  return device.label || app.t("devices.list.unknown");
}
