/** The table that the seats are around: its cloth, its edge, and arrows on it that show the direction of play. */

import { h, replace, s } from "../../dom.js";

const ARROW = "M-5 -7 4 0 -5 7";

export function createFelt() {
  const cloth = h("div", { class: "felt", "aria-hidden": "true" });
  const rim = s("path", { class: "rim" });
  const arrows = s("g", { class: "rim-arrows" });
  const edge = s("svg", { class: "ring-track", "aria-hidden": "true" }, rim, arrows);

  return {
    cloth,
    edge,
    /** @param {import("./layout.js").Layout} layout @param {{width: number, height: number}} room */
    lay(layout, { width, height }) {
      const pixels = layout.rim.map(({ x, y }) => [x.toFixed(1), y.toFixed(1)]);
      cloth.style.setProperty("clip-path", `polygon(${pixels.map(([x, y]) => `${x}px ${y}px`).join(", ")})`);
      cloth.style.setProperty("--middle", `${layout.dice.x.toFixed(0)}px ${layout.dice.y.toFixed(0)}px`);
      edge.setAttribute("viewBox", `0 0 ${width} ${height}`);
      rim.setAttribute("d", `M${pixels.map(([x, y]) => `${x} ${y}`).join("L")}Z`);
      replace(
        arrows,
        layout.arrows.map(({ x, y, turn }) =>
          s(
            "g",
            { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)})` },
            s("path", { class: "rim-arrow", d: ARROW }),
          ),
        ),
      );
    },
    /** Let the arrows point along the direction of play; they turn if it has changed. @param {number} direction */
    point(direction) {
      edge.classList.toggle("clockwise", direction > 0);
      edge.classList.toggle("anticlockwise", direction < 0);
    },
  };
}
