/** The seats around the dice: names, kept dice, losses, direction of play. */

import { h, replace } from "../../dom.js";
import { letterOf } from "../../notation.js";
import { piece } from "../../ui/controls/seats.js";
import { dieFace, faceName } from "./dice.js";
import { createFelt } from "./felt.js";
import { layOut } from "./layout.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").GameContext} Context */
/** @typedef {import("./layout.js").Layout} Layout */

/** More losses than this are written as a number; in a small seat, more than FEW. */
const [PIPS, FEW] = [8, 5];
/** Pixels that two lines of words need above the dice. */
const TWO_LINES = 40;
/** Pixels that the round and the direction need beside each other. */
const BOTH_WORDS = 270;

/** Whether somebody should sit there who is not connected. @param {Model} model @param {number} seat */
function away(model, seat) {
  const who = model.table.seats[seat];
  return who?.person === true && !who.bot && !model.online.includes(seat);
}

/**
 * Who has lost the last round: marked until somebody rolls in the next one.
 * @param {any} view
 * @returns {number[]}
 */
function lastLosers(view) {
  const begun = view.roll !== null || view.kept.some(Boolean) || view.phase === "start";
  return begun ? [] : view.losers;
}

/**
 * Whose kept die is new to the viewer: kept since the last own turn in this round; for others the last one.
 * @param {any} view
 * @param {number[]} mine
 * @returns {number[]}
 */
function freshDice(view, mine) {
  const keepers = /** @type {number[]} */ (view.order).filter((seat) => view.kept[seat]);
  const own = keepers.findLastIndex((seat) => mine.includes(seat));
  return mine.length ? keepers.slice(own + 1) : keepers.slice(-1);
}

/** @param {Context} ctx @param {(seat: number) => void} name called when a loser is named by tapping */
export function createRing(ctx, name) {
  const { t } = ctx;
  const felt = createFelt();
  const list = h("ol", { class: "ring-seats", "aria-label": t("web.lobby.seats") });
  const element = h("div", { class: "ring" }, felt.cloth, felt.edge, list);
  let bottom = 0;
  let count = 1;
  let needed = true;
  let laid = "";
  /** @type {Layout} */
  let layout = layOut({ width: 600, height: 600 }, 1, { needed, far: false });
  const watcher = new ResizeObserver(() => lay());
  watcher.observe(element);

  /** Compute where everything is, if the room or the seats are others than before. */
  const lay = () => {
    const room = { width: element.clientWidth, height: element.clientHeight };
    const key = `${room.width} ${room.height} ${count} ${needed}`;
    if (key === laid || !room.width) return;
    laid = key;
    layout = layOut(room, count, { needed, far: ctx.mode === "tv" });
    element.dataset.shape = layout.shape;
    element.classList.toggle("flat", layout.text.height < TWO_LINES);
    element.classList.toggle("tight", layout.text.width < BOTH_WORDS);
    for (const [property, value] of Object.entries(pixels(layout))) element.style.setProperty(property, `${value}px`);
    element.style.setProperty("--columns", String(layout.columns));
    felt.lay(layout, room);
    for (const each of list.children) if (each instanceof HTMLElement) put(each);
  };

  /** @param {number} seat @returns {import("./layout.js").Point} */
  const place = (seat) => layout.seats[(seat - bottom + count) % count] ?? layout.dice;

  /** @param {HTMLElement} chip */
  const put = (chip) => {
    const { x, y } = place(Number(chip.dataset.seat));
    chip.style.setProperty("left", `${x.toFixed(1)}px`);
    chip.style.setProperty("top", `${y.toFixed(1)}px`);
  };

  /** @param {Model} model @param {Map<number, string>} odds text beside a seat */
  const paint = (model, odds) => {
    const view = /** @type {any} */ (model.view);
    count = view.players;
    needed = view.phase !== "over";
    bottom = model.you.seats[0] ?? 0;
    felt.point(view.direction);
    lay();
    const focused = document.activeElement?.closest(".ring-seat");
    const again = focused instanceof HTMLElement && list.contains(focused) ? focused.dataset.seat : undefined;
    const names = ctx.names();
    const marks = { lost: lastLosers(view), fresh: freshDice(view, model.you.seats), odds };
    replace(
      list,
      Array.from({ length: count }, (_, seat) => chip(model, view, seat, names[seat] ?? letterOf(seat), marks)),
    );
    if (again !== undefined)
      /** @type {HTMLElement | null} */ (list.querySelector(`[data-seat="${again}"] button`))?.focus();
  };

  /** @type {(model: Model, view: any, seat: number, who: string, marks: {lost: number[], fresh: number[], odds: Map<number, string>}) => HTMLElement} */
  const chip = (model, view, seat, who, { lost, fresh, odds }) => {
    const mayName = model.legal.includes(`name ${letterOf(seat)}`);
    const die = view.start ? view.start.throws[seat] : view.kept[seat];
    const expected = (view.start?.contenders ?? view.order).includes(seat);
    const classes = [
      "ring-seat",
      model.toMove === seat && "turn",
      model.you.seats.includes(seat) && "mine",
      view.horns === seat && "horns",
      lost.includes(seat) && "lost",
      mayName && "nameable",
      away(model, seat) && "away",
    ];
    const body = [
      h("span", { class: "ring-piece" }, piece(seat), view.starter === seat ? starter() : null),
      h("span", { class: "ring-name", title: who }, who),
      h("span", { class: "ring-state" }, losses(view, seat), oddsMark(odds.get(seat))),
      keptDie(view, die, expected, fresh.includes(seat)),
    ];
    const made = h(
      "li",
      { class: classes.filter(Boolean).join(" "), dataset: { seat } },
      mayName ? nameButton(seat, who, body) : h("div", { class: "ring-button" }, body),
    );
    put(made);
    return made;
  };

  const starter = () =>
    h(
      "span",
      { class: "starter", title: t("web.dice.starter") },
      "1",
      h("span", { class: "sr-only" }, ` ${t("web.dice.starter")}`),
    );

  /** @param {number} seat @param {string} who @param {any[]} body */
  const nameButton = (seat, who, body) => {
    const label = t("web.dice.name", { name: who });
    return h("button", { type: "button", class: "ring-button", "aria-label": label, onClick: () => name(seat) }, body);
  };

  /** @param {any} view @param {string | null} die @param {boolean} expected whether one can come @param {boolean} fresh */
  const keptDie = (view, die, expected, fresh) => {
    const classes = ["ring-kept", die ? fresh && "fresh" : expected ? "wanted" : "none"];
    const label = die ? t("web.dice.has", { die: faceName(view.names, die) }) : "";
    const drawn = die ? dieFace(die, { role: "img", "aria-hidden": null, "aria-label": label }) : null;
    return h("span", { class: classes.filter(Boolean).join(" ") }, drawn);
  };

  /** @param {string | undefined} odds */
  const oddsMark = (odds) => (odds === undefined ? null : h("span", { class: "ring-odds" }, odds));

  /** Losses as points where there is room for them, and as a number. @param {any} view @param {number} seat */
  const losses = (view, seat) => {
    const lost = view.losses[seat];
    const { end_goal: goal = "losses", end_value: most = 5 } = view.options;
    const pips = goal === "losses" && most <= PIPS ? Array.from({ length: most }, (_, at) => at < lost) : [];
    const label = t("web.dice.losses", { n: lost });
    const size = pips.length === 0 ? "number" : pips.length > FEW ? "many" : "few";
    return h(
      "span",
      { class: `ring-losses ${size}`, role: "img", "aria-label": label, title: label },
      pips.map((on) => h("i", { class: on ? "on" : "" })),
      h("b", { class: lost ? "on" : "" }, String(lost)),
    );
  };

  /** The seat's element. @param {number} seat @returns {HTMLElement | null} */
  const seatElement = (seat) => list.querySelector(`[data-seat="${seat}"]`);

  return {
    element,
    paint,
    seatElement,
    /** From the middle of the dice to a seat, in pixels. @param {number} seat */
    toSeat(seat) {
      const { x, y } = place(seat);
      return { x: x - layout.dice.x, y: y - layout.dice.y };
    },
    /** Show a die before a seat, ahead of the next painting. @param {number} seat @param {string} face */
    putDie(seat, face) {
      const slot = seatElement(seat)?.querySelector(".ring-kept");
      if (!slot) return;
      slot.setAttribute("class", "ring-kept fresh");
      replace(slot, dieFace(face));
    },
    /** Nobody can be named any more. */
    settle() {
      for (const each of list.querySelectorAll(".nameable")) each.classList.remove("nameable");
    },
    /** The round goes on: who lost the one before is not marked any more. */
    unmark() {
      for (const each of list.querySelectorAll(".lost")) each.classList.remove("lost", "hurt");
    },
    point: felt.point,
    destroy: () => watcher.disconnect(),
  };
}

/** Sizes and places as properties for the stylesheet. @param {Layout} layout @returns {Record<string, number>} */
function pixels({ seat, font, die, dice, text }) {
  return {
    "--seat-width": seat.width,
    "--seat-height": seat.height,
    "--name": font,
    "--die": die,
    "--dice-x": Math.round(dice.x),
    "--dice-y": Math.round(dice.y),
    "--text-x": Math.round(text.x),
    "--text-y": Math.round(text.y),
    "--text-width": text.width,
    "--text-height": text.height,
  };
}
