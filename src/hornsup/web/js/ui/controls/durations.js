/** Spans of time in words of the present language: days and hours, hours and minutes, minutes. */

import { language } from "../../i18n.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * A span of time; the smaller of two units is left out where it is zero.
 * @param {number} milliseconds
 * @param {"short" | "narrow"} [style]
 */
export function duration(milliseconds, style = "short") {
  const [whole, part] = milliseconds >= DAY ? [DAY, HOUR] : milliseconds >= HOUR ? [HOUR, MINUTE] : [MINUTE, 0];
  const first = Math.floor(milliseconds / whole);
  const second = part ? Math.floor((milliseconds % whole) / part) : 0;
  const words = [amount(first, whole, style), ...(second ? [amount(second, part, style)] : [])];
  return new Intl.ListFormat(language(), { type: "unit", style }).format(words);
}

/** @param {number} n @param {number} unit @param {"short" | "narrow"} style */
function amount(n, unit, style) {
  const name = unit === DAY ? "day" : unit === HOUR ? "hour" : "minute";
  return new Intl.NumberFormat(language(), { style: "unit", unit: name, unitDisplay: style }).format(n);
}

/** A span up to the next whole minute, for time that is left. @param {number} milliseconds */
export function upToMinute(milliseconds) {
  return Math.ceil(milliseconds / MINUTE) * MINUTE;
}
