/** The menu of a replay: link, record, the proof that it is honest, another file, keys. */

import { h, replace } from "../../dom.js";
import { api } from "../../net.js";
import { dialog, toast } from "../../ui/dialog.js";
import { glyph } from "../../ui/icons.js";
import { fileButton } from "./source.js";

/** @typedef {import("./player.js").Player} Player */

/** @param {Player} player */
export function openMenu(player) {
  const { app, say, source } = player;
  const { id } = source;
  const verdict = h("div", { class: "verdict", "aria-live": "polite" });
  const go = async (/** @type {any} */ record) => {
    await player.onFile(record);
    box.close();
  };
  const refuse = (/** @type {string} */ text) => blame(verdict, text); // a toast would lie under the dialog
  const box = dialog(say("title"), [
    h(
      "div",
      { class: "menu-list" },
      id ? h("button", { type: "button", onClick: () => void copy(player) }, glyph("share"), say("link")) : null,
      id ? h("a", { class: "button", href: `/api/tables/${id}/record`, download: `hornsup-${id.slice(0, 8)}.json` }, glyph("download"), app.t("web.end.record")) : null,
      h("button", { type: "button", onClick: () => void verify(player, verdict) }, glyph("seal"), app.t("web.end.verify")),
      fileButton(app, go, refuse),
      id ? h("a", { class: "button", href: `/t/${id}`, onClick: () => box.close() }, glyph("crown"), say("to-table")) : null,
      h("button", { type: "button", onClick: () => (box.close(), openShortcuts(player)) }, glyph("help"), app.t("web.table.keys")),
    ),
    verdict,
  ]);
}

/** @param {Player} player */
export function openShortcuts({ app, say }) {
  /** @type {[string, string][]} */
  const keys = [["← →", say("key-step")], ["Shift+← Shift+→", say("key-turn")], [app.t("web.dice.key-space"), say("key-play")], ["Home End", say("key-ends")], ["?", app.t("web.table.keys")]];
  const rows = keys.map(([key, text]) => h("div", { class: "key-row" }, h("dt", null, key.split(" ").map((each) => h("kbd", null, each))), h("dd", null, text)));
  dialog(app.t("web.table.keys"), [h("dl", { class: "key-list" }, rows)]);
}

/** @param {Player} player */
async function copy(player) {
  const link = location.origin + player.address();
  try {
    await navigator.clipboard.writeText(link);
    toast(player.app.t("web.copied"), { seconds: 2 });
  } catch {
    const field = h("input", { type: "text", readonly: true, value: link, "aria-label": player.say("link") });
    dialog(player.say("link"), [field]);
    field.select();
  }
}

/** Have the game dealt and played again, and say plainly what came out. @param {Player} player @param {HTMLElement} place */
async function verify({ app, say, source }, place) {
  const { t, language } = app;
  replace(place, h("p", null, t("web.loading")));
  try {
    const found = await api("POST", `/api/verify?language=${language}`, await source.record());
    replace(
      place,
      h("p", { class: found.honest ? "honest" : "dishonest" }, glyph(found.honest ? "seal" : "cross"), h("span", null, t(found.honest ? "web.end.honest" : "web.end.dishonest"))),
      h("p", { class: "rp-checked" }, say("checked")),
      h("details", { open: !found.honest }, h("summary", null, t("web.end.how")), h("ul", { class: "changes" }, found.lines.map((/** @type {string} */ line) => h("li", null, line)))),
    );
  } catch (error) {
    blame(place, error instanceof Error ? error.message : String(error));
  }
  place.scrollIntoView({ block: "nearest" });
}

/** @param {HTMLElement} place @param {string} text */
function blame(place, text) {
  replace(place, h("p", { class: "dishonest" }, text));
  place.scrollIntoView({ block: "nearest" });
}
