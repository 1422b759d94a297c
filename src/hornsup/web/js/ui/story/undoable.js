/** What the next undo takes back: the sentences about one's own last moves. */

/** @typedef {import("../../types").Step} Step */

export function undoable() {
  /** @type {string[]} */
  let moves = [];
  return {
    /** Follow a step that was shown. @param {Step} step */
    follow({ model, update, events }) {
      if (update?.kind === "undone") moves.pop();
      else if (update?.kind === "moved" && update.by === "player" && events[0]) moves.push(events[0].text);
      if (!model.undo) moves = [];
    },
    /** The sentence about the move that is taken back; "" if it was made before this page was opened. */
    what: () => moves.at(-1) ?? "",
  };
}
