/** A running or finished game on the shared screen. */

import { gamePage } from "../../catalogue.js";
import { h, picture, reducedMotion, replace } from "../../dom.js";
import { language, t } from "../../i18n.js";
import { announce } from "../../announce.js";
import { drawSentence, saySentences, sentencesOf } from "../../sentences.js";
import { loadResult, ranked } from "../../ui/end/load.js";
import { listed, nameOf, namesOf, piece } from "../../ui/controls/seats.js";
import { statusOf } from "../../ui/table/status.js";
import { paceOf } from "../../ui/table/speed.js";
import { Timeline } from "../../timeline.js";
import { fullScreenButton } from "./full-screen.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Happened} Happened */
/** @typedef {import("../../types").GameComponent} GameComponent */

const SENTENCES_SHOWN = 3;
const MOST_PIPS = 7;
/** Milliseconds before the result covers the table, so that the last move can be seen. */
const RESULT_DELAY = 2600;

/**
 * @param {import("../../types").App} app
 * @param {import("../../socket.js").TableSocket} socket
 * @returns {import("../tv.js").Part}
 */
export function gamePart(app, socket) {
  const status = h("h1", { class: "tv-status", "aria-live": "polite" });
  const turn = h("span", { class: "tv-turn" });
  const actions = h("span", { class: "tv-actions", role: "img" });
  const stage = h("div", { class: "tv-game" });
  const lines = h("ol", { class: "tv-lines", "aria-label": t("web_more.tv.log") });
  const end = h("div", { class: "tv-end", hidden: true });
  const { table } = /** @type {Model} */ (socket.model);
  const code = h(
    "div",
    { class: "tv-corner" },
    h("p", null, h("span", null, t("web_more.tv.code")), h("strong", null, table.code)),
    h("img", { src: `/api/qr.svg?path=/t/${table.id}`, alt: t("web.share.qr") }),
    fullScreenButton(),
  );
  const element = h(
    "main",
    { class: "tv tv-table", id: "content", dataset: { game: table.settings.game } },
    h("header", { class: "tv-head" }, turn, status, actions, code),
    stage,
    lines,
    end,
  );
  /** @type {string[]} */
  let shown = [];
  /** @type {GameComponent | null} */
  let game = null;
  let gone = false;
  let phase = "";
  let resultTimer = 0;

  const none = async () => ({ id: "", ok: false, version: 0 });
  void gamePage(table.settings.game)
    .load()
    .then((createGame) => {
      if (gone || !socket.model) return;
      game = createGame({
        mode: "tv",
        t,
        language: language(),
        announce,
        send: none,
        why: none,
        ask: none,
        names: () => (socket.model ? namesOf(socket.model.table) : []),
        reducedMotion,
      });
      replace(stage, game.element);
      timeline.jump({ ...socket.model });
    });

  /** @param {Model} model */
  const paintHead = (model) => {
    const text = statusOf(model, game);
    if (status.textContent !== text) status.textContent = text;
    const playing = model.table.phase === "playing";
    const { count, label } = game?.actions?.(model) ?? { count: 0, label: "" };
    replace(turn, playing && model.toMove !== null ? piece(model.toMove) : null);
    replace(
      actions,
      Array.from({ length: Math.min(count, MOST_PIPS) }, () => picture("action")),
    );
    actions.setAttribute("aria-label", label);
    actions.hidden = count === 0;
    app.title(text);
  };

  /** @param {Model} model @param {Happened[]} events @param {boolean} aloud */
  const tell = (model, events, aloud) => {
    const texts = sentencesOf(events).map(({ text }) => text);
    if (!texts.length) return;
    const { game: name } = model.table.settings;
    if (aloud) saySentences(name, texts, model.view);
    shown = [...shown, ...texts].slice(-SENTENCES_SHOWN);
    replace(
      lines,
      shown.map((text) => h("li", null, drawSentence(name, text))),
    );
  };

  /** @param {Model} model */
  const paintEnd = (model) => {
    const after = phase === "playing" && !reducedMotion() ? RESULT_DELAY : 0;
    clearTimeout(resultTimer);
    resultTimer = window.setTimeout(() => {
      if (gone) return;
      const order = h("div", { class: "tv-order" });
      replace(end, result(model, order));
      end.hidden = false;
      void showOrder(order, model);
    }, after);
  };

  /** @type {Timeline} */
  const timeline = new Timeline(
    {
      async show({ model, update, events }, cue) {
        let told = 0;
        const tellTo = (/** @type {number} */ upTo) => {
          tell(model, events.slice(told, upTo), true);
          told = Math.max(told, upTo);
        };
        const arrive = () => {
          tellTo(events.length);
          paintHead(model);
        };
        if (game && events.length) await game.show({ model, update, events }, { cue, tell: tellTo, arrive });
        else game?.paint(model);
        arrive();
        if (model.table.phase === "over" && (phase !== "over" || update)) paintEnd(model);
        phase = model.table.phase;
      },
      paint: (steps) => steps.forEach(({ model, events }) => tell(model, events, true)),
    },
    () => paceOf(socket.model?.table.settings.pace ?? 0),
  );

  return {
    element,
    paint(model, update, missed) {
      if (update) return timeline.push({ model: { ...model }, update, events: update.events ?? [] });
      tell(model, missed ?? [], false);
      timeline.jump({ ...model });
    },
    destroy() {
      gone = true;
      clearTimeout(resultTimer);
      timeline.destroy();
      game?.destroy();
    },
  };
}

/** The winners, and a place for the final order. @param {Model} model @param {HTMLElement} order */
function result({ table, view }, order) {
  /** @type {number[]} */
  const winners = view?.outcome?.winners ?? (view?.winner != null ? [view.winner] : []);
  const names = winners.map((seat) => nameOf(table.seats[seat]));
  return [
    h("div", { class: "tv-rays", "aria-hidden": "true" }),
    h("p", { class: "tv-and" }, winners.length ? t("web_more.tv.wins", { n: winners.length }) : t("web.table.over")),
    h(
      "div",
      { class: "tv-winners" },
      winners.map((seat) => piece(seat)),
    ),
    h("p", { class: "tv-name poster" }, names.length ? listed(names) : t("web.end.nobody")),
    order,
    table.next
      ? h(
          "p",
          { class: "tv-next" },
          t("web_more.tv.next"),
          " ",
          h("a", { class: "button", href: `/tv/${table.next}` }, t("web.end.next")),
        )
      : null,
  ];
}

/** Everybody in the final order, once it has come. @param {HTMLElement} place @param {Model} model */
async function showOrder(place, { table }) {
  try {
    const { title, order, notes } = await loadResult(table.id);
    const rows = ranked(order).flatMap(({ rank, seats }) =>
      seats.map((seat) =>
        h(
          "li",
          null,
          h("b", null, String(rank)),
          piece(seat),
          h("span", null, nameOf(table.seats[seat])),
          h("span", { class: "tv-note" }, notes[seat]),
        ),
      ),
    );
    replace(place, h("ol", { class: "tv-places", "aria-label": title }, rows));
  } catch {
    // the winners are shown all the same
  }
}
