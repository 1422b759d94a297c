/** The seats above a table, with their clocks. */

import { h, reducedMotion, replace } from "../../dom.js";
import { t } from "../../i18n.js";
import { clockText, ownSeconds } from "./clock.js";
import { glyph } from "../controls/icons.js";
import { nameOf, piece, stateOf } from "../controls/seats.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Seat} Seat */

const TICK = 500;

/**
 * @param {() => Model | null} modelNow
 * @param {(seconds: number | null) => void} [ownTime] called twice a second with the own time that is left
 */
export function seatStrip(modelNow, ownTime) {
  const element = h("ol", { class: "tbl-seats", "aria-label": t("web.lobby.seats") });
  let painted = "";

  /** Write the clocks again between two updates. */
  const tick = () => {
    const model = modelNow();
    ownTime?.(model ? ownSeconds(model) : null);
    if (!model?.time) return;
    clockText(model).forEach((text, seat) => {
      const place = element.querySelector(`[data-clock="${seat}"]`);
      if (place && text) place.textContent = text;
    });
  };
  const ticking = window.setInterval(tick, TICK);

  /** @param {Model} model */
  const paint = (model) => {
    const key = JSON.stringify([
      model.table.seats,
      model.you.seats,
      model.toMove,
      model.online,
      model.watching,
      model.time !== null,
    ]);
    if (key === painted) return tick();
    painted = key;
    const clocks = clockText(model);
    const watching = h(
      "li",
      { class: "chip watching", "aria-label": t("web.table.watching", { n: model.watching }) },
      glyph("eye"),
      String(model.watching),
    );
    replace(
      element,
      model.table.seats.map((seat) => chip(model, seat, clocks[seat.seat])),
      model.watching > 0 && watching,
    );
    if (model.time) scrollToTurn(element);
    if (element.scrollWidth > element.clientWidth)
      element.tabIndex = 0; // keys scroll it
    else element.removeAttribute("tabindex");
  };

  return { element, paint, destroy: () => clearInterval(ticking) };
}

/** @param {Model} model @param {Seat} seat @param {string} clock */
function chip(model, seat, clock) {
  const turn = seat.seat === model.toMove;
  const mine = model.you.seats.includes(seat.seat);
  const state = stateOf(seat, model.online);
  const offline = state === t("web.seats.offline");
  return h(
    "li",
    {
      class: `chip${turn ? " turn" : ""}${mine ? " mine" : ""}${offline ? " offline" : ""}`,
      dataset: { seat: seat.seat },
      "aria-current": turn ? "true" : null,
    },
    piece(seat.seat),
    h(
      "span",
      { class: "chip-name" },
      nameOf(seat),
      mine ? h("span", { class: "sr-only" }, ` (${t("web.you")})`) : null,
    ),
    seat.bot ? glyph("bot", { class: "glyph chip-bot" }) : null,
    state ? h("span", { class: "sr-only" }, `, ${state}`) : null,
    clock ? h("span", { class: "chip-clock", dataset: { clock: seat.seat } }, clock) : null,
  );
}

/** @param {HTMLElement} strip */
function scrollToTurn(strip) {
  const chip = /** @type {HTMLElement | null} */ (strip.querySelector(".turn"));
  if (!chip || strip.scrollWidth <= strip.clientWidth) return;
  strip.scrollTo({ left: chip.offsetLeft - 60, behavior: reducedMotion() ? "auto" : "smooth" });
}
