/** How a table's page tells what happened: the log, the line above the hand, and the way back to any moment. */

import { gamePage } from "../../catalogue.js";
import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { toast } from "../controls/dialog.js";
import { glyph } from "../controls/icons.js";
import { logList } from "./log-list.js";
import { entriesSince, itemsSince, lastEnd, turnsOf } from "./lines/turns.js";
import { LookBack } from "./look-back.js";
import { createRecap } from "./recap.js";
import { namesOf } from "../controls/seats.js";
import { isMyTurn } from "../table/status.js";
import { createTicker } from "./ticker.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("./log.js").Entry} Entry */
/**
 * What it needs of the page: the newest model, the game's component, the timeline; `paint` shows a model that was,
 * `now` the present again; `board` makes sure that the table can be seen.
 * @typedef {{model: () => Model | null, game: () => import("../../types").GameComponent | null,
 *   timeline: () => import("../../timeline.js").Timeline, undo: () => void, board: () => void,
 *   paint: (model: Model, title: string) => void, now: () => void}} Host
 */

/**
 * @param {string} name the game
 * @param {ReturnType<typeof import("./log.js").createLog>} log
 * @param {Host} host
 */
export function createStory(name, log, host) {
  const page = gamePage(name);
  const loading = page.log();
  /** @type {import("../../types").GameLog | null} */
  let game = null;
  /** The turn that the strip was shown for last, by the end of the one before. @type {Entry | null | undefined} */
  let shownFor;
  /** Whether the strip gives way to the next event. */
  let passing = false;

  /** @type {import("./lines/line.js").Reader} */
  const reader = {
    name,
    names: () => namesOf(/** @type {Model} */ (host.model()).table),
    mine: () => host.model()?.you.seats ?? [],
    view: () => host.model()?.view ?? null,
    light: (cells) => host.game()?.light?.(cells),
    look(entry) {
      const from = document.activeElement;
      if (!look.open(entry)) return toast(t("web.log.not-kept"));
      host.board();
      if (!from?.checkVisibility()) look.now.focus(); // the log has closed with the line that had the focus
    },
    kept: (entry) => look.kept(entry),
  };
  const look = new LookBack({
    ...host,
    open: page.open,
    entries: log.entries,
    titleOf,
    moved(version, entry) {
      list.at(version);
      ticker.tell(entry ?? log.entries().at(-1));
    },
  });
  const list = logList(loading, log, reader);
  const recap = createRecap(reader, () => showStrip(false));
  const ticker = createTicker(reader, { undo: host.undo, now: () => host.timeline().catchUp() }, recap.element);
  const again = h(
    "button",
    {
      type: "button",
      class: "quiet icon-button log-again",
      "aria-label": t("web.recap.title"),
      title: t("web.recap.title"),
      onClick: () => {
        host.board();
        openStrip(false);
      },
    },
    glyph("since"),
  );

  /** The turn that an entry belongs to, in words. @param {Entry} entry */
  function titleOf(entry) {
    const turns = game ? turnsOf(log.entries(), game) : [];
    const turn = turns.find(({ told }) => told.some((each) => each.entry === entry));
    const name = turn?.seat == null ? "" : reader.names()[turn.seat];
    return [turn?.title ?? t("web.log.earlier"), name].filter(Boolean).join(", ");
  }

  // --- since one's last turn --------------------------------------------------------------------------

  /** @param {boolean} on */
  function showStrip(on) {
    ticker.element.classList.toggle("with-recap", on);
    if (!on) recap.hide();
  }

  /** Whose last turn counts on this page: that of whoever decides now, else the first one's. */
  function own() {
    const model = host.model();
    if (!model) return undefined;
    return isMyTurn(model) ? (model.toMove ?? undefined) : (model.you.looking ?? model.you.seats[0]);
  }

  /** @param {boolean} gives whether it gives way to the next event, and is not shown when there is nothing in it */
  function openStrip(gives) {
    const seat = own();
    const items = seat === undefined || !game ? [] : itemsSince(log.entries(), seat, game, reader.view());
    if (gives && !items.length) return;
    passing = gives;
    recap.show(items);
    showStrip(true);
  }

  /** Show the strip once in a turn, not for a question in the turn of another. @param {number} seat */
  function turnCame(seat) {
    if (!game) return;
    const entries = log.entries();
    const end = lastEnd(entries, seat, game) ?? null;
    const turn = turnsOf(entries, game).at(-1);
    if (end === shownFor || (turn?.seat ?? seat) !== seat) return;
    shownFor = end;
    openStrip(true);
  }

  /** @param {Model} model */
  function follow(model) {
    again.hidden = !model.you.seats.length;
    if (model.table.phase === "playing" && model.toMove !== null && isMyTurn(model)) turnCame(model.toMove);
    else if (passing) showStrip(false);
  }

  const stop = log.listen(() => {
    const model = host.model();
    if (passing || (model && isMyTurn(model))) showStrip(false); // one that was asked for stays while others play
    if (!look.active) ticker.tell(log.entries().at(-1));
  });
  void loading.then(
    (loaded) => {
      game = loaded;
      const model = host.model();
      if (model && !host.timeline().behind) follow(model);
    },
    () => {},
  );
  ticker.tell(log.entries().at(-1));

  return {
    /** Resolves when the entries can be told apart by turns. */
    ready: loading.then(
      () => {},
      () => {},
    ),
    list: list.element,
    again,
    look,
    ticker,
    toEnd: list.toEnd,
    /** The header has moved: what can be taken back, and whether one's turn has come. @param {Model} model @param {boolean} undo @param {string} what */
    arrived(model, undo, what) {
      ticker.offerUndo(undo, page.spoken(what, model.view));
      follow(model);
    },
    /** Offer the way to now. */
    behind() {
      look.settle();
      const model = host.model();
      if (model) ticker.offerNow(look.active ? 0 : host.timeline().behind, isMyTurn(model));
    },
    /** What happened since a seat's last turn, as far as this page knows. @param {number} seat @returns {Entry[]} */
    since: (seat) => (game ? entriesSince(log.entries(), seat, game) : []),
    destroy() {
      stop();
      list.destroy();
    },
  };
}
