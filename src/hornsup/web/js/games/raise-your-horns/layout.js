/**
 * Where the seats are around the dice, for a window of any size: pure geometry.
 *
 * The seats are on a closed curve between an ellipse and a rectangle, the first at the bottom, the others
 * clockwise. Of all curves, shapes and sizes of seats that fit without any overlap, the one with the largest seats
 * and dice is taken.
 */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{width: number, height: number}} Size */
/** @typedef {Point & Size} Box by its middle */
/** @typedef {"row" | "stack" | "plain"} Shape the kept die beside the name, above it, or not there at all */
/** @typedef {{die: number, columns: number, dice: Box, text: Box}} Middle */
/** @typedef {{font: number, die: number, words: number}} Most the largest name and die, and the height of the words */
/**
 * @typedef {object} Layout
 * @property {Shape} shape
 * @property {number} font pixels of a name
 * @property {Size} seat
 * @property {Point[]} seats the middle of every seat
 * @property {Point[]} rim the edge of the table
 * @property {(Point & {turn: number})[]} arrows on the edge, between the seats; turn: degrees, for clockwise
 * @property {number} die pixels of a die that is thrown
 * @property {number} columns dice beside each other
 * @property {Box} dice
 * @property {Box} text the room for the words above the dice
 */

/** The least size of a name and of a kept die, in pixels. */
const [SMALLEST_FONT, SMALLEST_DIE] = [11, 40];
/** Between two seats, and between a seat and what is in the middle. */
const GAP = 7;
/** Between the seats and the window. */
const MARGIN = 4;
/** Exponents of the curves: 2 is an ellipse, more is nearer to a rectangle. */
const CURVES = [2, 2.5, 3.2, 4.5, 8, 24];
const POINTS = 240;
/** Below every die there is room for the chance to lose with it. */
const BELOW_DIE = 20;
/** Between two dice, as a share of a die. */
const BETWEEN = 0.14;
/** Four dice beside each other, or two above two; a row is preferred unless its dice are much smaller. */
const GRIDS = [
  { columns: 4, rows: 1, liked: 1 },
  { columns: 2, rows: 2, liked: 0.78 },
];
/** Widths of the words above the dice. */
const [LEAST_TEXT, ENOUGH_TEXT, MOST_TEXT] = [130, 300, 460];
/** Above and below a table of less than this (half of its height), the words have one line. */
const FLAT = 110;

/**
 * @param {Size} room
 * @param {number} count of the seats
 * @param {{needed: boolean, far: boolean}} wanted whether kept dice must be seen; whether it is read from afar
 * @returns {Layout}
 */
export function layOut(room, count, { needed, far }) {
  const area = { width: Math.max(room.width, 200), height: Math.max(room.height, 150) };
  const most = largest(area, far);
  return (
    best(area, count, most, ["row", "stack"]) ??
    (needed ? null : best(area, count, most, ["plain"])) ??
    cramped(area, count, needed)
  );
}

/**
 * @param {Size} area
 * @param {number} count
 * @param {Most} most
 * @param {Shape[]} shapes
 * @returns {Layout | null} null if nothing fits
 */
function best(area, count, most, shapes) {
  /** @type {{score: number, made: Layout} | null} */
  let found = null;
  for (let font = most.font; font >= SMALLEST_FONT; font -= 1) {
    if (found && found.score > score(most, { font, die: most.die, text: ENOUGH_TEXT, curve: 0 })) break;
    for (const shape of shapes)
      for (const curve of CURVES) {
        const made = attempt(area, count, { shape, font, curve }, most);
        const value = made ? score(most, { font, die: made.die, text: made.text.width, curve }) : 0;
        if (made && value > (found?.score ?? 0)) found = { score: value, made };
      }
  }
  return found && found.made;
}

/** Sizes that look right where there is room for anything. @param {Size} area @param {boolean} far */
function largest({ width, height }, far) {
  const least = Math.min(width, height);
  return {
    font: Math.round((12 + least / 150) * (far ? 1.5 : 1)),
    die: Math.round(Math.min(Math.max(least * 0.22, 60), 170)),
    words: far ? 78 : 44,
  };
}

/** @param {Most} most @param {{font: number, die: number, text: number, curve: number}} made */
function score(most, { font, die, text, curve }) {
  return 1.1 * (font / most.font) + die / most.die + 0.2 * Math.min(1, text / ENOUGH_TEXT) - 0.012 * curve;
}

/** @param {Shape} shape @param {number} font @returns {Size} */
function seatSize(shape, font) {
  const die = Math.max(SMALLEST_DIE, 3.1 * font);
  if (shape === "plain") return { width: Math.round(9.4 * font + 8), height: Math.round(3 * font + 6) };
  return shape === "row"
    ? { width: Math.round(die + 9.6 * font), height: Math.round(die + font * 0.5 + 6) }
    : { width: Math.round(Math.max(die + 2.2 * font + 14, 7 * font)), height: Math.round(die + 2.7 * font + 12) };
}

/**
 * @param {Size} area
 * @param {number} count
 * @param {{shape: Shape, font: number, curve: number}} how
 * @param {Most} most
 * @returns {Layout | null} null if it does not fit
 */
function attempt(area, count, how, most) {
  const seat = seatSize(how.shape, how.font);
  const half = halfOf(area, seat);
  if (half.width < seat.width / 2 || half.height < seat.height / 2) return null;
  const cell = { width: seat.width + GAP, height: seat.height + GAP };
  const points = curvePoints(half, how.curve);
  const places = spread(points, count, cell);
  if (!places) return null;
  const inner = { width: half.width - seat.width / 2, height: half.height - seat.height / 2 };
  const seats = places.map((at) => points[at]);
  const middle = fill(seats, cell, inner, most);
  return middle && placed(area, how, { seat, seats, places, middle, inner });
}

/** Half of the width and height of the curve on which the seats are. @param {Size} area @param {Size} seat @returns {Size} */
function halfOf(area, seat) {
  return { width: (area.width - seat.width) / 2 - MARGIN, height: (area.height - seat.height) / 2 - MARGIN };
}

/** Where nothing fits: the smallest seats, even if they overlap. @param {Size} area @param {number} count @param {boolean} needed */
function cramped(area, count, needed) {
  const how = { shape: /** @type {Shape} */ (needed ? "stack" : "plain"), font: SMALLEST_FONT, curve: 24 };
  const seat = seatSize(how.shape, how.font);
  const half = halfOf(area, seat);
  const places = Array.from({ length: count }, (_, at) => Math.floor((at * POINTS) / count));
  const points = curvePoints(half, how.curve);
  const text = { x: 0, y: -SMALLEST_DIE, width: LEAST_TEXT, height: 29 };
  const dice = { x: 0, y: 8, width: SMALLEST_DIE * 4.5, height: SMALLEST_DIE };
  const middle = { die: SMALLEST_DIE, columns: 4, dice, text };
  return placed(area, how, { seat, seats: places.map((at) => points[at]), places, middle, inner: half });
}

/**
 * The layout with its places counted from the corner of the area instead of its middle.
 * @param {Size} area
 * @param {{shape: Shape, font: number, curve: number}} how
 * @param {{seat: Size, seats: Point[], places: number[], middle: Middle, inner: Size}} made
 * @returns {Layout}
 */
function placed(area, { shape, font, curve }, { seat, seats, places, middle, inner }) {
  /** @template {Point} T @param {T} each @returns {T} */
  const at = (each) => ({ ...each, x: each.x + area.width / 2, y: each.y + area.height / 2 });
  const edge = { width: Math.max(inner.width - GAP, 1), height: Math.max(inner.height - GAP, 1) };
  const rim = curvePoints(edge, Math.max(curve, long(edge) ? 3.6 : 2.4));
  return {
    shape,
    font,
    seat,
    seats: seats.map(at),
    rim: rim.map(at),
    arrows: arrowsOf(rim, places).map(at),
    die: middle.die,
    columns: middle.columns,
    dice: at(middle.dice),
    text: at(middle.text),
  };
}

/** Whether an ellipse would be more of a needle than of a table. @param {Size} size */
function long({ width, height }) {
  return height > 1.3 * width || width > 2.2 * height;
}

/** Closed curves of half a width and height of 1, by their exponent. @type {Map<number, Point[]>} */
const units = new Map();

/** A closed curve around 0, clockwise on the screen, from the bottom. @param {Size} half @param {number} curve @returns {Point[]} */
function curvePoints({ width, height }, curve) {
  let unit = units.get(curve);
  if (!unit) {
    unit = Array.from({ length: POINTS }, (_, at) => unitPoint((at / POINTS) * 2 * Math.PI + Math.PI / 2, curve));
    units.set(curve, unit);
  }
  return unit.map(({ x, y }) => ({ x: width * x, y: height * y }));
}

/** @param {number} turn @param {number} curve @returns {Point} */
function unitPoint(turn, curve) {
  const [x, y] = [Math.cos(turn), Math.sin(turn)];
  const size = (Math.abs(x) ** curve + Math.abs(y) ** curve) ** (-1 / curve);
  return { x: x * size, y: y * size };
}

// --- seats -----------------------------------------------------------------------------------------

/** How many cells two points are apart; below 1 their cells overlap. @param {Point} p @param {Point} q @param {Size} cell */
function apart(p, q, cell) {
  return Math.max(Math.abs(p.x - q.x) / cell.width, Math.abs(p.y - q.y) / cell.height);
}

/**
 * The points at which seats are, each as far from the next; null if they would overlap.
 * @param {Point[]} points
 * @param {number} count
 * @param {Size} cell
 * @returns {number[] | null}
 */
function spread(points, count, cell) {
  let found = walk(points, count, cell, 1);
  if (!found) return null;
  let [low, high] = [1, 12];
  for (let turn = 0; turn < 10; turn += 1) {
    const distance = (low + high) / 2;
    const walked = walk(points, count, cell, distance);
    if (walked) [low, found] = [distance, walked];
    else high = distance;
  }
  return [mirrored(found), found].find((places) => !touching(places, points, cell)) ?? null;
}

/** The same with left and right alike. @param {number[]} places */
function mirrored(places) {
  return places.map((at, seat) => (seat ? Math.round((at + POINTS - places[places.length - seat]) / 2) : 0));
}

/** Whether any two seats would overlap. @param {number[]} places @param {Point[]} points @param {Size} cell */
function touching(places, points, cell) {
  const seats = places.map((at) => points[at]);
  return seats.some((seat, at) => seats.slice(at + 1).some((other) => apart(seat, other, cell) < 1));
}

/** Go around with steps of a distance; null if the way is too short for all. @param {Point[]} points @param {number} count @param {Size} cell @param {number} distance */
function walk(points, count, cell, distance) {
  const found = [0];
  let last = points[0];
  for (let at = 1; at < points.length && found.length < count; at += 1)
    if (apart(points[at], last, cell) >= distance) {
      found.push(at);
      last = points[at];
    }
  return found.length === count && apart(last, points[0], cell) >= distance ? found : null;
}

// --- the middle ------------------------------------------------------------------------------------

/**
 * The largest dice, and the words above them, that the seats leave room for.
 * @param {Point[]} seats
 * @param {Size} cell
 * @param {Size} inner half of the table's width and height
 * @param {Most} most
 * @returns {Middle | null}
 */
function fill(seats, cell, inner, most) {
  /** @type {{liked: number, made: Middle} | null} */
  let best = null;
  for (const grid of GRIDS) {
    const made = fillGrid(grid, seats, cell, inner, most);
    const liked = (made?.die ?? 0) * grid.liked;
    if (made && liked > (best?.liked ?? 0)) best = { liked, made };
  }
  return best && best.made;
}

/** @type {(grid: {columns: number, rows: number}, seats: Point[], cell: Size, inner: Size, most: Most) => Middle | null} */
function fillGrid({ columns, rows }, seats, cell, inner, most) {
  const words = inner.height < FLAT ? 29 : most.words;
  for (let die = most.die; die >= SMALLEST_DIE; die -= 2) {
    const width = die * (columns + (columns - 1) * BETWEEN);
    const height = rows * (die + BELOW_DIE) + (rows - 1) * die * BETWEEN;
    const whole = words + 6 + height;
    if (whole > 2 * inner.height - 12 || width > 2 * inner.width - 16) continue;
    const dice = { x: 0, y: (whole - height) / 2, width, height };
    const text = { x: 0, y: (words - whole) / 2, width: LEAST_TEXT, height: words };
    if (free(dice, seats, cell) && free(text, seats, cell))
      return { die, columns, dice, text: widened(text, seats, cell, inner) };
  }
  return null;
}

/** @param {Box} box @param {Point[]} seats @param {Size} cell */
function free(box, seats, cell) {
  return seats.every(
    ({ x, y }) =>
      Math.abs(x - box.x) >= (box.width + cell.width) / 2 || Math.abs(y - box.y) >= (box.height + cell.height) / 2,
  );
}

/** As wide as there is room beside it. @param {Box} text @param {Point[]} seats @param {Size} cell @param {Size} inner */
function widened(text, seats, cell, inner) {
  for (let width = Math.min(MOST_TEXT, 2 * inner.width - 16); width > text.width; width -= 10)
    if (free({ ...text, width }, seats, cell)) return { ...text, width };
  return text;
}

/** Arrows on the rim halfway between the seats. @param {Point[]} rim @param {number[]} places */
function arrowsOf(rim, places) {
  return places.map((from, at) => {
    const half = Math.round((from + (places[at + 1] ?? POINTS)) / 2) % POINTS;
    const [before, after] = [rim[(half + POINTS - 2) % POINTS], rim[(half + 2) % POINTS]];
    return { ...rim[half], turn: (Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI };
  });
}
