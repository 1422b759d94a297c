/** Faces of dice as pictures and as words. */

import { h, picture, s, use } from "../../dom.js";
import { t } from "../../i18n.js";

const FACE = /\b([WBF](?:\d{1,2}\b|H\b|!))/;
/** A mark at the beginning of a text, which must not begin a line. */
const MARK = /^[.,;:!?]/;

/** The symbol of a face such as `B4`, `WH` or `F!`. @param {string} face */
function symbol(face) {
  const mark = face.slice(1);
  const number = Number(mark);
  if (mark === "!") return "die-FX";
  return number > 6 ? `die-${face[0]}0` : `die-${face}`;
}

/** @param {string} face @param {Record<string, any>} [props] */
export function dieFace(face, props = {}) {
  const number = Number(face.slice(1));
  if (!(number > 6)) return picture(symbol(face), "-15 -15 30 30", { class: "die-face", ...props });
  const ink = face[0] === "W" ? "#120B18" : "#F7EBD3";
  return s(
    "svg",
    { viewBox: "-15 -15 30 30", class: "die-face", "aria-hidden": "true", ...props },
    use(symbol(face), { x: -15, y: -15, width: 30, height: 30 }),
    s("text", { "text-anchor": "middle", y: 5, "font-size": 14, "font-weight": 700, fill: ink }, String(number)),
  );
}

/**
 * The words for a face: which die, what it shows.
 * @param {string} names the set of names for the dice
 * @param {string} face
 */
export function faceName(names, face) {
  const mark = face.slice(1);
  const what =
    mark === "H"
      ? t(`dice.${names}.horns`)
      : mark === "!"
        ? t(`dice.${names}.symbol`)
        : mark === "0"
          ? t("web.dice.empty")
          : mark;
  return t("web.dice.face", { die: t(`dice.${names}.${face[0]}`), what });
}

/** A sentence with its dice drawn. @param {string} text @returns {(string | Element)[]} */
export function drawDice(text) {
  const parts = text.split(FACE);
  return parts.map((part, at) => {
    if (at % 2 === 0) return at ? part.replace(MARK, "") : part;
    const mark = MARK.exec(parts[at + 1])?.[0];
    return mark ? h("span", { class: "no-break" }, drawnFace(part), mark) : drawnFace(part);
  });
}

/** @param {string} face */
const drawnFace = (face) =>
  dieFace(face, {
    class: "die-face log-die",
    role: "img",
    "aria-hidden": null,
    "aria-label": faceName("family", face),
  });

/** A sentence with its dice in words. @param {string} text @param {string} names the set of names for the dice */
export function sayDice(text, names) {
  return text
    .split(FACE)
    .map((part, at) => (at % 2 ? `${faceName(names, part)},` : part))
    .join("")
    .replace(/,\s*([.,!])/g, "$1");
}
