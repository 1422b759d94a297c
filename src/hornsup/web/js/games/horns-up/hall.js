/** The hall around the table: backdrop, amplifiers, truss with its lamps, beams, boards. */

import { s, use } from "../../dom.js";
import { HEAD, ROW } from "./geometry.js";

const LAMPS = [-250, -90, 90, 250];

/** A shape with a class that gives it its colour. @param {string} d @param {string} name @param {Record<string, any>} [more] */
const path = (d, name, more) => s("path", { d, class: name, ...more });

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {string} name @param {number} rx */
const rect = (x, y, width, height, name, rx) => s("rect", { x, y, width, height, class: name, rx });

/** The Stage with an empty screen, standing on its cells. @param {number} half half its width */
export function stageSet(half) {
  const glow = `M-330 40L${-half - 130} ${HEAD}H${half + 130}L330 40H300L60 200H-60L-300 40Z`;
  return s(
    "g",
    { class: "hu-stage-set", transform: `translate(0 ${-HEAD})`, "aria-hidden": "true" },
    rect(-half - 190, 20, 2 * half + 380, HEAD - 8, "hu-backdrop", 10),
    path(glow, "hu-glow"),
    rect(-128, 36, 256, 170, "hu-screen", 12),
    s("g", { transform: `translate(${-half - 178} 60)` }, amps()),
    s("g", { transform: `translate(${half + 68} 60)` }, amps()),
    s("g", { transform: `translate(0 ${HEAD})` }, boards(half)),
    truss(half + 220),
  );
}

function amps() {
  return [0, 88].map((y) =>
    s(
      "g",
      { transform: `translate(0 ${y})` },
      rect(0, 0, 110, 84, "hu-amp", 7),
      s("circle", { cx: 32, cy: 50, r: 22, class: "hu-steel-dark" }),
      s("circle", { cx: 78, cy: 50, r: 22, class: "hu-steel-dark" }),
      s("circle", { cx: 32, cy: 50, r: 9, class: "hu-ink hu-cone" }),
      s("circle", { cx: 78, cy: 50, r: 9, class: "hu-ink hu-cone" }),
      path("M20 16h0M34 16h0M48 16h0M62 16h0M76 16h0M90 16h0", "hu-led"),
    ),
  );
}

/** The lit boards and the footlights along their edge. @param {number} half */
function boards(half) {
  let planks = "";
  for (let x = -half + 26; x < half - 10; x += 27) planks += `M${x * 0.8} -4L${x} 82`;
  let highlights = "";
  for (let x = -half + 20; x < half; x += 20) highlights += `M${x} 94h0`;
  return [
    path(`M${-half * 0.8} -4H${half * 0.8}L${half - 4} 84H${4 - half}Z`, "hu-boards"),
    path(planks, "hu-planks"),
    rect(4 - half, 82, 2 * half - 8, 24, "hu-edge", 4),
    path(highlights, "hu-footlights"),
  ];
}

/** The bridge that carries the lamps. @param {number} half */
function truss(half) {
  const zigzag = `M${-half} 30${"l20-18l20 18".repeat(Math.floor(half / 20))}`;
  return s(
    "g",
    null,
    path(zigzag, "hu-zigzag"),
    path(`M${-half} 12H${half}M${-half} 30H${half}`, "hu-rail"),
    LAMPS.map((x) =>
      s(
        "g",
        { transform: `translate(${x} 6)` },
        path("M-20 46-12 26H12L20 46Z", "hu-steel-dark"),
        s("ellipse", { cx: 0, cy: 46, rx: 20, ry: 7, class: "hu-lamp" }),
      ),
    ),
  );
}

/** Warm light that falls from the lamps and fades over the rows; drawn over the cards. */
export function beams() {
  const drawn = [2.5, 4.5, 6.5].map((rows) => {
    const fall = HEAD - 44 + rows * ROW;
    const data = LAMPS.map((x) => {
      const foot = 44 + fall;
      const [lean, spread] = [(fall * x) / 900, fall * 0.16];
      return `M${x - 14} 50L${x + lean - spread} ${foot}A${spread} ${spread * 0.34} 0 0 0 ${x + lean + spread} ${foot}L${x + 14} 50Z`;
    });
    return path(data.join(""), "hu-beam");
  });
  return s("g", { class: "hu-beams", transform: `translate(0 ${-HEAD})`, "aria-hidden": "true" }, drawn);
}

/** An open Wall of Death: a torn line down the middle, and arrows that will close it. @param {number} rows */
export function parted(rows) {
  let torn = "M0-6";
  for (let at = 0; at < rows * 3; at += 1) torn += `L${at % 2 ? 12 : -12} ${22 + (at * ROW) / 3}`;
  const arrow = "M-66-16-44 0-66 16ZM66-16 44 0 66 16Z";
  const arrows = Array.from({ length: rows }, (_, at) =>
    path(arrow, "hu-ember", { transform: `translate(0 ${50 + at * ROW})` }),
  );
  return s(
    "g",
    { class: "hu-parted", transform: `translate(0 ${ROW + 4})`, "aria-hidden": "true" },
    path(torn, "hu-torn-wide"),
    path(torn, "hu-torn"),
    arrows,
  );
}

/** What the screen above the Stage shows: a Stage card, or the horns. @param {string | null} id */
export function screen(id) {
  if (!id) return use("symbol-stage", { x: -65, y: 56 - HEAD, width: 130, height: 130, class: "hu-screen-horns" });
  return use(id, { x: -111, y: 46 - HEAD, width: 222, height: 148 });
}
