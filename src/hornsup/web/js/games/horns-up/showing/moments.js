/**
 * Moments: a Ticket, an attack, a Stage card, large over the board, with who plays it against whom and what it does.
 * With motion the card comes from its player and goes to its target; without, it stands beside the board for a while.
 */

import { h, picture, replace, s, storage } from "../../../dom.js";
import { pawnSymbol } from "../../../notation.js";
import { cardUse } from "../board/cells.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../words.js").Words} Words */
/** @typedef {import("../../../timeline.js").Cue} Cue */
/** What one Rocker got of it. @typedef {{seat: number | null, icon: string, text: string}} Share */
/**
 * `at` is the place of its event among those of the step.
 * @typedef {{at: number, kind: "ticket" | "stage" | "skip", card: string, by: number | null, target: number | null, text:
 *   string, shares: Share[]}} Moment
 */

/** Milliseconds: the flight in and out, and the time to read, which grows with the text. */
const FLIGHT = 380;
const LEAST = 1500;
const PER_LETTER = 26;
const MOST = 4200;
/** A card that was seen so often is known. */
const KNOWN = 3;
/** Milliseconds that a still card stays when nothing follows. */
const STILL = 9000;

export class Moments {
  /** @param {Words} words @param {import("../board/places.js").Places} places */
  constructor(words, places) {
    this.words = words;
    this.places = places;
    this.card = h("div", { class: "hu-moment-card" });
    this.element = h("div", { class: "hu-moment", "aria-hidden": "true", hidden: true }, this.card);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Show a moment and wait until it can have been read. @param {Moment} moment @param {View} view @param {Cue} cue */
  async play(moment, view, cue) {
    if (cue.over) return;
    this.#print(moment, view);
    this.element.hidden = false;
    this.element.classList.remove("still");
    const middle = this.card.getBoundingClientRect();
    const [from, to] = [this.places.chip(moment.by ?? undefined), this.places.chip(moment.target ?? undefined)];
    const time = FLIGHT * cue.pace;
    const come = this.card.animate(
      [
        { transform: away(middle, from), opacity: 0.2 },
        { transform: "none", opacity: 1 },
      ],
      { duration: time, easing: "cubic-bezier(.2,.9,.3,1.1)", fill: "backwards" },
    );
    await cue.ended([come]);
    await cue.wait(readingTime(moment, view));
    if (!cue.over) {
      const go = this.card.animate(
        [
          { transform: "none", opacity: 1 },
          { transform: away(middle, to), opacity: 0 },
        ],
        {
          duration: time,
          easing: "ease-in",
        },
      );
      await cue.ended([go]);
    }
    this.element.hidden = true;
  }

  /** Show a moment without motion; it goes when the next one comes or after a while. @param {Moment} moment @param {View} view */
  stand(moment, view) {
    this.#print(moment, view);
    this.element.classList.add("still");
    this.element.hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.clear(), STILL);
  }

  clear() {
    clearTimeout(this.timer);
    this.element.hidden = true;
  }

  /** @param {Moment} moment @param {View} view */
  #print(moment, view) {
    const { kind, card, by, target, text, shares } = moment;
    const { cards } = this.words;
    const face = s("svg", { viewBox: "0 0 150 100", class: "hu-moment-face" }, cardUse(cards.picture(card), false));
    this.card.className = `hu-moment-card ${kind}${isHit(moment, view) ? " hit" : ""}`;
    replace(
      this.card,
      h(
        "p",
        { class: "hu-moment-who" },
        by === null ? null : this.#rocker(by, view),
        target === null ? null : [h("b", { class: "hu-moment-arrow" }, "→"), this.#rocker(target, view)],
      ),
      kind === "skip" ? picture("skip", undefined, { class: "hu-moment-skip" }) : face,
      h("strong", { class: "hu-moment-name" }, kind === "skip" ? text : cards.name(card)),
      kind === "skip" || (kind === "ticket" && shares.length) ? null : h("p", { class: "hu-moment-text" }, text),
      shares.length
        ? h(
            "ul",
            { class: "hu-moment-shares" },
            shares.map((share) => this.#share(share, view)),
          )
        : null,
    );
  }

  /** @param {number} seat @param {View} view */
  #rocker(seat, view) {
    return h(
      "span",
      { class: `hu-moment-rocker${seat === view.seat ? " mine" : ""}` },
      picture(pawnSymbol(seat)),
      seat === view.seat ? this.words.say("moment.you") : this.words.who(seat),
    );
  }

  /** @param {Share} share @param {View} view */
  #share({ seat, icon, text }, view) {
    return h("li", null, picture(icon), h("span", null, text), seat === null ? null : this.#rocker(seat, view));
  }
}

/** How a card looks from elsewhere: small, at that place. @param {DOMRect} middle @param {DOMRect | null} place */
function away(middle, place) {
  if (!place || !place.width) return "scale(.6)";
  const [x, y] = [
    place.left + place.width / 2 - middle.left - middle.width / 2,
    place.top + place.height / 2 - middle.top - middle.height / 2,
  ];
  return `translate(${x}px, ${y}px) scale(.14)`;
}

/** The time to read a moment; shorter for cards that are known, and for one's own. @param {Moment} moment @param {View} view */
function readingTime({ kind, card, text, shares, by }, view) {
  const written = kind === "ticket" && shares.length ? 0 : text.length;
  const letters = written + shares.reduce((sum, share) => sum + share.text.length, 0);
  const whole = Math.min(MOST, LEAST + letters * PER_LETTER);
  const own = by !== null && by === view.seat;
  return own || isKnown(card) ? Math.max(LEAST, whole * 0.5) : whole;
}

/** Whether a card has been seen often on this device; it counts. @param {string} card */
function isKnown(card) {
  const key = `seen-${card}`;
  const seen = Number(storage.get(key) ?? 0);
  if (seen <= KNOWN) storage.set(key, String(seen + 1));
  return seen >= KNOWN;
}

// --- which events are moments ------------------------------------------------------------------

/** @param {readonly GameEvent[]} events @param {View} view the table after them @param {Words} words @returns {Moment[]} */
export function momentsOf(events, view, words) {
  const causes = events.flatMap((event, at) => (isCause(event, view) ? [at] : []));
  return causes.flatMap((at, number) => {
    const event = /** @type {GameEvent} */ (events[at]);
    const next = causes[number + 1] ?? events.length;
    if (event.event === "ticket-played" && events[at + 1]?.event === "stage-changed") return []; // shown with what it turns up
    return [momentOf(event, at, sharesOf(events.slice(at + 1, next), words), view, words)];
  });
}

/** @param {GameEvent} event @param {View} view */
function isCause({ event, seat }, view) {
  if (event === "turn-skipped") return seat === view.seat && seat !== null;
  return ["ticket-played", "stage-changed", "divided", "closed", "crushed"].includes(event);
}

/** @param {GameEvent} event @param {number} at @param {Share[]} shares @param {View} view @param {Words} words @returns {Moment} */
function momentOf({ event, card = "wall-of-death", half, ...who }, at, shares, view, words) {
  const { cards } = words;
  const [seat, target] = [who.seat ?? null, who.target ?? null];
  if (event === "turn-skipped")
    return { at, kind: "skip", card: "", by: seat, target: null, text: words.say("moment.you-skip"), shares };
  if (event === "crushed")
    return { at, kind: "stage", card, by: null, target: null, text: words.say("moment.crushes"), shares };
  if (event === "divided" || event === "closed")
    return { at, kind: "stage", card, by: seat, target: null, text: words.say(`moment.${event}`), shares };
  if (event === "stage-changed")
    return { at, kind: "stage", card, by: view.turn, target: null, text: cards.text(card), shares };
  const text = half ? words.half(card, half) : cards.text(card);
  return { at, kind: "ticket", card, by: seat, target, text, shares };
}

/** Signs of what nobody likes to get. */
const HARM = new Set(["token", "skip", "symbol-push", "symbol-discard"]);

/** Whether a moment is against the viewer. @param {Moment} moment @param {View} view */
export function isHit({ kind, by, target, shares }, { seat }) {
  if (seat === null || by === seat) return kind === "skip";
  return target === seat || shares.some((share) => share.seat === seat && HARM.has(share.icon));
}

/** Of the events that followed, what each Rocker got. @param {readonly GameEvent[]} events @param {Words} words @returns {Share[]} */
function sharesOf(events, words) {
  /** @type {Map<string, {event: GameEvent, seat: number | null, n: number}>} */
  const counted = new Map();
  const pushed = events.find(({ event }) => event === "pushed")?.seat;
  for (const event of events) {
    if (event.event === "turn-began" || event.event === "turn-ended") break; // what follows belongs to the next turn
    // Whom the push is against is told by it; where everything moves, it says nothing of anyone.
    if (event.event === "carried" && (pushed === undefined || pushed === event.seat)) continue;
    for (const seat of event.seats ?? [event.seat ?? null]) {
      const key = `${event.event} ${seat} ${event.event === "discarded" ? event.card : ""}`;
      counted.set(key, { event, seat, n: (counted.get(key)?.n ?? 0) + 1 });
    }
  }
  return [...counted.values()].flatMap(({ event, seat, n }) => {
    const told = SHARES[event.event]?.(words, event, n);
    return told ? [{ seat, icon: told[0], text: told[1] }] : [];
  });
}

/** The sign and the words for what a Rocker got. @type {Record<string, (words: Words, event: GameEvent, n: number) => [string, string]>} */
const SHARES = {
  "token-taken": (words, _event, n) => ["token", words.say("hud.tokens", { n })],
  "token-refused": (words) => ["token", words.say("moment.no-token")],
  "skip-marked": (words) => ["skip", words.say("moment.skip")],
  "action-gained": (words, _event, n) => ["action", words.say("moment.actions", { n })],
  drew: (words, _event, n) => ["symbol-draw", words.say("moment.drew", { n })],
  discarded: (words, { card = "" }) => [
    "symbol-discard",
    words.say("moment.discarded", { card: words.cards.name(card) }),
  ],
  "nothing-to-discard": (words) => ["symbol-discard", words.say("moment.nothing-to-discard")],
  pushed: (words, { direction = "N" }) => ["symbol-push", words.say("moment.pushed", { way: words.way(direction) })],
  carried: (words) => ["symbol-push", words.say("moment.carried")],
  "sent-to-entrance": (words) => ["symbol-push", words.say("moment.sent")],
  "push-held": (words) => ["symbol-push", words.say("moment.held")],
  surfed: (words) => ["symbol-surf", words.say("moment.surfed")],
  won: (words) => ["symbol-stage", words.say("moment.won")],
};
