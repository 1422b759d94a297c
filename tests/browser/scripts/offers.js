/** What a page of a game offers to somebody with eyes and a finger: each thing, and where it is. */
() => {
  const seen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  /** A point of the node where a tap reaches it, or null. */
  const spot = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    for (const [x, y] of [[0.5, 0.5], [0.3, 0.3], [0.7, 0.3], [0.3, 0.7], [0.7, 0.7], [0.1, 0.5], [0.9, 0.5]]) {
      const [px, py] = [left + width * x, top + height * y];
      const hit = document.elementFromPoint(px, py);
      if (hit && node.contains(hit)) return [px, py];
    }
    return null;
  };
  const all = (selector, read = () => ({})) =>
    [...document.querySelectorAll(selector)].filter(seen).map((node) => ({ spot: spot(node), text: node.textContent, ...read(node) }));
  const place = (node) => /translate\((\S+) (\S+)\)/.exec(node.getAttribute("transform")).slice(1).map(Number);
  /** The cell that my pawn stands on, or comes to stand on when it has walked there. */
  const mine = () => {
    const pawn = document.querySelector(".hu-pawn.mine:not(.away)");
    if (!pawn) return null;
    const [x, y] = place(pawn);
    for (const cell of document.querySelectorAll(".hu-cell")) {
      const [left, top] = place(cell);
      if (x >= left && x <= left + 150 && y >= top && y <= top + 100) return cell.dataset.cell;
    }
    return null;
  };
  /** Whether the camera moves, so that a spot is not where it was seen. */
  const gliding = () => (document.querySelector(".hu-world")?.getAnimations() ?? []).length > 0;
  if (window.movesPending() || gliding()) return { settled: false };
  const found = {
    settled: true,
    turn: window.turnsSeen(),
    over: document.querySelector(".end-bar") !== null,
    dialog: document.querySelector("dialog[open]") !== null,
    mine: document.querySelector(".tbl.my-turn") !== null,
    status: document.querySelector(".tbl-status")?.textContent ?? "",
    asked: document.querySelector(".hu-ask")?.textContent ?? document.querySelector(".dice-hint")?.textContent ?? "",
    pass: all(".pass:not([hidden]) button.primary"),
    choices: all(".hu-choices button:not(.hu-answer)"), // planned answers are confirmed as shown
    go: all(".hu-go"),
    token: all(".hu-token-back"),
    cancel: all(".hu-cancel"),
    end: all(".hu-end"),
    cells: all(".hu-cell.lit", (node) => ({ cell: node.dataset.cell, role: node.getAttribute("class").split(" ")[2] })),
    cards: all(".hu-held.usable", (node) => ({ card: node.dataset.card, at: [...node.parentNode.children].indexOf(node), chosen: node.classList.contains("chosen") })),
    dice: all(".die-button:not(.shut)", (node) => ({ face: node.dataset.face, at: node.dataset.at })),
    buttons: all(".dice-buttons button", (node) => ({ roll: node.classList.contains("roll-button") })),
    seats: all(".ring-seat.nameable button"),
    me: mine(),
  };
  found.print = JSON.stringify(found, (key, value) => (["spot", "settled", "turn"].includes(key) ? undefined : value));
  return found;
}
