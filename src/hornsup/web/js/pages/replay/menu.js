/** The menu of a replay: link, record, verification, another file, keys. */

import { h } from "../../dom.js";
import { dialog, toast } from "../../ui/controls/dialog.js";
import { glyph } from "../../ui/controls/icons.js";
import { showProblem, showVerdict } from "../../ui/story/verdict.js";
import { fileButton } from "./source.js";

/** @typedef {import("./playback.js").Playback} Playback */

/** @param {Playback} playback */
export function openMenu(playback) {
  const { app, say, source } = playback;
  const { id } = source;
  if (source.viewpoints) return void openPackedMenu(playback);
  const verdict = h("div", { class: "verdict", "aria-live": "polite" });
  const go = async (/** @type {any} */ record) => {
    await playback.onFile(record);
    box.close();
  };
  const refuse = (/** @type {string} */ text) => showProblem(verdict, text); // a toast would be below the dialog
  const box = dialog(say("title"), [
    h(
      "div",
      { class: "menu-list" },
      id ? h("button", { type: "button", onClick: () => void copy(playback) }, glyph("share"), say("link")) : null,
      id
        ? h(
            "a",
            { class: "button", href: `/api/tables/${id}/record`, download: `hornsup-${id.slice(0, 8)}.json` },
            glyph("download"),
            app.t("web.end.record"),
          )
        : null,
      h(
        "button",
        { type: "button", onClick: () => void showVerdict(verdict, source.record, say("checked")) },
        glyph("seal"),
        app.t("web.end.verify"),
      ),
      fileButton(app, go, refuse),
      id
        ? h("a", { class: "button", href: `/t/${id}`, onClick: () => box.close() }, glyph("crown"), say("to-table"))
        : null,
      h(
        "button",
        { type: "button", onClick: () => (box.close(), openShortcuts(playback)) },
        glyph("help"),
        app.t("web.table.keys"),
      ),
    ),
    verdict,
  ]);
}

/** The menu of a page without a server: the record, which it holds once the game is over, and the keys. @param {Playback} playback */
async function openPackedMenu(playback) {
  const { app, say, source } = playback;
  const record = await source.record();
  const file = record ? URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" })) : "";
  const box = dialog(say("title"), [
    h(
      "div",
      { class: "menu-list" },
      record
        ? h("a", { class: "button", href: file, download: "hornsup.json" }, glyph("download"), app.t("web.end.record"))
        : null,
      h(
        "button",
        { type: "button", onClick: () => (box.close(), openShortcuts(playback)) },
        glyph("help"),
        app.t("web.table.keys"),
      ),
    ),
  ]);
}

/** @param {Playback} playback */
export function openShortcuts({ app, say }) {
  const shift = app.t("web.keys.key-shift");
  /** @type {[string, string][]} */
  const keys = [
    ["← →", say("key-step")],
    [`${shift}+← ${shift}+→`, say("key-turn")],
    [app.t("web.dice.key-space"), say("key-play")],
    [`${app.t("web.keys.key-home")} ${app.t("web.keys.key-end")}`, say("key-ends")],
    ["?", app.t("web.table.keys")],
  ];
  const rows = keys.map(([key, text]) =>
    h(
      "div",
      { class: "key-row" },
      h(
        "dt",
        null,
        key.split(" ").map((each) => h("kbd", null, each)),
      ),
      h("dd", null, text),
    ),
  );
  dialog(app.t("web.table.keys"), [h("dl", { class: "key-list" }, rows)]);
}

/** @param {Playback} playback */
async function copy(playback) {
  const link = location.origin + playback.address();
  try {
    await navigator.clipboard.writeText(link);
    toast(playback.app.t("web.copied"), { seconds: 2 });
  } catch {
    const field = h("input", { type: "text", readonly: true, value: link, "aria-label": playback.say("link") });
    dialog(playback.say("link"), [field]);
    field.select();
  }
}
