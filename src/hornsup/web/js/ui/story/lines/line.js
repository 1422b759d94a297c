/** One line of the log: whose turn it is, what was played at a glance, and its sentences when it is unfolded. */

import { h, replace } from "../../../dom.js";
import { t } from "../../../i18n.js";
import { drawSentence, isStrong, seatsIn } from "../../../sentences.js";
import { glyph } from "../../controls/icons.js";
import { piece } from "../../controls/seats.js";
import { itemsOf } from "./turns.js";

/** @typedef {import("../log.js").Entry} Entry */
/** @typedef {import("./turns.js").Turn} Turn */
/** @typedef {import("./turns.js").Item} Item */
/**
 * What the log needs to know of its page: who sits where, who of them are here, what can be looked at.
 * @typedef {{name: string, names: () => string[], mine: () => number[], view: () => import("../../../types").View | null,
 *   light: (cells: string[]) => void, look: (entry: Entry) => void, kept: (entry: Entry) => boolean}} Reader
 */

/** Numbers the lists that buttons unfold. */
let count = 0;

export class Line {
  /** @param {import("../../../types").GameLog} game @param {Reader} reader @param {() => void} toggled */
  constructor(game, reader, toggled) {
    this.game = game;
    this.reader = reader;
    /** What the reader chose; null: as usual. @type {boolean | null} */
    this.wanted = null;
    /** @type {Turn} */
    this.turn = { seat: null, title: null, told: [] };
    this.drawn = 0;
    this.undone = 0;
    const id = `log-turn-${(count += 1)}`;
    this.head = h("button", {
      type: "button",
      class: "quiet log-head",
      tabindex: "-1",
      "aria-expanded": "false",
      "aria-controls": id,
      onClick: () => {
        this.wanted = this.sentences.hidden;
        this.unfold(this.wanted);
        toggled();
      },
    });
    this.look = h(
      "button",
      { type: "button", class: "quiet icon-button log-look", tabindex: "-1", onClick: () => this.lookAt() },
      glyph("eye"),
    );
    this.sentences = h("ol", { class: "log-sentences", id, hidden: true });
    const row = h("div", { class: "log-row" }, this.head, this.look);
    this.element = h("li", { class: "log-turn" }, row, this.sentences);
  }

  /** Whether an entry is in this line. @param {Entry} entry */
  tells(entry) {
    return this.turn.told.some((each) => each.entry === entry);
  }

  /** @param {Turn} changed @param {boolean} current whether it is the last one */
  update(changed, current) {
    // The oldest turn may have lost its beginning, which said whose it is.
    const turn = changed.title === null ? { ...this.turn, told: changed.told } : changed;
    const undone = turn.told.filter((each) => each.undone).length;
    const more = turn.told.length !== this.turn.told.length;
    this.turn = turn;
    this.element.classList.toggle("current", current);
    if (undone !== this.undone || turn.told.length < this.drawn) {
      this.undone = undone;
      this.drawn = 0;
      replace(this.sentences);
    } else if (!more) return;
    this.#paintHead();
    if (!this.sentences.hidden) this.#paintSentences();
  }

  /** @param {boolean} on */
  unfold(on) {
    if (on === !this.sentences.hidden) return;
    this.sentences.hidden = !on;
    this.head.setAttribute("aria-expanded", String(on));
    if (on) this.#paintSentences();
  }

  lookAt() {
    const last = this.turn.told.findLast(({ entry }) => entry.event) ?? this.turn.told.at(-1);
    if (last) this.reader.look(last.entry);
  }

  // --- painting ------------------------------------------------------------------------------------

  #paintHead() {
    const { seat, title, short, told } = this.turn;
    const { reader } = this;
    const items = itemsOf(this.turn, this.game, reader.view());
    const said = title ?? t("web.log.earlier");
    const name = seat === null ? said : (reader.names()[seat] ?? "");
    const summary = items.map(({ words }) => words).join(", ");
    const cells = new Set(items.flatMap((item) => item.cells));
    this.head.dataset.cells = [...cells].join(" ");
    const mine = reader.mine();
    this.element.classList.toggle("own", seat !== null && mine.includes(seat));
    this.element.classList.toggle(
      "hit",
      items.some(({ targets }) => targets.some((each) => mine.includes(each))),
    );
    replace(
      this.head,
      glyph("chevron", { class: "glyph log-fold" }),
      seat === null ? null : piece(seat),
      h("span", { class: seat === null ? "log-name whole" : "log-name" }, name),
      seat === null || !short ? null : h("span", { class: "log-title", "aria-hidden": "true" }, short),
      h("span", { class: "log-items", "aria-hidden": "true" }, items.map(drawItem)),
      h("span", { class: "sr-only" }, `${seat === null ? "" : `, ${said}`}${summary && t("web.colon") + summary}`),
    );
    const label = t("web.log.look", { what: seat === null ? said : `${said}, ${name}` });
    this.#offer(this.look, told[told.length - 1].entry, label);
    this.look.setAttribute("aria-label", label);
  }

  #paintSentences() {
    const { told } = this.turn;
    for (const { entry, undone } of told.slice(this.drawn)) {
      if (entry.event && this.game.begins(entry.event, false)?.said) continue; // the head says it
      this.sentences.append(this.#sentence(entry, undone));
    }
    this.drawn = told.length;
  }

  /** @param {Entry} entry @param {boolean} undone */
  #sentence(entry, undone) {
    const { reader } = this;
    const names = reader.names();
    const seats = entry.event ? seatsIn(entry.event) : entry.seat === undefined ? [] : [entry.seat];
    const who = seats.map((seat) => ({ seat, name: names[seat] ?? "" }));
    const button = h(
      "button",
      {
        type: "button",
        class: `quiet log-sentence${isStrong(entry.event) ? " strong" : ""}${undone ? " undone" : ""}`,
        tabindex: "-1",
        dataset: {
          version: entry.version,
          cells: entry.event ? this.game.cells(entry.event).join(" ") : "",
        },
        onClick: () => reader.look(entry),
      },
      undone ? h("span", { class: "sr-only" }, `${t("web.log.taken-back")}${t("web.colon")}`) : null,
      h("span", null, drawSentence(reader.name, entry.text, who)),
    );
    this.#offer(button, entry, t("web.log.look-here"));
    return h("li", null, button);
  }

  /** Say whether the table of that moment can be seen. @param {HTMLElement} button @param {Entry} entry @param {string} label */
  #offer(button, entry, label) {
    const kept = this.reader.kept(entry);
    button.title = kept ? label : t("web.log.not-kept");
    button.setAttribute("aria-disabled", String(!kept));
  }
}

/** An item as pictures: who, what, how often, to whom. @param {Item} item */
export function drawItem({ picture, seat, targets, count: times, words }) {
  return h(
    "span",
    { class: "log-item", title: words },
    seat === null ? null : piece(seat),
    picture(),
    times > 1 ? h("span", { class: "log-times" }, `×${times}`) : null,
    targets.length ? glyph("to", { class: "glyph log-to" }) : null,
    targets.map((each) => piece(each)),
  );
}
