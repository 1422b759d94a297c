/** The replay of a finished game: step, jump, play, from any seat or with all hands open. */

import { css, h, reducedMotion, replace } from "../dom.js";
import { Film, tableOf } from "../film.js";
import { spoken, withDice } from "../games/raise-your-horns/words.js";
import { announce } from "../live.js";
import { Problem, api } from "../net.js";
import { dialog, toast } from "../ui/dialog.js";
import { glyph } from "../ui/icons.js";
import { nameOf, namesOf, piece } from "../ui/seats.js";
import { loadGame } from "../ui/shell.js";
import { topbar } from "../ui/topbar.js";

/** @typedef {import("../types").App} App */
/** @typedef {import("../types").GameComponent} GameComponent */
/** @typedef {import("../types").TableInfo} TableInfo */
/** @typedef {"open" | "table" | number} Eyes whose view it is: all hands, none, or a seat's */
/** @typedef {{load: (eyes: Eyes) => Promise<Film>, record: () => Promise<any>, id: string}} Source */

const SPEEDS = [0.5, 1, 2, 4];
const DICE = "raise-your-horns";
const PACE = /** @type {Record<string, number>} */ ({ "horns-up": 1500, [DICE]: 2900 });
/** From this speed on there is no time for shows. */
const HASTE = 4;

/** @type {import("../types").PageFunction} */
export async function page(root, params, app) {
  await Promise.all([css("table"), css("replay")]);
  try {
    return await open(root, stored(params.id, app), app, true);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return nothing(root, app, error);
  }
}

/** A game of this server. @param {string} id @param {App} app @returns {Source} */
function stored(id, app) {
  return {
    id,
    async load(eyes) {
      const query = `${asked(eyes)}language=${app.language}`;
      const [table, film] = await Promise.all([api("GET", `/api/tables/${id}`), api("GET", `/api/tables/${id}/replay?${query}`)]);
      return new Film(film, table, seatOf(eyes));
    },
    record: () => api("GET", `/api/tables/${id}/record`),
  };
}

/** A record from a file. @param {any} record @param {App} app @returns {Source} */
function brought(record, app) {
  return {
    id: "",
    async load(eyes) {
      const film = await api("POST", `/api/replay?language=${app.language}`, { record, seat: seatOf(eyes), open_hands: eyes === "open" });
      return new Film(film, tableOf(film), seatOf(eyes));
    },
    record: async () => record,
  };
}

/** @param {Eyes} eyes */
function asked(eyes) {
  if (eyes === "open") return "open_hands=true&";
  return eyes === "table" ? "" : `seat=${eyes}&`;
}

/** @param {Eyes} eyes */
function seatOf(eyes) {
  return typeof eyes === "number" ? eyes : null;
}

/** There is no such game, or it is not over: a file can still be opened. @param {HTMLElement} root @param {App} app @param {Problem} error */
function nothing(root, app, error) {
  /** @type {import("../types").Page | null} */
  let shown = null;
  const go = async (/** @type {any} */ record) => {
    shown = await open(root, brought(record, app), app, false);
  };
  const text = error.status === 404 ? app.t("web.missing.table") : error.message;
  replace(
    root,
    topbar(app),
    h("main", { class: "page narrow stack", id: "content" }, h("h1", null, text), h("p", null, app.t("web_more.replay.file-hint")), h("div", { class: "row" }, fileButton(app, go), h("a", { class: "button", href: "/" }, app.t("web.nav.home")))),
  );
  return { destroy: () => shown?.destroy() };
}

/** @param {App} app @param {(record: any) => Promise<void>} go */
function fileButton({ t }, go) {
  const field = h("input", { type: "file", accept: ".json,application/json", hidden: true, onChange: () => void read() });
  const read = async () => {
    const file = field.files?.[0];
    field.value = "";
    if (!file) return;
    try {
      await go(JSON.parse(await file.text()));
    } catch (error) {
      toast(error instanceof Problem ? error.message : t("web_more.replay.bad-file"), { bad: true, seconds: 8 });
    }
  };
  return h("span", { class: "rp-file" }, field, h("button", { type: "button", onClick: () => field.click() }, glyph("log"), t("web_more.replay.open-file")));
}

/** @param {HTMLElement} root @param {Source} source @param {App} app @param {boolean} linked whether the address tells where to begin */
async function open(root, source, app, linked) {
  const query = new URLSearchParams(linked ? location.search : "");
  const eyes = eyesOf(query);
  const film = await source.load(eyes);
  const { createGame } = await loadGame(film.game);
  const player = new Player(source, film, eyes, app, createGame);
  const wanted = Number(query.get("step") ?? 0);
  replace(root, player.element);
  player.show(Number.isInteger(wanted) ? wanted : 0);
  player.onFile = async (record) => {
    const next = await open(root, brought(record, app), app, false);
    player.destroy();
    player.destroy = () => next.destroy();
  };
  app.title(app.t("web_more.replay.title"));
  return { destroy: () => player.destroy() };
}

/** @param {URLSearchParams} query @returns {Eyes} */
function eyesOf(query) {
  const seat = query.get("seat");
  if (seat !== null && /^\d$/.test(seat)) return Number(seat);
  return query.get("view") === "table" ? "table" : "open";
}

class Player {
  /** @param {Source} source @param {Film} film @param {Eyes} eyes @param {App} app @param {(ctx: import("../types").GameContext) => GameComponent} createGame */
  constructor(source, film, eyes, app, createGame) {
    this.source = source;
    this.film = film;
    this.eyes = eyes;
    this.app = app;
    this.step = -1;
    this.speed = 1;
    this.timer = 0;
    this.addressTimer = 0;
    /** @type {(record: any) => Promise<void>} */
    this.onFile = async () => {};
    const refuse = async () => ({ id: "", ok: false, version: 0 });
    this.game = createGame({ mode: "replay", t: app.t, language: app.language, announce, send: refuse, why: refuse, ask: refuse, names: () => namesOf(this.film.table), reducedMotion });
    this.key = (/** @type {KeyboardEvent} */ event) => this.press(event);
    this.element = this.build();
    document.addEventListener("keydown", this.key);
  }

  destroy() {
    this.pause();
    clearTimeout(this.addressTimer);
    document.removeEventListener("keydown", this.key);
    this.game.destroy();
  }

  // --- what is there -------------------------------------------------------------------------------

  build() {
    const say = this.say.bind(this);
    this.caption = h("div", { class: "rp-caption" });
    this.lines = h("ol", { class: "log-lines rp-lines", tabindex: "0", "aria-label": this.app.t("web.table.log") });
    this.slider = h("input", { type: "range", min: 0, max: this.film.last, step: 1, value: 0, class: "rp-slider", "aria-label": say("slider"), onInput: () => this.scrub() });
    this.ticks = h("div", { class: "rp-ticks", "aria-hidden": "true" });
    this.playButton = h("button", { type: "button", class: "primary rp-play", onClick: () => this.toggle() });
    this.where = h("output", { class: "rp-where" });
    this.turns = h("select", { "aria-label": say("jump"), onChange: () => this.jump(Number(/** @type {HTMLSelectElement} */ (this.turns).value)) });
    this.fillTurns();
    this.paintLines();
    this.paintPlay();
    const head = h(
      "header",
      { class: "rp-head" },
      h("a", { class: "skip", href: "#content" }, this.app.t("web.nav.skip")),
      h("a", { class: "icon-button quiet button", href: "/", "aria-label": this.app.t("web.nav.home"), title: this.app.t("web.nav.home") }, glyph("cross")),
      h("h1", null, say("title")),
      this.viewPicker(),
      h("button", { type: "button", class: "icon-button quiet", "aria-label": say("more"), title: say("more"), onClick: () => this.more() }, glyph("menu")),
    );
    return h(
      "div",
      { class: "rp", dataset: { game: this.film.game } },
      head,
      h("main", { class: "rp-game", id: "content" }, this.game.element),
      h("aside", { class: "rp-side", "aria-label": this.app.t("web.table.log") }, h("h2", null, this.app.t("web.table.log")), this.lines),
      this.caption,
      h(
        "div",
        { class: "rp-controls", role: "group", "aria-label": say("controls") },
        h("div", { class: "rp-track" }, this.ticks, this.slider),
        h("div", { class: "rp-buttons" }, tool("first", say("turn-back"), () => this.turn(-1)), tool("back", say("back"), () => this.stepBy(-1)), this.playButton, tool("on", say("on"), () => this.stepBy(1)), tool("last", say("turn-on"), () => this.turn(1))),
        h("div", { class: "rp-more" }, this.turns, this.speeds(), this.where),
      ),
    );
  }

  /** @param {string} key @param {import("../types").Values} [values] */
  say(key, values) {
    return this.app.t(`web_more.replay.${key}`, values);
  }

  viewPicker() {
    const { seats } = this.film.table;
    const choice = (/** @type {Eyes} */ value, /** @type {string} */ text) => h("option", { value: String(value), selected: value === this.eyes }, text);
    const options = [choice("open", this.say("open")), choice("table", this.say("table")), ...seats.map((seat) => choice(seat.seat, this.say("as", { name: nameOf(seat) })))];
    const picker = h("select", { class: "rp-eyes", "aria-label": this.say("eyes"), onChange: () => void this.look(picker.value) }, options);
    return picker;
  }

  /** @param {string} value */
  async look(value) {
    const eyes = value === "open" || value === "table" ? value : Number(value);
    try {
      this.film = await this.source.load(eyes);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { bad: true });
      return;
    }
    this.eyes = eyes;
    this.paintLines();
    this.show(this.step);
  }

  speeds() {
    const buttons = SPEEDS.map((each) => h("button", { type: "button", "aria-pressed": each === this.speed, onClick: () => choose(each) }, `${each}×`));
    const choose = (/** @type {number} */ speed) => {
      this.speed = speed;
      buttons.forEach((button, at) => button.setAttribute("aria-pressed", String(SPEEDS[at] === speed)));
      if (this.timer) this.wait();
    };
    return h("div", { class: "segments rp-speeds", role: "group", "aria-label": this.say("speed") }, buttons);
  }

  fillTurns() {
    const { marks, table, last, game } = this.film;
    const label = game === DICE ? "round-n" : "turn-n";
    const options = marks.map((mark, at) => {
      const who = mark.seat === null || game === DICE ? "" : ` · ${nameOf(table.seats[mark.seat])}`;
      return h("option", { value: String(at) }, (mark.turn === 0 ? this.say("beginning") : this.say(label, { n: mark.turn })) + who);
    });
    replace(/** @type {HTMLSelectElement} */ (this.turns), options);
    const ticks = marks.map((mark) => h("i", { style: { left: `${(mark.at / Math.max(1, last)) * 100}%`, "--seat": mark.seat === null || game === DICE ? null : `var(--seat-${mark.seat})` } }));
    replace(/** @type {HTMLElement} */ (this.ticks), ticks);
  }

  /** Every sentence of the game; a click goes to where it was said. */
  paintLines() {
    const rows = this.film.frames.flatMap(({ events }, at) => events.map(({ text }) => h("li", { dataset: { at } }, h("button", { type: "button", class: "rp-line", tabindex: "-1", onClick: () => this.show(at) }, this.words(text)))));
    replace(/** @type {HTMLElement} */ (this.lines), rows);
  }

  /** @param {string} text */
  words(text) {
    return this.film.game === DICE ? withDice(text) : [text];
  }

  // --- going ---------------------------------------------------------------------------------------

  /** @param {number} wanted */
  show(wanted) {
    const step = Math.max(0, Math.min(this.film.last, wanted));
    const next = step === this.step + 1 && this.speed < HASTE;
    this.step = step;
    const frame = this.film.frames[step];
    const model = this.film.model(step);
    this.game.paint(model, next ? { type: "update", version: step, kind: "moved", seat: frame.seat, events: frame.events } : null);
    this.tell(frame);
    this.paintWhere(model);
    this.remember();
    if (step === this.film.last) this.pause();
  }

  /** @param {import("../film.js").Frame} frame */
  tell({ events, view }) {
    const { film, step } = this;
    const before = events.length ? events.map(({ text }) => text) : step === 0 ? [this.say("begins")] : [];
    replace(/** @type {HTMLElement} */ (this.caption), before.slice(-3).map((text) => h("p", null, this.words(text))));
    const said = before.join(" ");
    if (said) announce(film.game === DICE ? spoken(said, view.names ?? "rulebook") : said);
    const lines = /** @type {HTMLElement} */ (this.lines);
    /** @type {HTMLElement | null} */
    let here = null;
    for (const row of lines.children) {
      if (!(row instanceof HTMLElement)) continue;
      const at = Number(row.dataset.at);
      row.classList.toggle("now", at === step);
      row.classList.toggle("later", at > step);
      if (at <= step) here = row;
    }
    if (here) lines.scrollTop = here.offsetTop - lines.offsetTop - lines.clientHeight / 2;
  }

  /** @param {import("../types").Model} model */
  paintWhere(model) {
    const { film, step } = this;
    const slider = /** @type {HTMLInputElement} */ (this.slider);
    const at = film.markAt(step);
    const label = this.say("step", { step, last: film.last });
    slider.value = String(step);
    slider.setAttribute("aria-valuetext", label);
    slider.style.setProperty("--share", `${(step / Math.max(1, film.last)) * 100}%`);
    /** @type {HTMLSelectElement} */ (this.turns).value = String(at);
    replace(/** @type {HTMLElement} */ (this.where), model.toMove === null ? null : piece(model.toMove), label);
  }

  /** The address leads back here, without a step in the history for each. */
  remember() {
    if (!this.source.id) return;
    clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(() => history.replaceState(null, "", this.address()), 350);
  }

  address() {
    const eyes = this.eyes === "open" ? "" : this.eyes === "table" ? "&view=table" : `&seat=${this.eyes}`;
    return `/replay/${this.source.id}?step=${this.step}${eyes}`;
  }

  /** @param {number} by */
  stepBy(by) {
    this.pause();
    this.show(this.step + by);
  }

  /** To the beginning of the next turn, or of this one and those before. @param {number} by */
  turn(by) {
    const { film, step } = this;
    const at = film.markAt(step);
    const back = step > film.marks[at].at ? at : at - 1;
    this.pause();
    if (by < 0) this.show(film.marks[Math.max(0, back)].at);
    else this.show(film.marks[at + 1]?.at ?? film.last);
  }

  /** @param {number} mark */
  jump(mark) {
    this.pause();
    this.show(this.film.marks[mark]?.at ?? 0);
  }

  scrub() {
    this.pause();
    this.show(Number(/** @type {HTMLInputElement} */ (this.slider).value));
  }

  // --- playing -------------------------------------------------------------------------------------

  toggle() {
    if (this.timer) return this.pause();
    if (this.step === this.film.last) this.show(0);
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.onward(), (PACE[this.film.game] ?? 1500) / this.speed);
    this.paintPlay();
  }

  onward() {
    this.wait();
    this.show(this.step + 1);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.paintPlay();
  }

  paintPlay() {
    const label = this.say(this.timer ? "pause" : "play");
    if (!this.playButton || this.playButton.getAttribute("aria-label") === label) return;
    this.playButton.setAttribute("aria-label", label);
    this.playButton.title = label;
    replace(this.playButton, sign(this.timer ? "pause" : "play"));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.matches("select, textarea, input:not([type=range])")) return;
    const onButton = target?.closest("button, a, summary") && event.key === " ";
    const onBoard = target?.closest(".hu-board, .hu-concert") && event.key.startsWith("Arrow");
    const act = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => (event.shiftKey ? this.turn(-1) : this.stepBy(-1)),
      ArrowRight: () => (event.shiftKey ? this.turn(1) : this.stepBy(1)),
      PageUp: () => this.turn(-1),
      PageDown: () => this.turn(1),
      Home: () => (this.pause(), this.show(0)),
      End: () => (this.pause(), this.show(this.film.last)),
      " ": () => this.toggle(),
      "?": () => this.shortcuts(),
    })[event.key];
    if (!act || onButton || onBoard) return;
    event.preventDefault();
    act();
  }

  shortcuts() {
    /** @type {[string, string][]} */
    const keys = [["← →", this.say("key-step")], ["Shift+← Shift+→", this.say("key-turn")], [this.app.t("web.dice.key-space"), this.say("key-play")], ["Home End", this.say("key-ends")], ["?", this.app.t("web.table.keys")]];
    const rows = keys.map(([key, text]) => h("div", { class: "key-row" }, h("dt", null, key.split(" ").map((each) => h("kbd", null, each))), h("dd", null, text)));
    dialog(this.app.t("web.table.keys"), [h("dl", { class: "key-list" }, rows)]);
  }

  // --- around --------------------------------------------------------------------------------------

  more() {
    const { t } = this.app;
    const { id } = this.source;
    const verdict = h("div", { class: "verdict", "aria-live": "polite" });
    const file = fileButton(this.app, async (record) => {
      await this.onFile(record);
      box.close();
    });
    const box = dialog(this.say("title"), [
      h(
        "div",
        { class: "menu-list" },
        id ? h("button", { type: "button", onClick: () => void this.copy() }, glyph("share"), this.say("link")) : null,
        id ? h("a", { class: "button", href: `/api/tables/${id}/record`, download: `hornsup-${id.slice(0, 8)}.json` }, glyph("download"), t("web.end.record")) : null,
        h("button", { type: "button", onClick: () => void this.verify(verdict) }, glyph("seal"), t("web.end.verify")),
        file,
        id ? h("a", { class: "button", href: `/t/${id}`, onClick: () => box.close() }, glyph("crown"), this.say("to-table")) : null,
        h("button", { type: "button", onClick: () => (box.close(), this.shortcuts()) }, glyph("help"), t("web.table.keys")),
      ),
      verdict,
    ]);
  }

  async copy() {
    const link = location.origin + this.address();
    try {
      await navigator.clipboard.writeText(link);
      toast(this.app.t("web.copied"), { seconds: 2 });
    } catch {
      const field = h("input", { type: "text", readonly: true, value: link, "aria-label": this.say("link") });
      dialog(this.say("link"), [field]);
      field.select();
    }
  }

  /** Have the game dealt and played again, and say plainly what came out. @param {HTMLElement} place */
  async verify(place) {
    const { t, language } = this.app;
    replace(place, h("p", null, t("web.loading")));
    try {
      const found = await api("POST", `/api/verify?language=${language}`, await this.source.record());
      replace(
        place,
        h("p", { class: found.honest ? "honest" : "dishonest" }, glyph(found.honest ? "seal" : "cross"), h("span", null, t(found.honest ? "web.end.honest" : "web.end.dishonest"))),
        h("p", { class: "rp-checked" }, this.say("checked")),
        h("details", null, h("summary", null, t("web.end.how")), h("ul", { class: "changes" }, found.lines.map((/** @type {string} */ line) => h("li", null, line)))),
      );
    } catch (error) {
      replace(place, h("p", { class: "dishonest" }, error instanceof Error ? error.message : String(error)));
    }
    place.scrollIntoView({ block: "nearest" });
  }
}

/** @type {Record<string, string>} */
const SIGNS = {
  play: "M7 4l13 8-13 8Z",
  pause: "M6 4h4v16H6ZM14 4h4v16h-4Z",
  on: "M8 5l7 7-7 7",
  back: "M16 5l-7 7 7 7",
  last: "M5 5l7 7-7 7M12 5l7 7-7 7",
  first: "M19 5l-7 7 7 7M12 5l-7 7 7 7",
};

/** @param {string} name */
function sign(name) {
  const drawn = glyph("play");
  const solid = name === "play" || name === "pause";
  drawn.firstElementChild?.setAttribute("d", SIGNS[name]);
  drawn.firstElementChild?.setAttribute("fill", solid ? "currentColor" : "none");
  return drawn;
}

/** @param {string} name @param {string} label @param {() => void} onClick */
function tool(name, label, onClick) {
  return h("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onClick }, sign(name));
}
