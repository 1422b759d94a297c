/** The animation of a throw of dice. */

import { h } from "../../dom.js";
import { dieFace } from "./dice.js";

/** @typedef {Record<string, (number | string)[]>} Marks the faces of every kind of die */

const FLIGHT = 1050;
const SIDES = [
  "rotateY(0deg)",
  "rotateY(90deg)",
  "rotateY(180deg)",
  "rotateY(-90deg)",
  "rotateX(90deg)",
  "rotateX(-90deg)",
];

/**
 * A throw: cubes fly in from one side, tumble and come to rest on their faces.
 * @param {string[]} faces
 * @param {Marks} marks
 * @param {{x: number, y: number}} from where the hand is, in pixels from the middle
 * @param {number} pace what times are multiplied by
 * @returns {{dice: HTMLElement[], run: () => Promise<unknown>, skip: () => void}}
 */
export function throwDice(faces, marks, from, pace) {
  const flights = faces.map((face, at) => flying(face, marks[face[0]] ?? [], { at, from, pace }));
  return {
    dice: flights.map((each) => each.element),
    run: () => Promise.all(flights.map((each) => each.run())),
    skip: () => flights.forEach((each) => each.stop()),
  };
}

/**
 * @type {(face: string, marks: (number | string)[], how: {at: number, from: {x: number, y: number}, pace: number}) =>
 *   {element: HTMLElement, run: () => Promise<unknown>, stop: () => void}}
 */
function flying(face, marks, { at, from, pace }) {
  const kind = face[0];
  const others = marks.filter((mark) => String(mark) !== face.slice(1)).slice(0, 5);
  while (others.length < 5) others.push(marks[others.length % marks.length] ?? 1);
  const cube = h(
    "div",
    { class: `cube cube-${kind}` },
    [face, ...others.map((mark) => `${kind}${mark}`)].map((each, side) =>
      h(
        "div",
        { class: "side", style: { transform: `${SIDES[side]} translateZ(calc(var(--die) * .4))` } },
        dieFace(each),
      ),
    ),
  );
  const shadow = h("div", { class: "die-shadow" });
  const body = h("div", { class: "flier" }, cube);
  const element = h("div", { class: "die-place" }, shadow, body);
  /** @type {Animation[]} */
  let running = [];
  const some = (/** @type {number} */ low, /** @type {number} */ high) => low + Math.random() * (high - low);
  const turns = { x: 360 * Math.round(some(2, 4)), y: 360 * Math.round(some(1, 3)) * (Math.random() < 0.5 ? -1 : 1) };
  const tilt = some(-9, 9);
  const late = at * 70 * pace;
  const run = () => {
    const ease = "cubic-bezier(.2,.7,.3,1)";
    const timing = { duration: FLIGHT * pace, delay: late, fill: /** @type {const} */ ("both") };
    running = [
      body.animate(
        [
          {
            transform: `translate(${from.x}px, ${from.y}px) scale(.7)`,
            opacity: 0,
            easing: "cubic-bezier(.15,.6,.5,1)",
          },
          { opacity: 1, offset: 0.1 },
          {
            transform: `translate(${from.x * 0.25}px, ${from.y * 0.25 - 60}px) scale(1.25)`,
            offset: 0.42,
            easing: "cubic-bezier(.5,0,.9,.6)",
          },
          { transform: `translate(${-from.x * 0.06}px, 0) scale(1)`, offset: 0.64, easing: "cubic-bezier(.1,.6,.5,1)" },
          { transform: "translate(0, -22px) scale(1.06)", offset: 0.76, easing: "cubic-bezier(.5,0,.9,.6)" },
          { transform: "translate(0, 0) scale(1)", offset: 0.87 },
          { transform: "none", opacity: 1 },
        ],
        timing,
      ),
      cube.animate(
        [
          { transform: `rotateX(${turns.x}deg) rotateY(${turns.y}deg) rotateZ(${tilt * 14}deg)`, easing: ease },
          { transform: `rotateX(0deg) rotateY(0deg) rotateZ(${tilt}deg)`, offset: 0.92 },
          { transform: "rotateX(0deg) rotateY(0deg) rotateZ(0deg)" },
        ],
        timing,
      ),
      shadow.animate(
        [
          { transform: `translate(${from.x}px, ${from.y}px) scale(.4)`, opacity: 0 },
          { transform: "scale(.55)", opacity: 0.25, offset: 0.42 },
          { transform: "scale(1)", opacity: 0.6, offset: 0.64 },
          { transform: "scale(.8)", opacity: 0.4, offset: 0.76 },
          { transform: "scale(1)", opacity: 0.6 },
        ],
        timing,
      ),
    ];
    return Promise.allSettled(running.map((each) => each.finished));
  };
  return { element, run, stop: () => running.forEach((each) => each.finish()) };
}
