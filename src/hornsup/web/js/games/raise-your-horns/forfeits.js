/** Forfeits that are not done yet, and the confirmation that one is. */

import { h, replace } from "../../dom.js";
import { lookup } from "../../i18n.js";
import { dialog, refused } from "../../ui/controls/dialog.js";
import { piece } from "../../ui/controls/seats.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").GameContext} Context */
/** @typedef {{seat: number, forfeit: string, text: string | null, tags: string[]}} Owed */

/** @param {Context} ctx */
export function createForfeits(ctx) {
  const { t } = ctx;
  const button = h("button", { type: "button", class: "quiet forfeit-button", hidden: true, onClick: () => open() });
  const list = h("ul", { class: "forfeit-list" });
  /** @type {Model | null} */
  let model = null;
  let box = /** @type {HTMLDialogElement | null} */ (null);

  /** What people owe; bots do their forfeits by themselves. */
  const owed = () =>
    /** @type {Owed[]} */ (model?.view?.pending_forfeits ?? []).filter(({ seat }) => !model?.table.seats[seat]?.bot);

  /** Whether this device may confirm a forfeit. @param {number} seat */
  const mayConfirm = (seat) => {
    if (!model || ctx.mode !== "play") return false;
    const { you, table } = model;
    if (table.executor?.person) return you.executor === true;
    return you.seats.length > 0 && !(you.seats.length === 1 && you.seats[0] === seat);
  };

  /** @param {Owed} each */
  const card = (each) => {
    const name = ctx.names()[each.seat] ?? "";
    const text = each.text ?? lookup(`forfeits.text.${each.forfeit}`) ?? each.forfeit;
    const confirm = async () => refused(await ctx.ask("confirm", { seat: each.seat }));
    const waits = model?.table.executor?.person
      ? t("web.dice.executor-waits", { name: model.table.executor.name ?? "" })
      : t("web.dice.others-wait");
    return h(
      "li",
      { class: "forfeit-card" },
      h("p", { class: "forfeit-for" }, piece(each.seat), h("strong", null, name)),
      h("p", { class: "forfeit-text" }, text),
      mayConfirm(each.seat)
        ? h("button", { type: "button", class: "primary", onClick: confirm }, t("web.dice.done"))
        : h("p", { class: "small muted" }, waits),
    );
  };

  const fill = () =>
    replace(
      list,
      owed().length ? [...owed()].reverse().map(card) : h("li", { class: "muted" }, t("web.dice.no-forfeits")),
    );

  const open = () => {
    fill();
    box = dialog(t("web.settings.forfeits"), [list], { onClose: () => (box = null) });
  };

  return {
    button,
    /** @param {Model} next */
    paint(next) {
      model = next;
      const count = owed().length;
      button.hidden = count === 0 || ctx.mode !== "play";
      replace(
        button,
        h("span", { class: "tag on" }, String(count)),
        h("span", null, t("web.dice.forfeits", { n: count })),
      );
      if (box) fill();
    },
  };
}
