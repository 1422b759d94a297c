/** The time that every seat has left, counted down between two updates. */

/** @typedef {import("../types").Model} Model */

/** The time left of every seat as text; empty without a clock. @param {Model} model @returns {string[]} */
export function clockText({ time, table }) {
  if (!time) return table.seats.map(() => "");
  return time.left.map((left, seat) => {
    if (left === null) return "";
    const passed = seat === time.running ? performance.now() - time.at : 0;
    return minutes(Math.max(0, left - passed));
  });
}

/** @param {number} milliseconds */
function minutes(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
