/** What everyone should see: who rolled off, who keeps the Horns, who loses. Each is a sentence shown large. */

import { h, replace, storage } from "../../dom.js";
import { lookup } from "../../i18n.js";
import { listed, piece } from "../../ui/controls/seats.js";
import { glyph } from "../../ui/controls/icons.js";
import { dieFace } from "./dice.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Happened} Happened */
/** @typedef {import("../../types").GameContext} Context */
/** @typedef {Record<string, any>} GameEvent */
/**
 * `weight`: of several in one step, the heaviest stays as a line when nothing moves.
 * @typedef {{kind: string, text: string, title?: string, seats?: number[], die?: string, sign?: string, weight: number}}
 *   Moment
 */

/** Milliseconds to read a sentence: to see it, and for each letter; no less and no more than. */
const [TO_SEE, PER_LETTER, LEAST, MOST] = [650, 36, 1100, 4200];
/** After so many times a kind of moment is known and shown for a shorter time. */
const KNOWN_AFTER = 3;
const KNOWN_FACTOR = 0.6;

export class Moments {
  /** @param {Context} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    this.element = h("div", { class: "dice-moment", "aria-hidden": "true", hidden: true });
  }

  /** Show a moment until it can have been read. @param {Moment} moment @param {import("../../timeline.js").Cue} cue */
  async show(moment, cue) {
    const { kind, title, text, seats = [], die, sign } = moment;
    const picture = [...seats.map((seat) => piece(seat)), die ? dieFace(die) : null, sign ? glyph(sign) : null];
    replace(
      this.element,
      h(
        "div",
        { class: `moment-card ${kind}` },
        h("div", { class: "moment-picture" }, picture),
        h(
          "div",
          { class: "moment-words" },
          title ? h("p", { class: "moment-title poster" }, title) : null,
          h("p", { class: title ? "moment-text" : "moment-text poster" }, text),
        ),
      ),
    );
    this.element.hidden = false;
    await cue.wait(readingTime(moment));
    this.hide();
  }

  hide() {
    this.element.hidden = true;
    replace(this.element);
  }

  /** The moment of a step that counts most, for a line that stays. @param {Happened[]} events @param {Model} model */
  heaviest(events, model) {
    const found = events.map((_, at) => this.of(events, at, model)).filter((each) => each !== null);
    return found.reduce(
      (best, each) => (each.weight >= (best?.weight ?? 0) ? each : best),
      /** @type {Moment | null} */ (null),
    );
  }

  /** What the event at a place of a step is for everyone to see; null for what the table shows by itself. @param {Happened[]} events @param {number} at @param {Model} model @returns {Moment | null} */
  of(events, at, model) {
    const { event } = events[at];
    const { seat, seats } = event;
    switch (event.event) {
      case "start-tied":
        return { kind: "tied", seats, text: this.#say("tied", { names: this.#names(seats) }), weight: 1 };
      case "round-began":
        return events[0].event.event === "start-rolled"
          ? { kind: "begins", seats: [seat], text: this.#of("begins", seat, model), weight: 1 }
          : null;
      case "kept":
        return event.die.endsWith("H")
          ? { kind: "horns", die: event.die, seats: [seat], text: this.#of("horns", seat, model), weight: 2 }
          : null;
      case "off-rolled":
        return { ...this.#off(event, model), weight: 2 };
      case "may-name":
        return { kind: "horns", die: "WH", seats: [seat], text: this.#of("may-name", seat, model), weight: 3 };
      case "round-lost":
        return { kind: "lost", seats, text: this.#lost(events.slice(0, at), seats, model), weight: 4 };
      case "forfeit-dealt":
        return this.#forfeit(event, model);
      case "direction-turned":
        return this.#turned(event.direction);
      default:
        return null;
    }
  }

  /** @param {GameEvent} event @param {Model} model */
  #off({ seat }, model) {
    const title = this.ctx.t(`dice.${model.view?.names}.symbol`);
    return { kind: "off", die: "F!", title, seats: [seat], text: this.#of("off", seat, model) };
  }

  /** Who loses, and why. @param {Happened[]} before @param {number[]} seats @param {Model} model */
  #lost(before, seats, model) {
    const cause = before.at(-1)?.event;
    const one = seats.length === 1 ? seats[0] : -1;
    if (cause?.event === "named") return this.#named(cause, model);
    if (cause?.event === "off-rolled") return this.#of("off-lost", one, model);
    if (cause?.event === "declined" || cause?.event === "fouled") return this.#of(cause.event, one, model);
    if (cause?.event === "kept" && this.isMe(one, model)) return this.#say("you-lowest");
    const key = cause?.event === "kept" ? "lowest" : "loses";
    return this.#say(key, { n: seats.length, names: this.#names(seats) });
  }

  /** @param {GameEvent} event @param {Model} model */
  #named({ seat, loser }, model) {
    const names = this.ctx.names();
    const words = { name: names[seat] ?? "", loser: names[loser] ?? "" };
    const key = this.isMe(loser, model) ? "named-you" : this.isMe(seat, model) ? "you-named" : "named";
    return this.#say(key, words);
  }

  /** Bots do their forfeits by themselves. @param {GameEvent} event @param {Model} model @returns {Moment | null} */
  #forfeit({ seat, forfeit, text }, model) {
    if (model.table.seats[seat]?.bot) return null;
    const said = text ?? lookup(`forfeits.text.${forfeit}`) ?? forfeit;
    return { kind: "forfeit", seats: [seat], title: this.#of("forfeit", seat, model), text: said, weight: 0 };
  }

  /** @param {number} direction @returns {Moment} */
  #turned(direction) {
    const way = direction > 0 ? "clockwise" : "anticlockwise";
    return { kind: "turned", sign: way, text: this.#say("turned", { direction: `@web.dice.${way}` }), weight: 0 };
  }

  /** A sentence about a seat, in the second person if it is the viewer's. @param {string} key @param {number} seat @param {Model} model */
  #of(key, seat, model) {
    return this.isMe(seat, model) ? this.#say(`you-${key}`) : this.#say(key, { name: this.ctx.names()[seat] ?? "" });
  }

  /** @param {string} key @param {import("../../types").Values} [values] */
  #say(key, values) {
    return this.ctx.t(`web.dice.moment.${key}`, values);
  }

  /** @param {number[]} seats */
  #names(seats) {
    const names = this.ctx.names();
    return listed(seats.map((seat) => names[seat] ?? ""));
  }

  /** Whether a seat is the only one of this page. @param {number} seat @param {Model} model */
  isMe(seat, { you }) {
    return you.seats.length === 1 && you.seats[0] === seat;
  }
}

/** How long a moment is shown; its kind counts as seen once more. @param {Moment} moment */
function readingTime({ kind, title = "", text }) {
  const seen = Number(storage.get(`seen-dice-${kind}`)) || 0;
  if (seen < KNOWN_AFTER) storage.set(`seen-dice-${kind}`, String(seen + 1));
  const time = Math.min(MOST, Math.max(LEAST, TO_SEE + PER_LETTER * (title.length + text.length)));
  // The text of a forfeit is another one each time.
  return seen < KNOWN_AFTER || kind === "forfeit" ? time : time * KNOWN_FACTOR;
}
