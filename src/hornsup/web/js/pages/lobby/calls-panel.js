/** How this player is called to the table, and the webhook of the host. */

import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { glyph } from "../../ui/controls/icons.js";
import { pushControl } from "../../ui/calls/push.js";
import { openWebhook, webhookLine } from "../../ui/calls/webhook.js";

export function createCallsPanel() {
  const line = h("div");
  const host = h("div");
  const element = h("section", { class: "panel lobby-calls" }, pushControl(t), line, host);
  return {
    element,
    /** @param {import("../../types").Model} model */
    paint({ table, you }) {
      const open = () => openWebhook(table);
      replace(line, webhookLine(table));
      replace(
        host,
        you.host && h("button", { type: "button", onClick: open }, glyph("bell"), t("calls.webhook.title")),
      );
    },
  };
}
