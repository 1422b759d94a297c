/** Confetti over the whole window, for a few seconds; nothing of it is left afterwards. */

import { h } from "../../dom.js";

const MOST_PIECES = 120;
const SECONDS = 4;
const GRAVITY = 520; // pixels per second, per second
const DRAG = 1.3; // the part of its speed that a piece loses per second
const LATEST = 0.7; // seconds after which the last piece is thrown
const COLOURS = ["#FFC84A", "#FF8A1F", "#E0431B", "#F7EBD3", "#7FD6D2", "#B7E23B", "#AF53FF"];

/** @typedef {{x: number, y: number, vx: number, vy: number, turn: number, spin: number, size: number, colour: string, wait: number}} Piece */

/**
 * Throw confetti from both sides of a place.
 * @param {HTMLElement} box where the canvas goes; it covers the window and lets every click through
 * @returns {() => void} ends it at once
 */
export function throwConfetti(box) {
  const canvas = h("canvas", { class: "confetti", width: innerWidth, height: innerHeight, "aria-hidden": "true" });
  const context = canvas.getContext("2d");
  if (!context) return () => {};
  box.append(canvas);
  const pieces = Array.from({ length: Math.min(MOST_PIECES, Math.round(innerWidth / 6)) }, (_, at) => piece(at));
  let frame = 0;
  let before = 0;
  let age = 0;
  const end = () => {
    cancelAnimationFrame(frame);
    canvas.remove();
  };
  /** @param {number} now */
  const draw = (now) => {
    const passed = before ? Math.min((now - before) / 1000, 0.05) : 0;
    before = now;
    age += passed;
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.globalAlpha = Math.min(1, Math.max(0, SECONDS - age));
    let seen = 0;
    for (const each of pieces) {
      move(each, passed);
      if (each.y > canvas.height + each.size) continue;
      seen += 1;
      paint(context, each);
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (age < SECONDS && seen) frame = requestAnimationFrame(draw);
    else end();
  };
  frame = requestAnimationFrame(draw);
  return end;
}

/** Half of the pieces come from the left, half from the right. @param {number} at @returns {Piece} */
function piece(at) {
  const side = at % 2 ? 1 : -1;
  const speed = 0.45 + Math.random() * 0.75;
  return {
    x: side > 0 ? -10 : innerWidth + 10,
    y: innerHeight * (0.35 + Math.random() * 0.25),
    vx: side * speed * Math.min(innerWidth, 1100),
    vy: -(0.45 + Math.random() * 0.6) * Math.min(innerHeight, 900),
    turn: Math.random() * Math.PI,
    spin: (Math.random() - 0.5) * 14,
    size: 7 + Math.random() * 7,
    colour: COLOURS[at % COLOURS.length],
    wait: Math.random() * LATEST,
  };
}

/** @param {Piece} each @param {number} passed */
function move(each, passed) {
  if ((each.wait -= passed) > 0) return;
  const drag = Math.exp(-DRAG * passed);
  each.vx *= drag;
  each.vy = each.vy * drag + GRAVITY * passed;
  each.x += each.vx * passed;
  each.y += each.vy * passed;
  each.turn += each.spin * passed;
}

/** A paper that turns in the air: a rectangle whose height swings. @param {CanvasRenderingContext2D} context @param {Piece} each */
function paint(context, each) {
  const cos = Math.cos(each.turn);
  const sin = Math.sin(each.turn);
  context.setTransform(cos, sin, -sin, cos, each.x, each.y);
  context.fillStyle = each.colour;
  const height = each.size * 0.6 * Math.abs(Math.cos(each.turn * 1.7)) + 1;
  context.fillRect(-each.size / 2, -height / 2, each.size, height);
}
