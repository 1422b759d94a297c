/** The page of the rules: an overview, the numbered rules with pictures and a search, a game's own sections. */

import { allGames, gameInfo, gamePage, loadGames } from "../catalogue.js";
import { css, h, reducedMotion, replace } from "../dom.js";
import { announce } from "../announce.js";
import { api } from "../net.js";
import { topbar } from "../ui/page/topbar.js";

/** @typedef {import("../types").App} App */
/** @typedef {{file: string, width: number, height: number, alt: string}} Picture */
/** @typedef {{number: string, title: string, text: string, picture?: Picture}} Rule */
/** @typedef {{name: string, title: string, rules: Rule[]}} Chapter */
/** @typedef {{title: string, lines: string[]}} Overview */
/** @typedef {{game: string, title: string, overview: Overview, chapters: Chapter[]}} Book */
/** @typedef {{element: HTMLElement, plain: string, number: string, paint: (words: string[]) => void}} Entry */
/** @typedef {{element: HTMLElement, entries: Entry[]}} Section */

/** The number of a rule, such as `H23` or `R-a`. */
const NUMBER = /\b([A-Z](?:\d{1,2}|-[a-z]))\b/;
/** The name of a house rule, as the catalogues and the API write it. */
const OPTION = /`(\w+)`/g;

/** @type {import("../types").PageFunction} */
export async function page(root, params, app) {
  await loadGames();
  const game = (allGames().find(({ name }) => name === params.game) ?? allGames()[0]).name;
  const [book, sections] = await Promise.all([
    api("GET", `/api/rules/${game}?language=${app.language}`),
    gamePage(game).ruleSections(app.t),
    css("rules"),
  ]);
  const shown = new RulesPage(book, sections, app);
  replace(root, topbar(app), shown.element);
  app.title(`${shown.say("title")}${app.t("web.colon")}${book.title}`);
  shown.follow();
  return { destroy: () => shown.destroy() };
}

class RulesPage {
  /** @param {Book} book @param {import("../types").RuleSection[]} extras @param {App} app */
  constructor(book, extras, app) {
    this.book = book;
    this.app = app;
    this.numbers = new Set(book.chapters.flatMap(({ rules }) => rules.map(({ number }) => number)));
    /** Titles of the house rules by name. */
    this.options = new Map(gameInfo(book.game).options.map(({ name, title }) => [name, title]));
    for (const box of ["deck", "dice"]) this.options.set(box, app.t(`web.settings.${box}`));
    this.field = h("input", {
      type: "search",
      id: "rules-search",
      placeholder: this.say("hint"),
      autocomplete: "off",
      spellcheck: "false",
      onInput: () => this.search(),
    });
    this.found = h("p", { class: "rl-found", role: "status" });
    /** @type {Section[]} */
    this.sections = book.chapters.map((chapter) => this.chapter(chapter));
    this.overview = overview(book.overview);
    this.extras = extras;
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
    const tabs = allGames().map(({ name, title }) =>
      h("a", { class: "button", href: `/rules/${name}`, "aria-current": name === book.game ? "page" : null }, title),
    );
    const contents = [
      contentsItem(this.overview.id, this.overview.title),
      ...book.chapters.map(({ name, title }) => contentsItem(`chapter-${name}`, title)),
      ...this.extras.map(({ id, title }) => contentsItem(id, title)),
    ];
    return h(
      "div",
      { class: "rl" },
      h(
        "nav",
        { class: "rl-contents", "aria-label": this.say("contents") },
        h(
          "details",
          { open: matchMedia("(min-width: 901px)").matches },
          h("summary", null, this.say("contents")),
          h("ol", null, contents),
        ),
      ),
      h(
        "main",
        { class: "rl-main", id: "content" },
        h("h1", null, this.say("title")),
        h("nav", { class: "rl-games row", "aria-label": this.say("title") }, tabs),
        h(
          "div",
          { class: "rl-search" },
          h("label", { for: "rules-search" }, this.say("search")),
          this.field,
          this.found,
        ),
        this.overview.element,
        this.sections.map(({ element }) => element),
        this.extras.map(({ element }) => element),
      ),
    );
  }

  // --- rules ---------------------------------------------------------------------------------------

  /** @param {Chapter} chapter @returns {Section} */
  chapter({ name, title, rules }) {
    const entries = rules.map((rule) => this.rule(rule));
    return {
      element: h(
        "section",
        { class: "rl-chapter" },
        h("h2", { id: `chapter-${name}` }, title),
        entries.map(({ element }) => element),
      ),
      entries,
    };
  }

  /** @param {Rule} rule @returns {Entry} */
  rule({ number, title, text: written, picture }) {
    // Players know a house rule by the title that it has in the lobby.
    const text = written.replaceAll(OPTION, (_, name) => `\`${this.options.get(name) ?? name}\``);
    const heading = h("h3");
    const body = h("p");
    const anchor = h(
      "a",
      { class: "rl-number", href: `#${number}`, "aria-label": this.say("link", { rule: number }) },
      number,
    );
    const element = h(
      "article",
      { class: "rl-rule", id: number, tabindex: "-1" },
      anchor,
      h("div", null, heading, body, picture ? figure(picture) : null),
    );
    const linked = (/** @type {string} */ told, /** @type {string[]} */ words) =>
      told
        .split(NUMBER)
        .flatMap((part, at) =>
          at % 2 && this.numbers.has(part) && part !== number
            ? h("a", { href: `#${part}` }, part)
            : marked(part, words),
        );
    const paint = (/** @type {string[]} */ words) => {
      replace(heading, marked(title, words));
      replace(
        body,
        text.split("`").flatMap((part, at) => (at % 2 ? h("em", null, marked(part, words)) : linked(part, words))),
      );
    };
    paint([]);
    return { element, number, plain: fold(`${number} ${title} ${text.replaceAll("`", "")}`), paint };
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
    for (const { element } of [this.overview, ...this.extras]) element.hidden = !this.filter(element, words);
    this.found.textContent =
      words.length === 0 ? "" : count ? this.say("found", { n: count }) : this.say("none", { text });
  }

  /**
   * Hide the items of a section that do not match; returns whether any is left.
   * @param {HTMLElement} place
   * @param {string[]} words
   */
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
}

/** The game in about ten lines. @param {Overview} told @returns {import("../types").RuleSection} */
function overview({ title, lines }) {
  const items = lines.map((line) => h("li", null, line));
  const element = h(
    "section",
    { class: "rl-overview" },
    h("h2", { id: "overview" }, title),
    h("ul", { class: "rl-lines" }, items),
  );
  return { id: "overview", title, element };
}

/** A picture, fetched when it comes near the window. @param {Picture} picture */
function figure({ file, width, height, alt }) {
  return h(
    "figure",
    { class: "rl-picture" },
    h("img", { src: `/art/${file}`, alt, width, height, loading: "lazy", decoding: "async" }),
  );
}

/** @param {string} id @param {string} title */
function contentsItem(id, title) {
  return h("li", null, h("a", { href: `#${id}` }, title));
}

/** A text without accents and capitals, for the search. @param {string} text */
function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("’", "'").toLowerCase();
}

/**
 * A number matches its rule and those that cite it; anything else must contain all the words.
 * @param {Entry} entry
 * @param {string[]} words
 */
function matches(entry, words) {
  if (words.length === 1 && /^[a-z](\d{1,2}|-[a-z])$/.test(words[0]))
    return entry.number.toLowerCase() === words[0] || new RegExp(`\\b${words[0]}\\b`).test(entry.plain);
  return words.every((word) => entry.plain.includes(word));
}

/**
 * A text with the words of the search marked.
 * @param {string} text
 * @param {string[]} words
 * @returns {(string | HTMLElement)[]}
 */
function marked(text, words) {
  const plain = fold(text);
  // Positions are the same only while folding keeps the length, which it does in our languages.
  if (!words.length || plain.length !== text.length) return [text];
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let at = 0;
  while (at < text.length) {
    const next = words
      .map((word) => ({ word, from: plain.indexOf(word, at) }))
      .filter(({ from }) => from >= 0)
      .sort((a, b) => a.from - b.from || b.word.length - a.word.length)[0];
    if (!next) break;
    if (next.from > at) parts.push(text.slice(at, next.from));
    at = next.from + next.word.length;
    parts.push(h("mark", null, text.slice(next.from, at)));
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}
