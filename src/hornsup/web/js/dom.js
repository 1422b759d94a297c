/** Elements made by functions: text is inserted as text, never as HTML. */

const SVG = "http://www.w3.org/2000/svg";
const SPRITE = "/art/sprite.svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Props */

/**
 * An HTML element. Props: `class`, `onClick` and other listeners, `dataset`, `style` (an object),
 * properties such as `value` or `checked`, everything else as attributes (false and null leave out).
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/**
 * An SVG element; props and children as for `h`.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/**
 * A symbol of the sprite inside an SVG: `use("card-mosh-pit", {x: 0, y: 0, width: 150, height: 100})`.
 * @param {string} id
 * @param {Props} [props]
 */
export function use(id, props) {
  return s("use", { href: `#${id}`, ...props });
}

/**
 * A symbol of the sprite as an SVG of its own; hidden from screen readers unless it has a label.
 * @param {string} id
 * @param {string} box its viewBox; the pieces' by default
 * @param {Props} [props]
 */
export function picture(id, box = "-15 -15 30 30", props = {}) {
  const named = props["aria-label"] ? { role: "img" } : { "aria-hidden": "true" };
  const [x, y, width, height] = box.split(" ");
  return s("svg", { viewBox: box, ...named, ...props }, use(id, { x, y, width, height }));
}

/** @type {(node: any, props: Props | null | undefined, children: any[]) => any} */
function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) set(node, name, value);
  append(node, children);
  return node;
}

const PROPERTIES = new Set(["value", "checked", "disabled", "hidden", "selected", "open", "indeterminate"]);

/** @type {(node: any, name: string, value: any) => void} */
function set(node, name, value) {
  if (name.startsWith("on") && typeof value === "function") {
    node.addEventListener(name.slice(2).toLowerCase(), value);
  } else if (name === "class") {
    if (value) node.setAttribute("class", value);
  } else if (name === "dataset") {
    for (const [key, each] of Object.entries(value)) if (each != null) node.dataset[key] = String(each);
  } else if (name === "style") {
    for (const [key, each] of Object.entries(value)) if (each != null) node.style.setProperty(key, String(each));
  } else if (PROPERTIES.has(name) && !(node instanceof SVGElement)) {
    node[name] = value ?? (name === "value" ? "" : false);
  } else if (value != null && (value !== false || name.startsWith("aria-"))) {
    node.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
}

/**
 * Append children to a node; lists are flattened, null, undefined and false are skipped.
 * @param {Element | DocumentFragment} node
 * @param {any[]} children
 */
export function append(node, children) {
  for (const child of children) {
    if (child == null || child === false) continue;
    if (Array.isArray(child)) append(node, child);
    else node.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Replace all children of a node.
 * @template {Element} T
 * @param {T} node
 * @param {...(Child | Child[])} children
 * @returns {T}
 */
export function replace(node, ...children) {
  node.replaceChildren();
  append(node, children);
  return node;
}

/** Load an SVG file as an element of this document. @param {string} path @returns {Promise<Element>} */
export async function loadSvg(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const drawn = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  return document.importNode(drawn, true);
}

/**
 * Put the sprite into the page, once. Symbols of the page itself are there at once and without a
 * connection; a browser may fetch an external file again for every use.
 */
export async function loadSprite() {
  const sprite = await loadSvg(SPRITE);
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.prepend(sprite);
}

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * Load css/NAME.css once; resolves when it is loaded. A packed page has its sheets inside.
 * @param {string} name
 * @returns {Promise<void>}
 */
export function css(name) {
  if (document.querySelector(`style[data-sheet="${name}"]`)) return Promise.resolve();
  let ready = sheets.get(name);
  if (!ready) {
    ready = new Promise((resolve) => {
      const link = h("link", { rel: "stylesheet", href: `/web/css/${name}.css` });
      link.addEventListener("load", () => resolve());
      link.addEventListener("error", () => resolve());
      document.head.append(link);
    });
    sheets.set(name, ready);
  }
  return ready;
}

/** Whether the user prefers no animations. */
export function reducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** localStorage; nothing is stored where the browser forbids it. */
export const storage = {
  /** @param {string} key @returns {string | null} */
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  /** @param {string} key @param {string} value */
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // the value is asked for again next time
    }
  },
};

/** Remove everything that the pages have stored in this browser. */
export function forgetDevice() {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // where the browser forbids storage there is nothing to remove
  }
}
