/** The animations of events, one after the other; each can be cut short. */

import { h, replace } from "../../dom.js";
import { dieFace } from "./dice.js";
import { throwDice } from "./throw.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Happened} Happened */
/** @typedef {import("../../types").GameContext} Context */
/**
 * Where the animations take place; `clear` removes buttons and hint while dice are thrown.
 * @typedef {{ring: ReturnType<typeof import("./ring.js").createRing>, tray: HTMLElement, overlay: HTMLElement,
 *   clear: () => void}} Scene
 */

export class Animations {
  /** @param {Context} ctx @param {Scene} scene */
  constructor(ctx, scene) {
    this.ctx = ctx;
    this.scene = scene;
    /** Set to leave out the events that are still to come. */
    this.stopped = false;
    /** Ends the animation that runs now. @type {(() => void) | null} */
    this.cut = null;
  }

  /** Cut the present animation short. */
  skip() {
    this.cut?.();
  }

  /** @param {Happened[]} events @param {Model} model */
  async play(events, model) {
    for (const { event } of events) {
      if (this.stopped) return;
      if (event.event === "rolled") await this.#throw(event.dice, event.seat, model);
      else if (event.event === "start-rolled") await this.#throw([event.die], event.seat, model);
      else if (event.event === "kept") await this.#moveToSeat(event.die, event.seat);
      else if (event.event === "off-rolled")
        await this.#showText(this.ctx.t(`dice.${model.view?.names}.symbol`), "off");
      else if (event.event === "may-name") await this.#showText(this.ctx.t("web.dice.horns-there"), "horns");
      else if (event.event === "round-lost") await this.#showLosers(event.seats, model);
    }
  }

  /**
   * Wait for an animation, or some milliseconds, or `skip`.
   * @param {Promise<unknown> | number} what
   * @param {() => void} [stop]
   */
  async #wait(what, stop) {
    let end = () => {};
    const cut = new Promise((resolve) => (end = () => resolve(undefined)));
    this.cut = () => {
      stop?.();
      end();
    };
    const done = typeof what === "number" ? new Promise((resolve) => setTimeout(resolve, what)) : what;
    await Promise.race([done, cut]);
    this.cut = null;
  }

  /** @param {string[]} dice @param {number} seat @param {Model} model */
  async #throw(dice, seat, model) {
    const { ring, tray, clear } = this.scene;
    const marks = /** @type {any} */ (model.view).dice;
    const { x, y } = ring.place(seat);
    const box = ring.element.getBoundingClientRect();
    const thrown = throwDice(dice, marks, { x: x * box.width * 0.42, y: y * box.height * 0.42 });
    clear();
    replace(tray, thrown.element);
    await this.#wait(thrown.done, thrown.skip);
    replace(tray, h("div", { class: "dice-row" }, dice.map(restingDie)));
    await this.#wait(dice.length > 1 || model.toMove !== seat ? 420 : 250);
  }

  /** A kept die goes to its owner. @param {string} face @param {number} seat */
  async #moveToSeat(face, seat) {
    const { ring, tray } = this.scene;
    const places = [...tray.querySelectorAll("[data-face]")];
    const from = places.find((each) => each instanceof HTMLElement && each.dataset.face === face);
    const to = ring.element.querySelector(`[data-seat="${seat}"] .ring-kept`);
    if (!from || !to) return;
    const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
    const [dx, dy] = [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2];
    const frames = [
      { transform: "none" },
      { transform: "scale(1.2)", offset: 0.25 },
      { transform: `translate(${dx}px, ${dy}px) scale(.45)` },
    ];
    const moving = from.animate(frames, { duration: 520, easing: "ease-in-out", fill: "forwards" });
    await this.#wait(moving.finished, () => moving.finish());
  }

  /** A large text over the table. @param {string} text @param {string} kind */
  async #showText(text, kind) {
    const { overlay } = this.scene;
    replace(overlay, h("p", { class: "poster" }, text));
    overlay.className = `dice-moment ${kind}`;
    overlay.hidden = false;
    await this.#wait(1300);
    overlay.hidden = true;
  }

  /** @param {number[]} seats @param {Model} model */
  async #showLosers(seats, model) {
    const { t } = this.ctx;
    const names = this.ctx.names();
    for (const seat of seats) this.scene.ring.element.querySelector(`[data-seat="${seat}"]`)?.classList.add("hurt");
    const onlyMe = seats.length === 1 && model.you.seats.length === 1 && model.you.seats[0] === seats[0];
    const who = seats.map((seat) => names[seat]).join(", ");
    await this.#showText(
      onlyMe ? t("web.dice.you-lose") : t("web.dice.loses", { n: seats.length, names: who }),
      "lost",
    );
  }
}

/** A die that was thrown; the Horns and the off symbol are lit. @param {string} face */
function restingDie(face) {
  const lit = face.endsWith("H") || face.endsWith("!");
  return h("div", { class: lit ? "die-place lit" : "die-place" }, h("div", { class: "die-shadow" }), dieFace(face));
}
