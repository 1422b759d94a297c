/**
 * Cards and pawns in flight: small layers above the page that move by transforms alone, so that the board below is not
 * painted again for every frame. What they stand for is hidden until they land.
 */

import { h, s, use } from "../../../dom.js";

/** @typedef {{left: number, top: number, width: number, height: number}} Rect */
/**
 * `id` is a symbol of the sprite and `box` its viewBox. `way` are the rectangles it passes, the first one included.
 * @typedef {{id: string, box?: string, way: (Rect | null | undefined)[], time: number, start?: number, hides?: Element |
 *   undefined, easing?: string, turned?: boolean, spin?: number, lift?: number, fades?: boolean}} Flight
 */

export const CARD_BOX = "0 0 150 100";
export const PIECE_BOX = "-15 -15 30 30";
const OUT = "cubic-bezier(.25,.7,.3,1)";

export class Flights {
  constructor() {
    this.layer = h("div", { class: "hu-flights", "aria-hidden": "true" });
    document.body.append(this.layer);
    /** @type {Set<Animation>} */
    this.running = new Set();
  }

  destroy() {
    for (const animation of this.running) animation.cancel();
    this.layer.remove();
  }

  /** Send something on its way; nothing flies to or from what is not on the page. @param {Flight} flight @param {number} pace */
  fly(flight, pace) {
    const way = flight.way.filter((rect) => rect && rect.width > 0);
    const [first, last] = [way[0], way.at(-1)];
    if (!first || !last || way.length < flight.way.length) return;
    const node = this.#node(flight, Math.max(...way.map((rect) => rect?.width ?? 0)));
    const frames = framesOf(/** @type {Rect[]} */ (way), flight);
    this.layer.append(node);
    flight.hides?.classList.add("in-flight");
    // What stands for something on the board is there from the first moment; the rest appears when it starts.
    if (!flight.hides) node.style.opacity = "0";
    const fill = flight.hides ? "both" : "forwards";
    this.#run(node.animate(frames, { ...timing(flight, pace), fill }), () => {
      node.remove();
      flight.hides?.classList.remove("in-flight");
    });
  }

  /**
   * Animate an element of the page, as part of the same step.
   * @param {Element | null | undefined} node
   * @param {Keyframe[]} frames
   * @param {{time: number, start?: number, easing?: string}} how
   * @param {number} pace
   */
  animate(node, frames, how, pace) {
    if (node) this.#run(node.animate(frames, timing(how, pace)), () => {});
  }

  /** @param {Flight} flight @param {number} width */
  #node({ id, box = CARD_BOX, turned }, width) {
    const [x = 0, y = 0, wide = 1, high = 1] = box.split(" ").map(Number);
    const face = use(id, { x, y, width: wide, height: high, transform: turned ? "rotate(180 75 50)" : null });
    const node = s("svg", { viewBox: box, class: "hu-flight" }, face);
    node.style.width = `${width}px`;
    node.style.height = `${(width * high) / wide}px`;
    return node;
  }

  /** @param {Animation} animation @param {() => void} done */
  #run(animation, done) {
    this.running.add(animation);
    const end = () => {
      this.running.delete(animation);
      done();
    };
    animation.addEventListener("finish", end);
    animation.addEventListener("cancel", end);
  }
}

/** @param {{time: number, start?: number, easing?: string}} how @param {number} pace @returns {KeyframeAnimationOptions} */
const timing = ({ time, start = 0, easing = OUT }, pace) => ({
  duration: time * pace,
  delay: start * pace,
  easing,
  fill: "backwards",
});

/** @param {Rect[]} way @param {Flight} flight @returns {Keyframe[]} */
function framesOf(way, { spin = 0, lift = 0, fades }) {
  const widest = Math.max(...way.map(({ width }) => width));
  const rects = way.length === 2 && lift ? [way[0], over(way[0], way[1], lift), way[1]] : way;
  const last = rects.length - 1;
  return rects.map((rect, at) => ({
    transform: `translate(${rect.left}px, ${rect.top}px) scale(${rect.width / widest}) rotate(${(spin * at) / (last || 1)}deg)`,
    opacity: fades && at === last ? 0 : 1,
  }));
}

/** The middle of an arc between two places. @param {Rect} from @param {Rect} to @param {number} lift */
function over(from, to, lift) {
  const width = Math.max(from.width, to.width) * lift;
  const height = Math.max(from.height, to.height) * lift;
  return {
    left: (from.left + from.width / 2 + to.left + to.width / 2) / 2 - width / 2,
    top: (from.top + from.height / 2 + to.top + to.height / 2) / 2 - height,
    width,
    height,
  };
}
