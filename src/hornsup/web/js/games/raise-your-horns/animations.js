/** The animations of events, one after the other; each can be cut short. */

import { Cue } from "../../timeline.js";
import { sound } from "./sound.js";
import { throwDice } from "./throw.js";
import { Tray } from "./tray.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Happened} Happened */
/** @typedef {Record<string, any>} GameEvent */
/**
 * Where the animations take place.
 * @typedef {{ring: ReturnType<typeof import("./ring.js").createRing>, tray: Tray, moments:
 *   import("./moments.js").Moments}} Scene
 */

/** Milliseconds: a throw can be read, a die flies to its seat, the others go on to the next player. */
const [READ_THROW, FLIGHT, PASSING] = [460, 560, 520];

export class Animations {
  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    this.cue = new Cue(0);
  }

  /** Show one event of a step; it ends early with the cue. @param {Happened[]} events @param {number} at @param {Model} model @param {Cue} cue */
  async play(events, at, model, cue) {
    const { event } = events[at];
    const { moments, ring } = this.scene;
    this.cue = cue;
    const heard = soundOf(event, (seat) => moments.isMe(seat, model));
    if (heard) sound(heard);
    if (event.event === "rolled") await this.#throw(event.dice, event.seat, model);
    if (event.event === "start-rolled") {
      await this.#throw([event.die], event.seat, model);
      await this.#moveToSeat(event.die, event.seat);
    }
    if (event.event === "kept") await this.#moveToSeat(event.die, event.seat);
    if (event.event === "direction-turned") ring.point(event.direction);
    if (event.event === "round-lost") this.#mark(event.seats);
    const moment = moments.of(events, at, model);
    if (moment) await moments.show(moment, cue);
    if (event.event === "kept" && at === events.length - 1) await this.#passOn(model);
  }

  /** @param {string[]} dice @param {number} seat @param {Model} model */
  async #throw(dice, seat, model) {
    const { ring, tray } = this.scene;
    const marks = /** @type {any} */ (model.view).dice;
    const thrown = throwDice(dice, marks, ring.toSeat(seat), this.cue.pace);
    ring.unmark();
    tray.put("throwing", thrown.dice);
    await this.cue.until((done) => {
      void thrown.run().then(done);
      return thrown.skip;
    });
    tray.put("resting", dice.map(Tray.resting));
    await this.cue.wait(READ_THROW);
  }

  /** A kept die goes to its owner. @param {string} face @param {number} seat */
  async #moveToSeat(face, seat) {
    const { ring, tray } = this.scene;
    const places = [...tray.element.querySelectorAll("[data-face]")];
    const from = places.find((each) => each instanceof HTMLElement && each.dataset.face === face);
    const to = ring.seatElement(seat)?.querySelector(".ring-kept");
    if (!(from instanceof HTMLElement) || !to) return;
    const { x, y, scale } = between(from, to);
    const frames = [
      { transform: "none" },
      { transform: "translate(0, -8px) scale(1.2)", offset: 0.25 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})` },
    ];
    const timing = { duration: FLIGHT * this.cue.pace, easing: "ease-in-out", fill: /** @type {const} */ ("forwards") };
    await this.cue.ended([from.animate(frames, timing)]);
    ring.putDie(seat, face);
    from.style.setProperty("visibility", "hidden");
    from.removeAttribute("data-face");
  }

  /** The dice that are left go on to the next player. @param {Model} model */
  async #passOn(model) {
    const { ring, tray } = this.scene;
    const next = model.toMove === null ? null : ring.seatElement(model.toMove);
    const left = [...tray.element.querySelectorAll("[data-face]")];
    if (!next || !left.length) return;
    const timing = { duration: PASSING * this.cue.pace, easing: "ease-in", fill: /** @type {const} */ ("forwards") };
    const running = left.map((die, at) => {
      const { x, y } = between(die, next);
      const end = { transform: `translate(${x}px, ${y}px) scale(.3)`, opacity: 0.4 };
      return die.animate([{ transform: "none" }, end], { ...timing, delay: at * 50 * this.cue.pace });
    });
    await this.cue.ended(running);
  }

  /** Shake the seats that lose. @param {number[]} seats */
  #mark(seats) {
    for (const seat of seats) this.scene.ring.seatElement(seat)?.classList.add("lost", "hurt");
  }
}

/** From the middle of one element to that of another, and how their sizes differ. @param {Element} from @param {Element} to */
function between(from, to) {
  const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  return {
    x: b.x + b.width / 2 - a.x - a.width / 2,
    y: b.y + b.height / 2 - a.y - a.height / 2,
    scale: a.width ? b.width / a.width : 1,
  };
}

/** What an event sounds like. @param {GameEvent} event @param {(seat: number) => boolean} isMe */
export function soundOf(event, isMe) {
  switch (event.event) {
    case "rolled":
    case "start-rolled":
      return "dice";
    case "kept":
      return event.die.endsWith("H") ? "crowd" : "die-keep";
    case "off-rolled":
      return "boo";
    case "may-name":
      return "crowd";
    case "round-lost":
      return event.seats.some(isMe) ? "lose" : null;
    default:
      return null;
  }
}
