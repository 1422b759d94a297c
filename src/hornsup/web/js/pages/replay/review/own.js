/** What a player can do at a decision of their own: try another move, or play on from there. */

import { gamePage } from "../../../catalogue.js";
import { announce } from "../../../announce.js";
import { h, reducedMotion, replace } from "../../../dom.js";
import { language, percent, t } from "../../../i18n.js";
import { api, contribution, readLines } from "../../../net.js";
import { drawSentence } from "../../../sentences.js";
import { dialog, toast } from "../../../ui/controls/dialog.js";
import { glyph } from "../../../ui/controls/icons.js";
import { namesOf } from "../../../ui/controls/seats.js";
import { amount } from "./ledger.js";
import { toNumber } from "./load.js";

/** @typedef {import("./panel.js").Review} Review */
/** @typedef {import("./load.js").Value} Value */
/**
 * Two moves of a decision on the same guesses; `low` and `high` bound the difference.
 * @typedef {{played_value: Value, other_value: Value, difference: Value, low: number, high: number, guesses: number,
 *   other_text: string}} Compared
 */

/** The seats of this guest at a table; none for a visitor without a name. @param {string} id @returns {Promise<number[]>} */
export async function ownSeats(id) {
  const { seats } = await api("GET", `/api/tables/${id}/mine`);
  return seats;
}

/** @param {Review} review @param {number} move */
export function ownActions(review, move) {
  return [
    button("help", "web_review.what-if", () => openWhatIf(review, move)),
    button("play", "web_review.play-on", () => playOn(review, move)),
  ];
}

/** @param {string} drawn @param {string} label @param {() => Promise<void>} act */
function button(drawn, label, act) {
  const made = h("button", { type: "button", onClick: () => void press() }, glyph(drawn), t(label));
  const press = async () => {
    made.disabled = true;
    try {
      await act();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { bad: true });
    }
    made.disabled = false;
  };
  return made;
}

/** Open a table for practice from the position before a move. @param {Review} review @param {number} move */
async function playOn({ playback }, move) {
  const body = { move, contribution: contribution() };
  const { path } = await api("POST", `/api/tables/${playback.source.id}/practice`, body);
  playback.app.navigate(path);
}

/** The decision on a board of its own, where another move is chosen as in the game. @param {Review} review @param {number} move */
async function openWhatIf(review, move) {
  const { playback } = review;
  const { recording, source, app } = playback;
  const { seat, legal, view } = await api("GET", `/api/tables/${source.id}/choices?move=${move}`);
  const create = await gamePage(recording.game).load();
  const request = new AbortController();
  const answer = h("div", { class: "rv-answer", role: "status" }, t("web_review.choose"));
  const refuse = async () => ({ id: "", ok: false, version: 0 });
  const game = create({
    mode: "learn",
    t: app.t,
    language: app.language,
    announce,
    send: async (other) => {
      void compare(review, move, other, answer, request.signal);
      return { id: "", ok: true, version: 0 };
    },
    why: refuse,
    ask: refuse,
    names: () => namesOf(recording.table),
    reducedMotion,
  });
  const you = { role: /** @type {const} */ ("player"), seats: [seat], looking: seat };
  const board = h("div", { class: "rv-board" }, game.element);
  dialog(t("web_review.what-if"), [answer, board], {
    class: "wide rv-what-if",
    onClose: () => {
      request.abort();
      game.destroy();
    },
  });
  game.paint({ ...recording.model(move - 1), you, view, toMove: seat, legal });
}

/**
 * @param {Review} review
 * @param {number} move
 * @param {string} other
 * @param {HTMLElement} place
 * @param {AbortSignal} signal
 */
async function compare({ playback, measure }, move, other, place, signal) {
  replace(place, t("web_review.comparing"));
  const query = `move=${move}&other=${encodeURIComponent(other)}&language=${language()}`;
  try {
    for await (const part of readLines(`/api/tables/${playback.source.id}/what-if?${query}`, signal))
      replace(place, part.part === "what-if" ? compared(part, playback.recording.game, measure) : part.message);
  } catch (error) {
    if (!signal.aborted) replace(place, error instanceof Error ? error.message : String(error));
  }
}

/** @param {Compared} found @param {string} game @param {import("./ledger.js").Measure} measure */
function compared(
  { played_value: played, other_value: value, difference, low, high, guesses, other_text: other },
  game,
  measure,
) {
  const key = measure === "win" ? "web_review.compared" : "web_review.compared-lose";
  const gain = (measure === "win" ? 1 : -1) * toNumber(difference);
  return [
    h("span", { class: "rv-other" }, drawSentence(game, other)),
    h("strong", { class: gain > 0 ? "rv-good" : gain < 0 ? "rv-bad" : "" }, amount(toNumber(difference), measure)),
    h("span", null, t(key, { played: percent(toNumber(played)), other: percent(toNumber(value)) })),
    guesses
      ? h(
          "span",
          { class: "muted" },
          t("web_review.interval", { low: amount(low, measure), high: amount(high, measure), n: guesses }),
        )
      : null,
  ];
}
