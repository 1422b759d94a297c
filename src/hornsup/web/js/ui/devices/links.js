/** Links that make another device the same player: one for now, and one to save for later. */

import { announce } from "../../announce.js";
import { h, replace } from "../../dom.js";
import { api } from "../../net.js";
import { toast } from "../controls/dialog.js";
import { linkField, shareButton } from "../page/share.js";

/** @typedef {import("../../types").App} App */
/** @typedef {import("../../types").MadeLink} MadeLink */

/** @param {App} app */
export function linkSection(app) {
  const { t } = app;
  const place = h("div", { class: "devices-made" });
  const make = async () => {
    const made = await makeLink("device");
    if (!made) return;
    replace(button, t("devices.again"));
    const until = new Intl.DateTimeFormat(app.language, { timeStyle: "short" });
    const time = until.format(Date.now() + (made.seconds ?? 0) * 1000);
    show(place, made, t("devices.link"), t("devices.valid", { time }), t("devices.qr"));
  };
  const button = h("button", { type: "button", class: "primary devices-make", onClick: make }, t("devices.make"));
  return h("section", null, h("p", null, t("devices.intro")), place, button);
}

/** @param {App} app @param {"h2" | "h3"} [heading] */
export function recoverySection(app, heading = "h3") {
  const { t } = app;
  const place = h("div", { class: "devices-made" });
  const state = h("p", { hidden: true });
  const make = h(
    "button",
    { type: "button", class: "recovery-make", onClick: () => again() },
    t("devices.recovery.make"),
  );
  const revoke = h(
    "button",
    { type: "button", class: "danger recovery-revoke", hidden: true, onClick: () => end() },
    t("devices.recovery.revoke"),
  );

  /** @param {number | null} madeAt when the link that exists was made */
  const paint = (madeAt) => {
    const date = new Intl.DateTimeFormat(app.language, { dateStyle: "long" });
    state.hidden = revoke.hidden = madeAt === null;
    replace(state, madeAt === null ? "" : t("devices.recovery.exists", { date: date.format(madeAt) }));
    replace(make, t(madeAt === null ? "devices.recovery.make" : "devices.recovery.replace"));
  };
  const again = async () => {
    const made = await makeLink("recovery");
    if (!made) return;
    paint(Date.now());
    show(place, made, t("devices.recovery.link"), t("devices.recovery.save"), t("devices.qr"));
  };
  const end = async () => {
    await told(api("DELETE", "/api/me/links/recovery"));
    replace(place);
    paint(null);
    make.focus();
    toast(t("devices.recovery.revoked"));
  };
  void told(api("GET", "/api/me/links")).then((links) => {
    const found = links?.find((/** @type {{kind: string}} */ each) => each.kind === "recovery");
    if (found && !place.firstChild) paint(found.made_at);
  });
  return h(
    "section",
    { class: "devices-recovery" },
    h(heading, null, t("devices.recovery.title")),
    h("p", null, t("devices.recovery.text")),
    state,
    place,
    h("div", { class: "row" }, make, revoke),
  );
}

/** @param {"device" | "recovery"} kind @returns {Promise<MadeLink | null>} */
function makeLink(kind) {
  return told(api("POST", "/api/me/links", { kind }));
}

/** What was asked for; null if it failed, which is shown. @param {Promise<any>} asked */
async function told(asked) {
  try {
    return await asked;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), { bad: true });
    return null;
  }
}

/** @type {(place: HTMLElement, made: MadeLink, label: string, note: string, alt: string) => void} */
function show(place, made, label, note, alt) {
  // The code comes with the link: to ask for a picture of it would put the secret into an address.
  const source = URL.createObjectURL(new Blob([made.qr], { type: "image/svg+xml" }));
  const picture = h("img", { class: "devices-qr", src: source, width: 200, height: 200, alt });
  picture.addEventListener("load", () => URL.revokeObjectURL(source), { once: true });
  replace(place, picture, h("p", null, note), linkField(made.link, label), shareButton(made.link, ""));
  announce(note);
}
