/** The time that every seat has left, counted down between two updates. */

import { duration, upToMinute } from "../controls/durations.js";

/** @typedef {import("../../types").Model} Model */

/** The time left of every seat as text; empty without a clock. @param {Model} model @returns {string[]} */
export function clockText({ time, table }) {
  if (!time) return table.seats.map(() => "");
  return time.left.map((left, seat) => {
    if (left === null) return "";
    const passed = seat === time.running ? performance.now() - time.at : 0;
    return minutes(Math.max(0, left - passed));
  });
}

/** The seconds that a seat of this device has left while its clock runs; null if none does. @param {Model} model */
export function ownSeconds({ time, you, table }) {
  const seat = time?.running;
  const left = seat == null ? null : time?.left[seat];
  if (!time || seat == null || left == null || !you.seats.includes(seat) || table.seats[seat].bot) return null;
  return Math.ceil(Math.max(0, left - (performance.now() - time.at)) / 1000);
}

const HOUR = 3_600_000;

/** @param {number} milliseconds */
function minutes(milliseconds) {
  if (milliseconds > HOUR) return duration(upToMinute(milliseconds), "narrow");
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
