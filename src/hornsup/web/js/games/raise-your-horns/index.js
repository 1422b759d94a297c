/** Raise Your Horns!: the dice table, for play, replay, shared screen and lessons alike. */

import { css, h, memory, replace } from "../../dom.js";
import { percent } from "../../i18n.js";
import { toast } from "../../ui/dialog.js";
import { glyph } from "../../ui/icons.js";
import { letter, seatOf } from "../../ui/seats.js";
import { dieFace, faceName, throwDice } from "./dice.js";
import { createForfeits } from "./forfeits.js";
import { createRing } from "./ring.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Update} Update */
/** @typedef {import("../../types").Happened} Happened */
/** @typedef {import("../../types").GameContext} Context */

const MANY = 5;
const LATE = 3; // more updates than this in the queue are painted without a show

/** @param {Context} ctx @returns {import("../../types").GameComponent} */
export function createGame(ctx) {
  void css("raise-your-horns");
  const game = new DiceTable(ctx);
  return {
    element: game.element,
    paint: (model, update) => game.take(model, update),
    destroy: () => game.destroy(),
    status: (model) => statusOf(ctx, model),
    shortcuts: [
      [ctx.t("web.dice.key-space"), ctx.t("web.dice.key-roll")],
      ["1 2 3 4", ctx.t("web.dice.key-keep")],
      ["O", ctx.t("web.dice.odds")],
      ["Esc", ctx.t("web.dice.key-skip")],
    ],
  };
}

class DiceTable {
  /** @param {Context} ctx */
  constructor(ctx) {
    this.ctx = ctx;
    const { t } = ctx;
    this.ring = createRing(ctx, (seat) => this.act(`name ${letter(seat)}`));
    this.forfeits = createForfeits(ctx);
    this.way = h("p", { class: "dice-way" });
    this.tray = h("div", { class: "dice-tray" });
    this.moment = h("div", { class: "dice-moment", "aria-hidden": "true", hidden: true });
    this.hint = h("p", { class: "dice-hint" });
    this.buttons = h("div", { class: "dice-buttons" });
    this.oddsButton = h("button", { type: "button", class: "quiet odds-button", "aria-pressed": false, onClick: () => this.turnOdds() }, "%", h("span", null, t("web.dice.odds")));
    this.centre = h("div", { class: "dice-centre" }, this.way, this.tray);
    this.ring.element.addEventListener("click", () => this.skip());
    this.ring.element.append(this.centre, this.moment);
    const foot = h("div", { class: "dice-foot" }, this.hint, this.buttons, h("div", { class: "dice-extra" }, this.forfeits.button, this.oddsButton));
    this.element = h("div", { class: `dice-table mode-${ctx.mode}` }, this.ring.element, foot);
    /** @type {{model: Model, update: Update | null}[]} */
    this.queue = [];
    this.playing = false;
    this.hurry = false; // the show goes on too long: what is left of it is not played
    this.gone = false;
    this.sent = ""; // the move that waits for its answer
    /** @type {Model | null} */
    this.model = null;
    /** @type {(() => void) | null} */
    this.cut = null;
    this.showOdds = memory.get("odds") === "yes";
    /** @type {{version: number, data: any} | null} */
    this.odds = null;
    this.key = (/** @type {KeyboardEvent} */ event) => this.press(event);
    document.addEventListener("keydown", this.key);
  }

  destroy() {
    this.gone = true;
    this.skip();
    document.removeEventListener("keydown", this.key);
  }

  // --- what comes in -------------------------------------------------------------------------------

  /** @param {Model} model @param {Update | null} update */
  take(model, update) {
    if (!model.view) return;
    this.queue.push({ model: { ...model }, update });
    if (this.queue.length > LATE || (update === null && !this.playing)) {
      // Whoever comes in, or has fallen behind, sees at once how things stand.
      this.queue = [{ model: { ...model }, update: null }];
      this.hurry = this.playing;
      this.skip();
    }
    if (!this.playing) void this.run();
  }

  async run() {
    this.playing = true;
    while (this.queue.length && !this.gone) {
      const { model, update } = /** @type {{model: Model, update: Update | null}} */ (this.queue.shift());
      if (update?.events?.length && !this.ctx.reducedMotion()) await this.perform(update.events, model);
      if (!this.gone && !this.hurry) this.show(model);
      this.hurry = false;
    }
    this.playing = false;
  }

  /** A pause or a show that a tap can end. @param {Promise<unknown> | number} what @param {() => void} [stop] */
  async until(what, stop) {
    let end = () => {};
    const cut = new Promise((resolve) => (end = () => resolve(undefined)));
    this.cut = () => {
      stop?.();
      end();
    };
    const wait = typeof what === "number" ? new Promise((resolve) => setTimeout(resolve, what)) : what;
    await Promise.race([wait, cut]);
    this.cut = null;
  }

  skip() {
    this.cut?.();
  }

  // --- the show ------------------------------------------------------------------------------------

  /** @param {Happened[]} events @param {Model} model */
  async perform(events, model) {
    for (const { event } of events) {
      if (this.gone || this.hurry) return;
      if (event.event === "rolled") await this.throwIn(event.dice, event.seat, model);
      else if (event.event === "start-rolled") await this.throwIn([event.die], event.seat, model);
      else if (event.event === "kept") await this.moveTo(event.die, event.seat);
      else if (event.event === "off-rolled") await this.shout(this.ctx.t(`dice.${model.view?.names}.symbol`), "off");
      else if (event.event === "may-name") await this.shout(this.ctx.t("web.dice.horns-there"), "horns");
      else if (event.event === "round-lost") await this.hurt(event.seats, model);
    }
  }

  /** @param {string[]} dice @param {number} seat @param {Model} model */
  async throwIn(dice, seat, model) {
    const marks = /** @type {any} */ (model.view).dice;
    const { x, y } = this.ring.place(seat);
    const box = this.ring.element.getBoundingClientRect();
    const thrown = throwDice(dice, marks, { x: x * box.width * 0.42, y: y * box.height * 0.42 });
    replace(this.buttons);
    this.hint.textContent = "";
    replace(this.tray, thrown.element);
    await this.until(thrown.done, thrown.skip);
    replace(this.tray, h("div", { class: "dice-row" }, dice.map((face) => h("div", { class: face.endsWith("H") || face.endsWith("!") ? "die-place lit" : "die-place" }, h("div", { class: "die-shadow" }), dieFace(face)))));
    await this.until(dice.length > 1 || model.toMove !== seat ? 420 : 250);
  }

  /** A kept die goes to its owner. @param {string} face @param {number} seat */
  async moveTo(face, seat) {
    const places = [...this.tray.querySelectorAll("[data-face]")];
    const from = places.find((each) => each instanceof HTMLElement && each.dataset.face === face);
    const to = this.ring.element.querySelector(`[data-seat="${seat}"] .ring-kept`);
    if (!from || !to) return;
    const [a, b] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
    const way = `translate(${b.x + b.width / 2 - a.x - a.width / 2}px, ${b.y + b.height / 2 - a.y - a.height / 2}px) scale(.45)`;
    const moving = from.animate([{ transform: "none" }, { transform: "scale(1.2)", offset: 0.25 }, { transform: way }], { duration: 520, easing: "ease-in-out", fill: "forwards" });
    await this.until(moving.finished, () => moving.finish());
  }

  /** @param {string} text @param {string} kind */
  async shout(text, kind) {
    replace(this.moment, h("p", { class: "poster" }, text));
    this.moment.className = `dice-moment ${kind}`;
    this.moment.hidden = false;
    await this.until(1300);
    this.moment.hidden = true;
  }

  /** @param {number[]} seats @param {Model} model */
  async hurt(seats, model) {
    const names = this.ctx.names();
    const mine = seats.some((seat) => model.you.seats.includes(seat));
    for (const seat of seats) this.ring.element.querySelector(`[data-seat="${seat}"]`)?.classList.add("hurt");
    const who = seats.map((seat) => names[seat]).join(", ");
    await this.shout(mine && model.you.seats.length === 1 && seats.length === 1 ? this.ctx.t("web.dice.you-lose") : this.ctx.t("web.dice.loses", { n: seats.length, names: who }), "lost");
  }

  // --- how things stand ----------------------------------------------------------------------------

  /** @param {Model} model */
  show(model) {
    this.model = model;
    this.sent = "";
    this.moment.hidden = true;
    const view = /** @type {any} */ (model.view);
    this.paintWay(view);
    this.paintTray(model, view);
    this.paintButtons(model);
    this.forfeits.paint(model);
    this.paintOdds();
    if (this.showOdds) void this.fetchOdds(model);
  }

  /** @param {any} view */
  paintWay(view) {
    const { t } = this.ctx;
    const forward = view.direction > 0;
    const round = view.round ? t("web.dice.round", { n: view.round }) : t("web.dice.start-roll");
    replace(this.way, h("strong", null, round), view.round ? h("span", null, glyph(forward ? "clockwise" : "anticlockwise"), t(forward ? "web.dice.clockwise" : "web.dice.anticlockwise")) : null);
  }

  /** @param {Model} model @param {any} view */
  paintTray(model, view) {
    const roll = /** @type {string[] | null} */ (view.roll);
    const faces = roll ?? /** @type {string[]} */ (view.phase === "start" ? ["W"] : view.hand);
    const focused = document.activeElement instanceof HTMLElement && this.tray.contains(document.activeElement);
    replace(this.tray, h("div", { class: roll ? "dice-row rolled" : "dice-row in-hand" }, faces.map((face, at) => (roll ? this.rolledDie(model, view, face, at) : h("div", { class: "die-place", role: "img", "aria-label": this.ctx.t(`dice.${view.names}.${face[0]}`) }, h("div", { class: "die-shadow" }), dieFace(face))))));
    if (focused) /** @type {HTMLElement | null} */ (this.tray.querySelector("button:not(.shut)"))?.focus();
    this.hint.textContent = hintOf(this.ctx, model);
  }

  /** A die that lies there: a button where it may be kept, and one that says why where it may not. @param {Model} model @param {any} view @param {string} face @param {number} at */
  rolledDie(model, view, face, at) {
    const { t } = this.ctx;
    const label = faceName(t, view.names, face);
    const body = [h("div", { class: "die-shadow" }), dieFace(face), h("span", { class: "die-odds" })];
    const choosing = this.plays() && model.legal.some((move) => move.startsWith("keep "));
    if (!choosing) return h("div", { class: "die-place", role: "img", "aria-label": label, dataset: { face } }, body);
    const legal = model.legal.includes(`keep ${face}`);
    return h(
      "button",
      { type: "button", class: legal ? "die-place die-button" : "die-place die-button shut", dataset: { face, at }, "aria-label": legal ? t("web.dice.keep", { die: label }) : t("web.dice.not-keep", { die: label }), onClick: (/** @type {Event} */ event) => (event.stopPropagation(), legal ? this.act(`keep ${face}`) : this.why(face)) },
      body,
    );
  }

  /** @param {Model} model */
  paintButtons(model) {
    const { t } = this.ctx;
    const { legal } = model;
    /** @type {HTMLElement[]} */
    const made = [];
    if (this.plays()) {
      if (legal.includes("roll")) made.push(h("button", { type: "button", class: "primary loud roll-button", dataset: { key: "roll" }, onClick: () => this.act("roll") }, t(model.view?.phase === "start" ? "web.dice.roll-start" : "web.dice.roll")));
      const named = legal.filter((each) => each.startsWith("name "));
      const self = `name ${letter(model.toMove ?? -1)}`;
      // At a big table the seats themselves are the buttons.
      const shown = named.length > MANY ? named.filter((each) => each === self) : named;
      // Taking the loss oneself comes last: it is the one that nobody wants by mistake.
      for (const move of shown.toSorted((a, b) => Number(a === self) - Number(b === self))) made.push(this.nameButton(model, move));
      if (legal.includes("foul")) made.push(h("button", { type: "button", class: "quiet", onClick: () => this.act("foul") }, t("web.dice.foul")));
      if (legal.includes("stop")) made.push(h("button", { type: "button", class: "quiet", onClick: () => this.act("stop") }, t("web.dice.stop")));
    }
    const had = document.activeElement instanceof HTMLElement && this.buttons.contains(document.activeElement);
    const lost = document.activeElement === document.body || document.activeElement === null;
    replace(this.buttons, made);
    // Whoever plays by keyboard goes on where the next choice is.
    if ((had || lost) && made[0]) made[0].focus({ preventScroll: true });
    else if (had || lost) /** @type {HTMLElement | null} */ (this.tray.querySelector("button:not(.shut)"))?.focus({ preventScroll: true });
  }

  /** @param {Model} model @param {string} move */
  nameButton(model, move) {
    const { t } = this.ctx;
    const seat = seatOf(move.slice(5));
    const self = seat === model.toMove;
    return h("button", { type: "button", class: self ? "quiet" : "", onClick: () => this.act(move) }, self ? t("web.dice.take-it") : t("web.dice.name", { name: this.ctx.names()[seat] ?? "" }));
  }

  plays() {
    return this.ctx.mode === "play" || this.ctx.mode === "learn";
  }

  // --- doing ---------------------------------------------------------------------------------------

  /** @param {string} move */
  async act(move) {
    if (this.playing) this.skip();
    if (this.sent || !this.model?.legal.includes(move)) return;
    this.sent = move;
    this.element.classList.add("busy");
    const answer = await this.ctx.send(move);
    this.element.classList.remove("busy");
    if (!answer.ok) this.sent = "";
  }

  /** @param {string} face */
  async why(face) {
    const answer = await this.ctx.why({ card: face });
    const text = answer.message ?? "";
    this.hint.textContent = text;
    if (text) toast(text, { bad: true, seconds: 6 });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !this.plays()) return;
    if (target?.closest("input, textarea, select, dialog") || document.querySelector("dialog[open]") || !this.element.isConnected) return;
    if (event.key === "Escape") this.skip();
    else if (event.key.toLowerCase() === "o") this.turnOdds();
    else if (event.key === " " && !target?.closest("button, a, summary")) {
      event.preventDefault();
      if (this.playing) this.skip();
      else void this.act("roll");
    } else if (/^[1-9]$/.test(event.key)) /** @type {HTMLElement | null} */ (this.tray.querySelector(`button[data-at="${Number(event.key) - 1}"]`))?.click();
  }

  // --- odds ----------------------------------------------------------------------------------------

  turnOdds() {
    this.showOdds = !this.showOdds;
    memory.set("odds", this.showOdds ? "yes" : "no");
    this.odds = null;
    this.paintOdds();
    if (this.showOdds && this.model) void this.fetchOdds(this.model);
  }

  /** @param {Model} model */
  async fetchOdds(model) {
    const phase = model.view?.phase;
    if (!this.plays() || (phase !== "roll" && phase !== "keep")) return;
    const answer = await this.ctx.ask("odds", {});
    if (this.gone || this.model?.version !== model.version) return;
    this.odds = answer.ok ? { version: model.version, data: answer.data } : null;
    this.paintOdds();
  }

  paintOdds() {
    this.oddsButton.setAttribute("aria-pressed", String(this.showOdds));
    this.oddsButton.hidden = !this.plays();
    const model = this.model;
    if (!model?.view) return;
    const data = this.showOdds && this.odds?.version === model.version ? this.odds.data : null;
    /** @type {Map<number, string>} */
    const bySeat = new Map();
    if (data?.losses) data.order.forEach((/** @type {number} */ seat, /** @type {number} */ at) => bySeat.set(seat, percent(data.losses[at], 0)));
    this.ring.paint(model, { odds: bySeat, hurt: [] });
    /** @type {{keep: string, loss: number, cost: number}[]} */
    const keeps = data?.keeps ?? [];
    for (const die of this.tray.querySelectorAll("[data-face]")) {
      const place = die.querySelector(".die-odds");
      const found = keeps.find((each) => each.keep === /** @type {HTMLElement} */ (die).dataset.face);
      if (!place) continue;
      place.textContent = found ? percent(found.loss, 0) : "";
      place.classList.toggle("best", found?.cost === 0);
    }
    if (data) this.hint.textContent = this.ctx.t(keeps.length ? "web.dice.odds-keep" : "web.dice.odds-seats");
    else this.hint.textContent = hintOf(this.ctx, model);
  }
}

/** What can be done now, in a line below the dice. @param {Context} ctx @param {Model} model */
function hintOf({ t }, { legal, view }) {
  if (legal.some((move) => move.startsWith("keep "))) return t("web.dice.tap");
  if (legal.some((move) => move.startsWith("name "))) return t("web.dice.tap-loser");
  if (legal.includes("roll") && view?.phase === "start") return t("web.dice.start-hint");
  return "";
}

/** @param {Context} ctx @param {Model} model */
function statusOf({ t, names }, model) {
  const phase = model.view?.phase;
  if (model.toMove === null || !["start", "roll", "keep", "name"].includes(phase)) return null;
  const seat = model.table.seats[model.toMove];
  const mine = model.you.seats.includes(model.toMove) && !seat?.bot;
  if (mine && model.you.seats.length === 1) return t(`web.dice.you-${phase}`);
  return t(`web.dice.they-${phase}`, { name: names()[model.toMove] ?? "" });
}
