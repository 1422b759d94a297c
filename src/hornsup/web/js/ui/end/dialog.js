/** The dialog of a finished game: winner, order, figures, picture, and what can be done next. */

import { css, h, picture, reducedMotion, replace } from "../../dom.js";
import { language, t } from "../../i18n.js";
import { api } from "../../net.js";
import { dialog } from "../controls/dialog.js";
import { headline, winnersOf } from "./end.js";
import { glyph } from "../controls/icons.js";
import { piece } from "../controls/seats.js";
import { showVerdict } from "../story/verdict.js";
import { throwConfetti } from "./confetti.js";
import { figureTable, highlightList } from "./figures.js";
import { loadResult } from "./load.js";
import { finalOrder } from "./order.js";
import { pictureBox } from "./picture.js";
import { rematchButton } from "./rematch.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").TablePage} TablePage */

const styles = css("end");

/**
 * @param {TablePage} page
 * @param {boolean} live whether the game has just ended, so that it is celebrated
 */
export async function openEnd(page, live) {
  await styles;
  const model = page.socket.model;
  if (!model || document.querySelector("dialog.end")) return;
  let stop = () => {};
  const results = h("div", { class: "end-results", "aria-busy": "true" });
  const verdict = h("div", { class: "verdict", "aria-live": "polite" });
  const rematch = rematchButton(page, () => box.close());
  const box = dialog(
    t("web.table.over"),
    [poster(model), results, page.local ? null : buttons(model, verdict, () => box.close()), verdict],
    { class: "end", foot: rematch ? [rematch] : undefined, onClose: () => stop() },
  );
  box.setAttribute("aria-describedby", "end-title");
  void showResult(results, model, !page.local);
  if (!live) return;
  playSound(model);
  if (!reducedMotion()) stop = throwConfetti(box);
}

/** @param {Model} model */
function poster(model) {
  const winners = winnersOf(model);
  return h(
    "div",
    { class: "end-poster" },
    h("div", { class: "end-rays", "aria-hidden": "true" }),
    h("div", { class: "end-beam left", "aria-hidden": "true" }),
    h("div", { class: "end-beam right", "aria-hidden": "true" }),
    h(
      "div",
      { class: winners.length > 2 ? "end-pieces many" : "end-pieces" },
      winners.length ? winners.map((seat) => piece(seat)) : picture("icon", "0 0 100 100"),
    ),
    h("p", { class: "end-title poster", id: "end-title" }, headline(model)),
  );
}

/**
 * Order, figures and picture, once they have come.
 * @param {HTMLElement} place
 * @param {Model} model
 * @param {boolean} shared whether there is a picture to share
 */
async function showResult(place, model, shared) {
  try {
    const result = await loadResult(model.table.id);
    await painted(); // the winner is seen first; both in one task would hold up the page
    replace(
      place,
      h("div", { class: "end-main" }, finalOrder(model, result), highlightList(result), figureTable(model, result)),
      shared ? pictureBox(pictureOf(model)) : null,
    );
  } catch {
    const again = h(
      "button",
      { type: "button", onClick: () => void showResult(place, model, shared) },
      t("web.end.again"),
    );
    replace(place, h("p", { class: "end-missing" }, t("web.end.figures-missing"), " ", again));
  }
  place.setAttribute("aria-busy", "false");
}

/** @param {Model} model @returns {import("./picture.js").Picture} */
function pictureOf(model) {
  const { id } = model.table;
  return {
    path: `/api/tables/${id}/picture.svg?language=${language()}`,
    name: `hornsup-${id.slice(0, 8)}`,
    width: 1080,
    height: 1350,
    alt: t("web.end.picture", { line: headline(model) }),
  };
}

/** Resolves after the next frame. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** @param {Model} model @param {HTMLElement} verdict @param {() => void} close */
function buttons({ table: { id }, you }, verdict, close) {
  const record = `/api/tables/${id}/record`;
  return h(
    "div",
    { class: "end-buttons" },
    h("a", { class: "button", href: `/replay/${id}?review=1`, onClick: close }, glyph("graph"), t("web_review.title")),
    h("a", { class: "button", href: `/replay/${id}`, onClick: close }, glyph("replay"), t("web.end.replay")),
    h(
      "a",
      { class: "button", href: record, download: `hornsup-${id.slice(0, 8)}.json` },
      glyph("download"),
      t("web.end.record"),
    ),
    h(
      "button",
      { type: "button", onClick: () => showVerdict(verdict, () => api("GET", record)) },
      glyph("seal"),
      t("web.end.verify"),
    ),
    you.seats.length
      ? h("a", { class: "button", href: `/evening/${id}`, onClick: close }, glyph("crown"), t("web_review.evening"))
      : null,
    h("a", { class: "button quiet", href: "/", onClick: close }, t("web.nav.home")),
  );
}

/** Whoever plays sounds hears how it ended; a viewer without a seat hears the winner's. @param {Model} model */
function playSound(model) {
  const { seats } = model.you;
  const won = !seats.length || winnersOf(model).some((seat) => seats.includes(seat));
  window.dispatchEvent(new CustomEvent("hornsup:sound", { detail: won ? "win" : "lose" }));
}
