/** The rules with their numbers and a search, the legend of the symbols, and every card. */

import { css, h, picture, reducedMotion, replace } from "../dom.js";
import { Cards } from "../games/horns-up/cards.js";
import { dieFace } from "../games/raise-your-horns/dice.js";
import { announce } from "../live.js";
import { api } from "../net.js";
import { glyph } from "../ui/icons.js";
import { topbar } from "../ui/topbar.js";

/** @typedef {import("../types").App} App */
/** @typedef {{number: string, title: string, text: string}} Rule */
/** @typedef {{name: string, title: string, rules: Rule[]}} Chapter */
/** @typedef {{game: string, title: string, chapters: Chapter[]}} Book */
/** @typedef {{element: HTMLElement, plain: string, number: string, paint: (words: string[]) => void}} Entry */
/** @typedef {{element: HTMLElement, entries: Entry[]}} Section */

const GAMES = [
  { name: "horns-up", title: "Horns Up" },
  { name: "raise-your-horns", title: "Raise Your Horns!" },
];
const NUMBER = /\b([HQ]\d{1,2}|R\d{1,2}|R-[a-z])\b/;
const KINDS = ["path", "wall", "ticket", "stage"];
const PATHS = ["path-ns", "path-ew", "path-ne", "path-nw", "path-nes", "path-new", "path-nesw"];
const PLACES = ["stage", "entrance", "vip-pass"];

/** @type {import("../types").PageFunction} */
export async function page(root, params, app) {
  const game = GAMES.some(({ name }) => name === params.game) ? params.game : GAMES[0].name;
  const [book] = await Promise.all([api("GET", `/api/rules/${game}?language=${app.language}`), css("rules")]);
  const shown = new RulesPage(book, app);
  replace(root, topbar(app), shown.element);
  app.title(`${shown.say("title")}: ${book.title}`);
  shown.follow();
  return { destroy: () => shown.destroy() };
}

class RulesPage {
  /** @param {Book} book @param {App} app */
  constructor(book, app) {
    this.book = book;
    this.app = app;
    this.numbers = new Set(book.chapters.flatMap(({ rules }) => rules.map(({ number }) => number)));
    this.field = h("input", { type: "search", id: "rules-search", placeholder: this.say("hint"), autocomplete: "off", spellcheck: "false", onInput: () => this.search() });
    this.found = h("p", { class: "rl-found", role: "status" });
    /** @type {Section[]} */
    this.sections = book.chapters.map((chapter) => this.chapter(chapter));
    this.extras = book.game === "horns-up" ? [this.legend(), this.cards()] : [this.dice()];
    this.element = this.build();
    this.onHash = () => this.follow();
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.press(event);
    addEventListener("hashchange", this.onHash);
    document.addEventListener("keydown", this.onKey);
  }

  destroy() {
    removeEventListener("hashchange", this.onHash);
    document.removeEventListener("keydown", this.onKey);
  }

  /** @param {string} key @param {import("../types").Values} [values] */
  say(key, values) {
    return this.app.t(`web_more.rules.${key}`, values);
  }

  build() {
    const { book } = this;
    const tabs = GAMES.map(({ name, title }) => h("a", { class: "button", href: `/rules/${name}`, "aria-current": name === book.game ? "page" : null }, title));
    const ways = [...book.chapters.map(({ name, title }) => way(`chapter-${name}`, title)), ...(book.game === "horns-up" ? [way("legend", this.say("legend")), way("cards", this.say("cards"))] : [way("dice", this.say("dice"))])];
    return h(
      "div",
      { class: "rl" },
      h("nav", { class: "rl-contents", "aria-label": this.say("contents") }, h("details", { open: matchMedia("(min-width: 901px)").matches }, h("summary", null, this.say("contents")), h("ol", null, ways))),
      h(
        "main",
        { class: "rl-main", id: "content" },
        h("h1", null, this.say("title")),
        h("nav", { class: "rl-games row", "aria-label": this.say("title") }, tabs),
        h("div", { class: "rl-search" }, h("label", { for: "rules-search" }, this.say("search")), this.field, this.found),
        this.sections.map(({ element }) => element),
        this.extras,
      ),
    );
  }

  // --- rules ---------------------------------------------------------------------------------------

  /** @param {Chapter} chapter @returns {Section} */
  chapter({ name, title, rules }) {
    const entries = rules.map((rule) => this.rule(rule));
    return { element: h("section", { class: "rl-chapter" }, h("h2", { id: `chapter-${name}` }, title), entries.map(({ element }) => element)), entries };
  }

  /** @param {Rule} rule @returns {Entry} */
  rule({ number, title, text }) {
    const heading = h("h3");
    const body = h("p");
    const anchor = h("a", { class: "rl-number", href: `#${number}`, "aria-label": this.say("link", { rule: number }) }, number);
    const element = h("article", { class: "rl-rule", id: number, tabindex: "-1" }, anchor, h("div", null, heading, body));
    const paint = (/** @type {string[]} */ words) => {
      replace(heading, marked(title, words));
      replace(body, text.split(NUMBER).flatMap((part, at) => (at % 2 && this.numbers.has(part) && part !== number ? h("a", { href: `#${part}` }, part) : marked(part, words))));
    };
    paint([]);
    return { element, number, plain: fold(`${number} ${title} ${text}`), paint };
  }

  search() {
    const text = this.field.value.trim();
    const words = fold(text).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { element, entries } of this.sections) {
      let here = 0;
      for (const entry of entries) {
        const fits = matches(entry, words);
        entry.element.hidden = !fits;
        if (fits) here += 1;
        entry.paint(fits ? words : []);
      }
      element.hidden = here === 0;
      count += here;
    }
    for (const each of this.extras) each.hidden = !this.filter(each, words);
    this.found.textContent = words.length === 0 ? "" : count ? this.say("found", { n: count }) : this.say("none", { text });
  }

  /** Leave of legend and cards what fits. @param {HTMLElement} place @param {string[]} words */
  filter(place, words) {
    let any = false;
    for (const item of place.querySelectorAll("li")) {
      item.hidden = !words.every((word) => fold(item.textContent ?? "").includes(word));
      if (!item.hidden) any = true;
    }
    return any;
  }

  /** Go to the rule in the address. */
  follow() {
    const id = decodeURIComponent(location.hash.slice(1));
    const place = id ? document.getElementById(id) : null;
    for (const old of this.element.querySelectorAll(".here")) old.classList.remove("here");
    if (!place || !this.element.contains(place)) return;
    if (this.field.value) {
      this.field.value = "";
      this.search();
    }
    place.classList.add("here");
    place.scrollIntoView({ block: "start", behavior: reducedMotion() ? "auto" : "smooth" });
    place.focus({ preventScroll: true });
    if (this.numbers.has(id)) announce(place.textContent ?? "");
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLElement && event.target.matches("input, textarea, select")) return;
    event.preventDefault();
    this.field.focus();
  }

  // --- pictures ------------------------------------------------------------------------------------

  legend() {
    const { t } = this.app;
    const cards = new Cards(t);
    const symbols = [...new Set([...cards.faces.values()].flatMap((face) => face.symbols))];
    const rows = symbols.map((symbol) => h("li", null, picture(`symbol-${symbol}`), h("span", null, t(`cards.symbols.${symbol}`))));
    const pieces = ["token", "skip", "action"].map((name) => h("li", null, picture(name), h("span", null, t(`cards.symbols.${name}`))));
    return h("section", { class: "rl-extra" }, h("h2", { id: "legend" }, this.say("legend")), h("p", null, this.say("legend-text")), h("ul", { class: "rl-legend" }, rows, pieces));
  }

  cards() {
    const cards = new Cards(this.app.t);
    const slugs = [...PATHS, ...cards.faces.keys()];
    const groups = KINDS.map((kind) => [h("h3", null, this.app.t(`cards.kinds.${kind}`)), h("ul", { class: "rl-cards" }, slugs.filter((slug) => cards.kind(slug) === kind).map((slug) => this.card(cards, slug)), kind === "stage" ? PLACES.map((slug) => this.card(cards, slug)) : null)]);
    return h("section", { class: "rl-extra" }, h("h2", { id: "cards" }, this.say("cards")), h("p", null, this.say("cards-text")), groups.flat());
  }

  /** @param {Cards} cards @param {string} slug */
  card(cards, slug) {
    const { named } = cards.face(slug);
    const symbols = cards.face(slug).symbols;
    const status = this.app.t(`cards.status.${named ? "named" : "reconstructed"}`);
    const face = slug === "vip-pass" ? picture("vip", "-15 -15 30 30", { class: "rl-face piece" }) : picture(cards.picture(slug), "0 0 150 100", { class: "rl-face" });
    return h(
      "li",
      { class: "rl-card", id: `card-of-${slug}` },
      face,
      h("div", null, h("h4", null, cards.name(slug)), symbols.length ? h("div", { class: "rl-symbols", "aria-hidden": "true" }, symbols.map((symbol) => picture(`symbol-${symbol}`))) : null, h("p", null, cards.text(slug)), h("p", { class: `rl-status ${named ? "named" : "own"}` }, glyph(named ? "seal" : "gear"), status)),
    );
  }

  dice() {
    const { t } = this.app;
    const faces = { W: ["WH", "W5", "W1"], B: ["B0", "B5", "B1"], F: ["F!", "F5", "F1"] };
    const rows = Object.entries(faces).map(([kind, shown]) => h("li", { class: "rl-die" }, h("div", { class: "rl-die-faces" }, shown.map((face) => dieFace(face))), h("div", null, h("h4", null, t(`dice.rulebook.${kind}`)), h("p", null, this.say(`die-${kind}`)))));
    return h("section", { class: "rl-extra" }, h("h2", { id: "dice" }, this.say("dice")), h("p", null, this.say("dice-text")), h("ul", { class: "rl-cards" }, rows));
  }
}

/** @param {string} id @param {string} title */
function way(id, title) {
  return h("li", null, h("a", { href: `#${id}` }, title));
}

/** Without accents and capitals, so that everybody finds everything. @param {string} text */
function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
}

/** A number alone finds its rule, everything else whatever holds all the words. @param {Entry} entry @param {string[]} words */
function matches(entry, words) {
  if (words.length === 1 && /^([hqr]\d{1,2}|r-[a-z])$/.test(words[0])) return entry.number.toLowerCase() === words[0] || new RegExp(`\\b${words[0]}\\b`).test(entry.plain);
  return words.every((word) => entry.plain.includes(word));
}

/** A text with what was looked for marked in it. @param {string} text @param {string[]} words @returns {(string | HTMLElement)[]} */
function marked(text, words) {
  const plain = fold(text);
  // Folding keeps the length of our three languages' letters; where it does not, nothing is marked.
  if (!words.length || plain.length !== text.length) return [text];
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let at = 0;
  while (at < text.length) {
    const next = words.map((word) => ({ word, from: plain.indexOf(word, at) })).filter(({ from }) => from >= 0).sort((a, b) => a.from - b.from || b.word.length - a.word.length)[0];
    if (!next) break;
    if (next.from > at) parts.push(text.slice(at, next.from));
    at = next.from + next.word.length;
    parts.push(h("mark", null, text.slice(next.from, at)));
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}
