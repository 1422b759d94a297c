/**
 * Looking back: the table as it was at an earlier moment, while the game goes on.
 *
 * What was sent to this page is kept, up to a bound; views share what did not change. Meanwhile nothing can be
 * chosen, and what happens waits until the viewer comes back to now.
 */

import { h } from "../../dom.js";
import { t } from "../../i18n.js";
import { announce } from "../../announce.js";
import { glyph } from "../controls/icons.js";
import { isMyTurn } from "../table/status.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("./log.js").Entry} Entry */
/**
 * What looking back needs of its page. `paint` shows a model that was, with a sentence for the header; `now` shows
 * the present again.
 * @typedef {{timeline: () => import("../../timeline.js").Timeline, model: () => Model | null, open: boolean,
 *   entries: () => Entry[], titleOf: (entry: Entry) => string, paint: (model: Model, title: string) => void,
 *   now: () => void, moved: (version: number, entry: Entry | null) => void}} Present
 */

const KEPT = 400;

export class LookBack {
  /** @param {Present} present */
  constructor(present) {
    this.present = present;
    /** The models by version, the oldest first. @type {Map<number, Model>} */
    this.models = new Map();
    /** The version that is shown; -1: now. */
    this.version = -1;
    /** What is told of it. @type {Entry | null} */
    this.entry = null;
    this.told = false;
    /** Whether the step that was being shown must end before an earlier moment is painted. */
    this.waits = false;
    /** Where the focus was. @type {HTMLElement | null} */
    this.focus = null;
    this.back = tool("back", t("web.look-back.previous"), () => this.step(-1));
    this.on = tool("on", t("web.look-back.next"), () => this.step(1));
    this.now = h("button", { type: "button", class: "primary look-now", onClick: () => this.close() });
    this.bar = h("div", { class: "look-bar", hidden: true }, this.back, this.on, this.now);
  }

  get active() {
    return this.version >= 0;
  }

  /** Keep a state that was sent. @param {Model} model */
  keep(model) {
    this.models.delete(model.version);
    this.models.set(model.version, model);
    for (const version of this.models.keys()) {
      if (this.models.size <= KEPT) break;
      this.models.delete(version);
    }
    if (this.active) this.paintBar();
  }

  /** Whether the table after an entry can be shown. @param {Entry} entry */
  kept({ version, early }) {
    const then = this.models.get(version);
    return !early && then !== undefined && this.#mayBeSeen(then);
  }

  /** On a shared device nobody sees the hand of the one who was looking then. @param {Model} then */
  #mayBeSeen(then) {
    const { you } = this.present.model() ?? then;
    return this.present.open || you.seats.length < 2 || then.you.looking === you.looking;
  }

  /** The first entry of every version whose table can be shown. */
  #stops() {
    const told = this.present.entries().filter((entry) => entry.event && this.kept(entry));
    return told.filter(({ version }, at) => version !== told[at - 1]?.version);
  }

  /** Show the table after an entry. @param {Entry} entry @returns {boolean} whether it can be shown */
  open(entry) {
    if (!this.kept(entry)) return false;
    if (!this.active) {
      this.told = false;
      this.focus = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      this.bar.hidden = false;
    }
    this.present.timeline().pause();
    this.#show(entry);
    announce(this.#title());
    return true;
  }

  /** @param {-1 | 1} way */
  step(way) {
    const stops = this.#stops();
    const { version: here } = this;
    const goal = way < 0 ? stops.findLast((each) => each.version < here) : stops.find((each) => each.version > here);
    if (goal) this.#show(goal);
    else if (way > 0) this.close();
  }

  /** @param {Entry} entry */
  #show(entry) {
    this.version = entry.version;
    this.entry = entry;
    this.#paint();
  }

  /** Come back to now. */
  close() {
    if (!this.active) return;
    const held = this.bar.contains(document.activeElement);
    this.version = -1;
    this.bar.hidden = true;
    this.present.moved(-1, null);
    this.present.now();
    if (held && this.focus?.checkVisibility()) this.focus.focus();
  }

  /** The step that was being shown when the viewer looked back has ended. */
  settle() {
    if (this.waits && this.active && !this.present.timeline().cue) this.#paint();
  }

  #title() {
    return t("web.look-back.at", { what: this.entry ? this.present.titleOf(this.entry) : "" });
  }

  #paint() {
    const then = this.models.get(this.version);
    this.waits = this.present.timeline().cue !== null;
    if (!then || this.waits) return;
    this.present.paint(then, this.#title());
    this.present.moved(this.version, this.entry);
    this.paintBar();
  }

  /** What has happened meanwhile. */
  paintBar() {
    const model = this.present.model();
    const n = this.present.timeline().behind;
    const mine = n > 0 && model !== null && isMyTurn(model);
    this.now.textContent = mine ? t("web.look-back.mine") : n ? t("web.look-back.new", { n }) : t("web.look-back.now");
    this.bar.classList.toggle("mine", mine);
    this.back.disabled = !this.#stops().some(({ version }) => version < this.version);
    if (mine && !this.told) announce(t("web.look-back.mine"), { assertive: true });
    this.told ||= mine;
  }
}

/** @param {string} drawn @param {string} label @param {() => void} onClick */
function tool(drawn, label, onClick) {
  return h(
    "button",
    { type: "button", class: "icon-button quiet", "aria-label": label, title: label, onClick },
    glyph(drawn),
  );
}
