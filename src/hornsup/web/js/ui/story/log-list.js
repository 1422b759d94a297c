/** The list of the log: a line per turn, the last one unfolded. It stays at its end while the reader is there. */

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { lightPlaces } from "./lines/lights.js";
import { Line } from "./lines/line.js";
import { stayAtEnd } from "./lines/stay-at-end.js";
import { turnsOf } from "./lines/turns.js";
import { roving } from "../controls/roving.js";

/** @typedef {import("./log.js").Entry} Entry */

const STOPS = ".log-head, .log-look, .log-sentence";

/**
 * @param {Promise<import("../../types").GameLog>} loading
 * @param {ReturnType<typeof import("./log.js").createLog>} log
 * @param {import("./lines/line.js").Reader} reader
 */
export function logList(loading, log, reader) {
  const element = h("ol", { class: "log-lines", "aria-label": t("web.table.log") });
  /** @type {Line[]} */
  let lines = [];
  const end = stayAtEnd(element);
  const stops = roving(element, STOPS, ["ArrowUp", "ArrowDown"]);
  lightPlaces(element, reader.light);
  /** @type {import("../../types").GameLog | null} */
  let game = null;
  let looked = -1;

  /** @param {Entry[]} entries */
  const paint = (entries) => {
    if (!game || !entries.length) return;
    const turns = turnsOf(entries, game);
    const from = lines.findIndex((line) => line.tells(entries[0]));
    if (from < 0) forget(lines.length);
    else if (end.atEnd()) forget(from);
    const old = from < 0 || end.atEnd() ? 0 : from;
    for (const [at, turn] of turns.entries()) lineAt(game, old + at).update(turn, at === turns.length - 1);
    fold();
    if (looked >= 0) mark();
    end.grown();
  };

  /** @param {import("../../types").GameLog} how @param {number} at */
  const lineAt = (how, at) => {
    if (at === lines.length) {
      lines.push(new Line(how, reader, end.look));
      element.append(lines[at].element);
    }
    return lines[at];
  };

  /** Remove the first so many lines, whose entries are no longer kept. @param {number} count */
  const forget = (count) => {
    for (const line of lines.slice(0, count)) line.element.remove();
    lines = lines.slice(count);
  };

  /** Unfold the last turn and fold the others, but not above somebody who reads further up. */
  const fold = () => {
    const last = lines.at(-1);
    for (const line of lines) {
      if (line === last) line.unfold(line.wanted ?? true);
      else if (end.atEnd()) line.unfold(line.wanted ?? false);
    }
    stops.offer(last?.head);
  };

  /** Mark what is being looked back at. */
  const mark = () => {
    for (const each of element.querySelectorAll(".log-sentence[aria-current]")) each.removeAttribute("aria-current");
    if (looked < 0) return;
    for (const each of element.querySelectorAll(`.log-sentence[data-version="${looked}"]`))
      each.setAttribute("aria-current", "true");
  };

  const stopListening = log.listen(paint);
  void loading.then(
    (loaded) => {
      game = loaded;
      paint(log.entries());
    },
    () => {}, // without the game's modules there is no table either, and the page says so
  );

  return {
    element,
    toEnd: end.toEnd,
    /** The version that is looked back at; -1: now. @param {number} version */
    at(version) {
      looked = version;
      mark();
    },
    destroy() {
      stopListening();
      end.destroy();
    },
  };
}
