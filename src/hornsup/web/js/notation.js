/** The notation of seats and cells, as in moves and views: seats are letters from `A`, a cell is `x,y`. */

const LETTERS = "ABCDEFGHIJKLMNOPQRST";

/** The letter of a seat. @param {number} seat */
export function letterOf(seat) {
  return LETTERS[seat] ?? "?";
}

/** The seat of a letter; -1 if it is none. @param {string} letter */
export function seatOf(letter) {
  return LETTERS.indexOf(letter);
}

/** Column and row of a cell. @param {string} cell @returns {[number, number]} */
export function readCell(cell) {
  const [x, y] = cell.split(",");
  return [Number(x), Number(y)];
}

/** @param {number} x @param {number} y */
export function writeCell(x, y) {
  return `${x},${y}`;
}

/** Whether a word of a move is a cell. @param {string | undefined} word @returns {word is string} */
export function isCell(word) {
  return word?.includes(",") ?? false;
}

/** The sprite's symbol of a seat's pawn. @param {number} seat */
export function pawnSymbol(seat) {
  return `pawn-${letterOf(seat).toLowerCase()}`;
}
