/** The texts of the present language, from the server's catalogues; a key is `topic.name`. */

/** @typedef {import("./types").Language} Language */
/** @typedef {import("./types").Values} Values */

/** @type {readonly Language[]} */
export const LANGUAGES = ["en", "it", "fr"];

/** @type {Record<string, any>} */
let texts = {};
/** @type {Language} */
let current = "en";
let plurals = new Intl.PluralRules("en");

/** Load the texts of a language and use it from then on. @param {Language} language */
export async function load(language) {
  const response = await fetch(`/api/texts/${language}.json`);
  if (!response.ok) throw new Error(`texts: ${response.status}`);
  texts = await response.json();
  current = language;
  plurals = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/** @returns {Language} */
export function language() {
  return current;
}

/** The text or table under a key, or undefined. @param {string} key @returns {any} */
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
  if (typeof value === "number" && !Number.isInteger(value)) return number(value);
  const text = String(value);
  const found = text.startsWith("@") ? lookup(text.slice(1)) : undefined;
  return typeof found === "string" ? found : text;
}

/** Words as a list in a sentence, as the server writes one. @param {string[]} words */
export function listed(words) {
  if (words.length < 2) return words.join("");
  const last = words[words.length - 1];
  const and = t(/^e/i.test(last) ? "words.and-before-e" : "words.and");
  return `${words.slice(0, -1).join(", ")} ${and} ${last}`;
}

/** The first language of the browser that there are texts for. @returns {Language} */
export function preferred() {
  for (const tag of navigator.languages ?? []) {
    const short = tag.slice(0, 2).toLowerCase();
    const known = LANGUAGES.find((each) => each === short);
    if (known) return known;
  }
  return "en";
}

/** A number in the present language, with exactly so many decimals if they are given. @param {number} value @param {number} [digits] */
export function number(value, digits) {
  const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(current, digits === undefined ? {} : exactly).format(value);
}

/** A share as a percentage in the present language. @param {number} share @param {number} [digits] */
export function percent(share, digits = 1) {
  const style = { style: /** @type {const} */ ("percent"), maximumFractionDigits: digits };
  return new Intl.NumberFormat(current, style).format(share);
}
