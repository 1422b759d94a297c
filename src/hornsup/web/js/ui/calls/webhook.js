/** The webhook of a table: a dialog for the host, and a line that tells everybody that there is one. */

import { h, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { Problem, api } from "../../net.js";
import { dialog, toast } from "../controls/dialog.js";

/** @typedef {import("../../types").TableInfo} TableInfo */

const KINDS = /** @type {const} */ (["discord", "slack", "ntfy", "json"]);
/** What an address of each service has in it, so that nobody need choose. @type {[RegExp, string][]} */
const KNOWN = [
  [/^https:\/\/(\w+\.)?discord(app)?\.com\//, "discord"],
  [/^https:\/\/hooks\.slack\.com\//, "slack"],
  [/^https:\/\/ntfy\./, "ntfy"],
];

/** That this table has a webhook, for everybody; null where there is none. @param {TableInfo} table */
export function webhookLine({ webhook, webhook_stopped: stopped }) {
  if (!webhook) return null;
  const text = stopped ? t("calls.webhook.stopped") : t("calls.webhook.there", { kind: t(`calls.kinds.${webhook}`) });
  return h("p", { class: "small muted" }, text);
}

/** @param {TableInfo} table */
export function openWebhook(table) {
  const path = `/api/tables/${table.id}/webhook`;
  const kind = h("select", { id: "webhook-kind" });
  for (const each of KINDS) kind.append(h("option", { value: each }, t(`calls.kinds.${each}`)));
  kind.value = table.webhook ?? "discord";
  const address = h("input", {
    id: "webhook-address",
    type: "url",
    required: true,
    maxlength: 1000,
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "https://",
    "aria-describedby": "webhook-secret",
    onInput: () => (kind.value = KNOWN.find(([shape]) => shape.test(address.value))?.[1] ?? kind.value),
  });
  const state = h("div");
  const more = h("div", { class: "row" });

  /** @param {() => Promise<void>} work */
  const attempt = async (work) => {
    try {
      await work();
    } catch (error) {
      toast(error instanceof Problem ? error.message : String(error), { bad: true });
    }
  };

  const save = () =>
    attempt(async () => {
      table = await api("PUT", path, { kind: kind.value, url: address.value.trim() });
      address.value = "";
      toast(t("calls.webhook.saved"));
      paint();
    });

  const test = () =>
    attempt(async () => {
      const { outcome } = await api("POST", `${path}/test`);
      const told = outcome === "gone" ? "refused" : outcome;
      toast(t(`calls.webhook.${told}`), { bad: outcome !== "sent" });
      table = await api("GET", `/api/tables/${table.id}`);
      paint();
    });

  const remove = () =>
    attempt(async () => {
      await api("DELETE", path);
      table = { ...table, webhook: null, webhook_stopped: false };
      toast(t("calls.webhook.removed"));
      paint();
      address.focus();
    });

  const paint = () => {
    replace(state, webhookLine(table));
    replace(
      more,
      table.webhook && h("button", { type: "button", onClick: test }, t("calls.webhook.test")),
      table.webhook && h("button", { type: "button", class: "danger", onClick: remove }, t("calls.webhook.remove")),
    );
  };

  const form = h(
    "form",
    {
      class: "webhook",
      onSubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void save();
      },
    },
    h("p", null, t("calls.webhook.text")),
    state,
    h("label", { for: "webhook-kind" }, t("calls.webhook.kind")),
    kind,
    h("label", { for: "webhook-address" }, t("calls.webhook.address")),
    address,
    h("p", { class: "small muted", id: "webhook-secret" }, t("calls.webhook.secret")),
    h("button", { type: "submit", class: "primary" }, t("calls.webhook.save")),
    more,
  );
  paint();
  dialog(t("calls.webhook.title"), [form]);
}
