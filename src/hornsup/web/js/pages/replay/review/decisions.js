/** The turning points and the decisions of a review as lists; what is chosen is shown on the board. */

import { h } from "../../../dom.js";
import { percent, t } from "../../../i18n.js";
import { drawSentence } from "../../../sentences.js";
import { glyph } from "../../../ui/controls/icons.js";
import { nameOf, piece } from "../../../ui/controls/seats.js";
import { amount } from "./ledger.js";
import { toNumber } from "./load.js";

/** @typedef {import("./load.js").Decision} Decision */
/** @typedef {import("./load.js").Findings} Findings */
/** @typedef {import("./load.js").TurningPoint} TurningPoint */
/** @typedef {import("./ledger.js").Measure} Measure */
/** @typedef {import("../playback.js").Playback} Playback */

/** Decisions that are listed at first. */
const FIRST = 6;

/** @param {TurningPoint[]} points @param {Playback} playback @param {() => void} look */
export function pointList(points, playback, look) {
  const { game } = playback.recording;
  const rows = points.map(({ move, text }, at) =>
    h(
      "li",
      null,
      h(
        "button",
        { type: "button", class: "rv-point", onClick: () => (playback.goto(move), look()) },
        h("span", { class: "rv-number", "aria-hidden": "true" }, String(at + 1)),
        h("span", null, drawSentence(game, text)),
      ),
    ),
  );
  return h("ol", { class: "rv-points" }, rows);
}

/**
 * What can be done at a decision: show what was played, show what was better, and more.
 * @typedef {{played: (decision: Decision) => void, best: (decision: Decision) => void,
 *   more: (decision: Decision) => HTMLElement[]}} Actions
 */

/**
 * The decisions that have a word, the costliest first.
 * @param {Decision[]} decisions
 * @param {Measure} measure
 * @param {Playback} playback
 * @param {Actions} actions
 */
export function decisionList(decisions, measure, playback, actions) {
  const named = decisions.filter(({ word }) => word).sort((a, b) => toNumber(b.loss) - toNumber(a.loss));
  if (!named.length) return h("p", { class: "muted" }, t("review.notes.none"));
  const rows = named.map((each) => decisionRow(each, measure, playback, actions));
  rows.slice(FIRST).forEach((row) => (row.hidden = true));
  const list = h("ol", { class: "rv-decisions" }, rows);
  if (rows.length <= FIRST) return list;
  const more = h(
    "button",
    { type: "button", onClick: () => (rows.forEach((row) => (row.hidden = false)), more.remove()) },
    t("web_review.all-decisions", { n: rows.length }),
  );
  return h("div", { class: "stack" }, list, more);
}

/** @param {Decision} decision @param {Measure} measure @param {Playback} playback @param {Actions} actions */
function decisionRow(decision, measure, { recording }, actions) {
  const { seat, turn, word, loss, error, played_text: played = "", best_text: best = "" } = decision;
  const group = measure === "win" ? "turn" : "round";
  const cost = amount(-toNumber(loss), measure) + (error ? ` ± ${amount(error, measure, false)}` : "");
  const more = actions.more(decision);
  return h(
    "li",
    { class: `rv-decision ${word}` },
    h(
      "p",
      { class: "rv-decision-head" },
      h("span", { class: "rv-who" }, piece(seat), nameOf(recording.table.seats[seat])),
      h("span", { class: "muted" }, t(`review.when.${turn ? group : "start"}`, { n: turn })),
      h("span", { class: "tag" }, t(`review.words.${word}`)),
      h("span", { class: "rv-cost" }, measure === "win" ? cost : amount(toNumber(loss), measure)),
    ),
    h(
      "dl",
      null,
      h("dt", null, t("review.columns.played")),
      h("dd", null, drawSentence(recording.game, played)),
      h(
        "dd",
        null,
        eye(t("web_review.show-played"), () => actions.played(decision)),
      ),
      h("dt", null, t("review.columns.best")),
      h("dd", null, drawSentence(recording.game, best)),
      h(
        "dd",
        null,
        eye(t("web_review.show-best"), () => actions.best(decision)),
      ),
    ),
    more.length ? h("div", { class: "rv-actions" }, more) : null,
  );
}

/** A button that shows something on the board. @param {string} label @param {() => void} onClick */
function eye(label, onClick) {
  return h(
    "button",
    { type: "button", class: "icon-button rv-eye", "aria-label": label, title: label, onClick },
    glyph("eye"),
  );
}

/** An exact mean has no error. @param {number} mean @param {number} error @param {Measure} measure */
function meanLoss(mean, error, measure) {
  return amount(mean, measure, false) + (error ? ` ± ${amount(error, measure, false)}` : "");
}

/** How every seat decided. @param {Findings} found @param {Measure} measure @param {Playback} playback */
export function accuracyTable({ accuracy }, measure, { recording }) {
  const rows = accuracy.map(({ seat, decisions, mean_loss: mean, error, percent: share }) =>
    h(
      "tr",
      null,
      h(
        "th",
        { scope: "row" },
        h("span", { class: "rv-who" }, piece(seat), h("span", null, nameOf(recording.table.seats[seat]))),
      ),
      h("td", null, String(decisions)),
      h("td", null, decisions ? meanLoss(mean, error, measure) : "–"),
      h("td", null, share === null ? "–" : percent(share / 100)),
    ),
  );
  const head = ["decisions", "mean", "accuracy"].map((name) => h("th", { scope: "col" }, t(`review.columns.${name}`)));
  return h(
    "table",
    { class: "rv-table" },
    h("caption", { class: "sr-only" }, t("review.heads.accuracy")),
    h(
      "thead",
      null,
      h("tr", null, h("th", { scope: "col" }, h("span", { class: "sr-only" }, t("review.columns.seat"))), head),
    ),
    h("tbody", null, rows),
  );
}
