/** The invitation to a table: code, link, the device's own share dialog, QR code. */

import { css, h } from "../../dom.js";
import { t } from "../../i18n.js";
import { toast } from "../controls/dialog.js";
import { glyph } from "../controls/icons.js";

/** @param {import("../../types").TableInfo} table */
export function sharePanel(table) {
  void css("lobby"); // a table whose game has begun has not loaded it
  const link = `${location.origin}/t/${table.id}`;
  return h(
    "section",
    { class: "panel share" },
    h(
      "div",
      { class: "share-code" },
      h("h2", null, t("web.share.title")),
      h("p", { class: "small muted" }, t("web.share.code")),
      h("p", { class: "code" }, table.code),
    ),
    h("img", { class: "qr", src: `/api/qr.svg?path=/t/${table.id}`, width: 132, height: 132, alt: t("web.share.qr") }),
    h(
      "div",
      { class: "share-ways" },
      linkField(link, t("web.share.link")),
      shareButton(link, t("web.share.text", { code: table.code })),
      h(
        "a",
        { class: "small share-tv", href: `/tv/${table.id}`, target: "_blank", rel: "noopener" },
        glyph("screen"),
        t("web.share.tv"),
      ),
    ),
  );
}

/** A link to be copied. @param {string} link @param {string} label */
export function linkField(link, label) {
  const field = h("input", {
    type: "text",
    readonly: true,
    value: link,
    "aria-label": label,
    onFocus: () => field.select(),
  });
  return h(
    "div",
    { class: "share-link" },
    field,
    h("button", { type: "button", onClick: () => copy(field) }, glyph("copy"), t("web.copy")),
  );
}

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  try {
    // The clipboard API exists only on https and localhost.
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
    toast(t("web.copied"), { seconds: 2 });
  } catch {
    field.focus();
  }
}

/** The share dialog of the device, where there is one. @param {string} url @param {string} text */
export function shareButton(url, text) {
  if (!("share" in navigator)) return null;
  const share = () => navigator.share({ title: "Horns Up", text, url }).catch(() => {}); // closed without a choice
  return h("button", { type: "button", class: "share-send", onClick: share }, glyph("share"), t("web.share.send"));
}
