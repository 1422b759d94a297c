/** Who has sat down since the lobby was last painted: a sound, and a sentence for screen readers. */

import { announce } from "../../announce.js";
import { nameOf } from "../../ui/controls/seats.js";

/** @typedef {import("../../types").Seat} Seat */

/** Milliseconds that a seat is marked after somebody sat down. */
const MARKED = 1500;

/** @param {import("../../types").Translate} t */
export function createArrivals(t) {
  /** When each person's seat was taken; 0 for those who sat before this page. @type {Map<number, number> | null} */
  let taken = null;

  /** @param {Seat[]} fresh @param {number[]} mine */
  const tell = (fresh, mine) => {
    window.dispatchEvent(new CustomEvent("hornsup:sound", { detail: "sit" }));
    for (const seat of fresh) if (!mine.includes(seat.seat)) announce(t("web.lobby.sat", { name: nameOf(seat) }));
  };

  return {
    /** @param {import("../../types").Model} model */
    notice({ table, you }) {
      const persons = table.seats.filter((seat) => seat.person);
      const fresh = taken ? persons.filter(({ seat }) => !taken?.has(seat)) : [];
      const at = taken ? performance.now() : 0;
      taken = new Map(persons.map(({ seat }) => [seat, taken?.get(seat) ?? at]));
      if (fresh.length) tell(fresh, you.seats);
    },
    /** The milliseconds since somebody sat down there, or null if that is long ago. @param {number} seat */
    since(seat) {
      const at = taken?.get(seat);
      const past = at ? performance.now() - at : MARKED;
      return past < MARKED ? past : null;
    },
  };
}
