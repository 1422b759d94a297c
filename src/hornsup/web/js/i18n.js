/** Texts come from the server's catalogues; a key is `topic.name`, as everywhere in the project. */

/** @typedef {import("./types").Language} Language */
/** @typedef {import("./types").Values} Values */

/** @type {readonly Language[]} */
export const LANGUAGES = ["en", "it", "fr"];

/** @type {Record<string, any>} */
let texts = {};
/** @type {Language} */
let spoken = "en";
let plurals = new Intl.PluralRules("en");

/** Load the catalogue of a language; everything is said in it from then on. @param {Language} language */
export async function load(language) {
  const response = await fetch(`/api/texts/${language}.json`);
  if (!response.ok) throw new Error(`texts: ${response.status}`);
  texts = await response.json();
  spoken = language;
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/** @returns {Language} */
export function language() {
  return spoken;
}

/** What stands under a key, or undefined. @param {string} key @returns {any} */
export function lookup(key) {
  let node = texts;
  for (const name of key.split(".")) {
    if (node === null || typeof node !== "object" || !Object.hasOwn(node, name)) return undefined;
    node = node[name];
  }
  return node;
}

/**
 * The sentence under a key with its placeholders filled. A table with `one` and `other` is chosen
 * from by `values.n`; a value that begins with `@` and is a key of the catalogue is looked up.
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  let found = lookup(key);
  if (found !== null && typeof found === "object") {
    found = plurals.select(Number(values.n)) === "one" ? found.one : found.other;
  }
  if (typeof found !== "string") return `⟨${key}⟩`;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? word(values[name]) : whole));
}

/** @param {string | number} value */
function word(value) {
  const text = String(value);
  const found = text.startsWith("@") ? lookup(text.slice(1)) : undefined;
  return typeof found === "string" ? found : text;
}

/** The first language of this browser that we speak. @returns {Language} */
export function preferred() {
  for (const tag of navigator.languages ?? []) {
    const short = tag.slice(0, 2).toLowerCase();
    const known = LANGUAGES.find((each) => each === short);
    if (known) return known;
  }
  return "en";
}

/** A share as a percentage in the reader's writing. @param {number} share @param {number} [digits] */
export function percent(share, digits = 1) {
  const style = { style: /** @type {const} */ ("percent"), maximumFractionDigits: digits };
  return new Intl.NumberFormat(spoken, style).format(share);
}
