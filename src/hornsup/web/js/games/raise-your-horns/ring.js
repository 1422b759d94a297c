/** The seats around the dice: kept dice, losses, direction of play. */

import { h, replace, s } from "../../dom.js";
import { letterOf } from "../../notation.js";
import { piece } from "../../ui/seats.js";
import { dieFace, faceName } from "./dice.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").GameContext} Context */

const PIPS = 8; // more losses than this are written as a number

/** Whether somebody should sit there who is not connected. @param {Model} model @param {number} seat */
function away(model, seat) {
  const who = model.table.seats[seat];
  return who?.person === true && !who.bot && !model.online.includes(seat);
}

/** @param {Context} ctx @param {(seat: number) => void} name called when a loser is named by tapping */
export function createRing(ctx, name) {
  const { t } = ctx;
  const track = s(
    "svg",
    { class: "ring-track", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("ellipse", { cx: 50, cy: 50, rx: 41, ry: 41, class: "track" }),
  );
  const list = h("ol", { class: "ring-seats", "aria-label": t("web.lobby.seats") });
  const element = h("div", { class: "ring" }, track, list);
  let bottom = 0;
  let count = 1;

  /**
   * Where a seat is, from -1 to 1 on both axes; clockwise on the screen is clockwise at the table.
   * @param {number} seat
   */
  const place = (seat) => {
    const turn = ((seat - bottom) / count) * 2 * Math.PI + Math.PI / 2;
    return { x: Math.cos(turn), y: Math.sin(turn) };
  };

  /** @param {Model} model @param {Map<number, string>} odds text beside a seat */
  const paint = (model, odds) => {
    const view = /** @type {any} */ (model.view);
    count = view.players;
    bottom = model.you.seats[0] ?? 0;
    element.dataset.many = count > 8 ? "yes" : "no";
    track.setAttribute("class", `ring-track ${view.direction > 0 ? "clockwise" : "anticlockwise"}`);
    const names = ctx.names();
    replace(
      list,
      Array.from({ length: count }, (_, seat) => chip(model, view, seat, names[seat] ?? letterOf(seat), odds)),
    );
  };

  /** @type {(model: Model, view: any, seat: number, who: string, odds: Map<number, string>) => HTMLElement} */
  const chip = (model, view, seat, who, odds) => {
    const { x, y } = place(seat);
    const turn = model.toMove === seat;
    const mayName = model.legal.includes(`name ${letterOf(seat)}`);
    const die = view.start ? view.start.throws[seat] : view.kept[seat];
    const classes = [
      "ring-seat",
      turn && "turn",
      model.you.seats.includes(seat) && "mine",
      view.horns === seat && "horns",
      mayName && "nameable",
      away(model, seat) && "away",
    ];
    const body = [
      h(
        "span",
        { class: "ring-piece" },
        piece(seat),
        view.starter === seat
          ? h(
              "span",
              { class: "starter", title: t("web.dice.starter") },
              "1",
              h("span", { class: "sr-only" }, ` ${t("web.dice.starter")}`),
            )
          : null,
      ),
      h("span", { class: "ring-name" }, who),
      losses(view, seat),
      h(
        "span",
        { class: `ring-kept${die ? "" : " none"}` },
        die
          ? dieFace(die, {
              role: "img",
              "aria-hidden": null,
              "aria-label": t("web.dice.has", { die: faceName(view.names, die) }),
            })
          : null,
      ),
      odds.has(seat) ? h("span", { class: "ring-odds" }, odds.get(seat)) : null,
    ];
    const style = { "--x": x.toFixed(4), "--y": y.toFixed(4), "--up": y > 0.3 ? -1 : 1 };
    const inner = mayName
      ? h(
          "button",
          {
            type: "button",
            class: "ring-button",
            "aria-label": t("web.dice.name", { name: who }),
            onClick: () => name(seat),
          },
          body,
        )
      : h("div", { class: "ring-button" }, body);
    return h("li", { class: classes.filter(Boolean).join(" "), style, dataset: { seat } }, inner);
  };

  /** @param {any} view @param {number} seat */
  const losses = (view, seat) => {
    const lost = view.losses[seat];
    const { end_goal: goal = "losses", end_value: most = 5 } = view.options;
    const counted = goal === "losses" && most <= PIPS;
    const label = t("web.dice.losses", { n: lost });
    const pips = counted
      ? Array.from({ length: most }, (_, at) => h("i", { class: at < lost ? "on" : "" }))
      : [h("b", null, String(lost))];
    return h("span", { class: "ring-losses", role: "img", "aria-label": label, title: label }, pips);
  };

  return { element, paint, place };
}
