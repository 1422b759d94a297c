/** Where everything on a table of dice is, what sticks out of a seat or is cut off, and the smallest sizes. */
() => {
  const boxOf = (node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  const all = (selector, root = document) =>
    [...root.querySelectorAll(selector)].filter((node) => node.checkVisibility({ visibilityProperty: true }));
  const found = (kind, selector) => all(selector).map((node) => ({ kind, text: node.textContent.slice(0, 20), box: boxOf(node) }));
  const within = ([left, top, right, bottom], outer) =>
    left >= outer[0] - 1 && top >= outer[1] - 1 && right <= outer[2] + 1 && bottom <= outer[3] + 1;
  const inSeat = ".ring-name, .ring-odds, .ring-losses, .ring-kept .die-face, .ring-piece .piece";
  const outside = all(".ring-button").flatMap((seat) => all(inSeat, seat).filter((node) => !within(boxOf(node), boxOf(seat))));
  const screen = [0, 0, innerWidth, innerHeight];
  const cut = all(".dice-buttons button, .dice-extra button, .dice-hint, .ring-state, .dice-line").filter(
    (node) => node.scrollWidth > node.clientWidth + 1 || !within(boxOf(node), screen),
  );
  const written = all(".ring-name, .ring-odds, .ring-losses b, .die-odds:not(:empty), .dice-hint");
  const dice = all(".dice-tray .die-face, .ring-kept .die-face");
  return {
    parts: [
      ...found("seat", ".ring-button"),
      ...found("die", ".dice-tray .die-place"),
      ...found("odds", ".die-odds:not(:empty)"),
      ...found("words", ".dice-way"),
      ...found("foot", ".dice-foot"),
      ...found("head", ".tbl-head"),
    ],
    outside: outside.map((node) => `${node.getAttribute("class")} of ${node.closest(".ring-seat").textContent}`),
    cut: cut.map((node) => node.textContent),
    font: Math.min(...written.map((node) => parseFloat(getComputedStyle(node).fontSize))),
    die: Math.min(...dice.map((node) => node.getBoundingClientRect().width)),
  };
}
