/** The switch that leaves only the hand on a phone while a shared screen shows the table. */

import { h, storage } from "../../dom.js";
import { t } from "../../i18n.js";
import { toast } from "../controls/dialog.js";
import { glyph } from "../controls/icons.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").GameComponent} GameComponent */

const PHONE = "(max-width: 900px)";

/** @param {string} tableId @param {() => GameComponent | null} game */
export function onlyHandSwitch(tableId, game) {
  const key = `hand-${tableId}`;
  const button = h(
    "button",
    { type: "button", class: "icon-button quiet", hidden: true, onClick: () => toggle() },
    glyph("screen"),
  );
  let on = false;
  let told = false;

  /** As was chosen on this device, or else on a phone while a screen shows the table. @param {Model} model */
  const wanted = (model) => {
    const chosen = storage.get(key);
    if (chosen) return chosen === "hand";
    return model.screens > 0 && matchMedia(PHONE).matches;
  };

  const label = () => {
    const text = t(on ? "web.table.whole-table" : "web.table.only-hand");
    button.setAttribute("aria-label", text);
    button.title = text;
    button.setAttribute("aria-pressed", String(on));
  };
  label();

  const show = () => {
    label();
    game()?.onlyHand?.(on);
  };

  const toggle = () => {
    on = !on;
    storage.set(key, on ? "hand" : "table");
    show();
  };

  return {
    button,
    /** @param {Model} model */
    paint(model) {
      const able = Boolean(game()?.onlyHand) && model.you.seats.length === 1 && model.table.phase === "playing";
      button.hidden = !able || (model.screens === 0 && !on);
      const now = able && wanted(model);
      if (now && !told) {
        told = true;
        toast(t("web.table.on-screen"));
      }
      if (now === on) return;
      on = now;
      show();
    },
  };
}
