/** The lobby of a rematch: take the seats kept for this player, and start once everybody has sat down. */

import { storage } from "../../dom.js";
import { contribution } from "../../net.js";

/** @typedef {import("../../types").Model} Model */
/** @typedef {import("../../types").Update} Update */

/** @param {import("../../types").TablePage} page */
export function createRematch({ app, socket }) {
  let expected = false; // seats were kept for people of the game before
  let starting = false;
  let again = false; // somebody else's command came between

  /** Sit down where the game before was played; says whether there was such a seat. @param {Model} model */
  const sitDown = async ({ you }) => {
    const names = you.reserved?.length ? takeNames() : null;
    if (!names) return false;
    for (const seat of you.reserved ?? [])
      await socket.send("sit", { contribution: seat < 0 ? "" : contribution(), seat, name: names[seat] || app.name() });
    return true;
  };

  const startWhenFull = async () => {
    const model = socket.model;
    if (starting || !model?.you.host || model.table.phase !== "lobby") return;
    if (!model.table.seats.every((seat) => seat.person || seat.bot)) return;
    starting = true;
    const answer = await socket.send("start");
    starting = false;
    again = answer.code === "stale"; // the table as it is now follows
  };

  return {
    /** The table has changed. @param {Update | null} update */
    async take(update) {
      const model = socket.model;
      if (!model || model.table.phase !== "lobby") return;
      expected ||= model.table.seats.some((seat) => seat.reserved);
      const sat = (await sitDown(model)) || update?.kind === "sat";
      const retry = again;
      again = false;
      if (expected && (sat || retry)) await startWhenFull();
    },
  };
}

/** The names that the rematch stored for this page; they are read once. @returns {Record<string, string> | null} */
function takeNames() {
  const key = `sit${location.pathname}`;
  const stored = storage.get(key);
  if (!stored) return null;
  storage.set(key, "");
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
}
