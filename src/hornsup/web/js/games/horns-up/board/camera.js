/** Pan and zoom of the board by drag, pinch, wheel, buttons and keys. */

/** @typedef {import("./geometry.js").Box} Box */

const NEAREST = 1.6;
/** The largest scale that the camera chooses by itself. */
const NEAR = 0.62;
const SLACK = 8;
const NARROW = 560;

export class Camera {
  /**
   * @param {HTMLElement} window what is looked through
   * @param {HTMLElement} world what is looked at, in its own coordinates
   * @param {() => boolean} still whether to do without movement
   * @param {() => void} resized called when the window has another size
   */
  constructor(window, world, still, resized) {
    this.window = window;
    this.world = world;
    this.still = still;
    this.resized = resized;
    this.x = 0;
    this.y = 0;
    this.scale = 0.5;
    this.width = 0;
    this.height = 0;
    /** Whether the view follows the table by itself; off once somebody moves it. */
    this.follows = true;
    /** @type {Box | null} */
    this.whole = null;
    /** The part that is shown for now in place of the whole. @type {Box | null} */
    this.part = null;
    /** Pixels at the four sides that something else covers. */
    this.margin = { left: 6, top: 6, right: 6, bottom: 6 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.dragged = false;
    this.#listen();
  }

  #listen() {
    const { window } = this;
    window.addEventListener("pointerdown", (event) => this.#down(event));
    window.addEventListener("pointermove", (event) => this.#move(event));
    for (const kind of /** @type {const} */ (["pointerup", "pointercancel"])) {
      window.addEventListener(kind, (event) => this.#up(event));
    }
    window.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    // The end of a drag is no click.
    window.addEventListener("click", (event) => this.dragged && event.stopPropagation(), true);
    this.observer = new ResizeObserver((entries) => this.#resized(entries[0]?.contentRect));
    this.observer.observe(window);
  }

  /** The size is kept, because reading it forces a layout. @param {DOMRect | undefined} size */
  #resized(size) {
    if (!size) return;
    [this.width, this.height] = [size.width, size.height];
    this.margin.top = size.width < NARROW ? 50 : 6; // there the Stage panel covers the board
    this.resized();
    if (this.follows) this.look(this.part, false);
  }

  destroy() {
    this.observer?.disconnect();
  }

  // --- pointers -------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 0) return;
    if (this.pointers.size === 0) this.dragged = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (!this.dragged) {
      if (Math.hypot(dx, dy) < SLACK) return;
      this.#grab(event.pointerId);
    }
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.follows = false;
    if (!other) this.#to(this.x + dx, this.y + dy, this.scale);
    else this.#pinch(before, { x: event.clientX, y: event.clientY }, other);
  }

  /** @param {number} id */
  #grab(id) {
    this.dragged = true;
    this.window.classList.add("dragging");
    this.window.setPointerCapture(id);
  }

  /** @typedef {{x: number, y: number}} Point @param {Point} before @param {Point} now @param {Point} other */
  #pinch(before, now, other) {
    const spread = Math.hypot(before.x - other.x, before.y - other.y) || 1;
    const factor = Math.hypot(now.x - other.x, now.y - other.y) / spread;
    this.x += (now.x - before.x) / 2;
    this.y += (now.y - before.y) / 2;
    const frame = this.window.getBoundingClientRect();
    this.zoom(factor, (now.x + other.x) / 2 - frame.left, (now.y + other.y) / 2 - frame.top, false);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size) return;
    this.window.classList.remove("dragging");
    setTimeout(() => {
      if (!this.pointers.size) this.dragged = false;
    });
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const frame = this.window.getBoundingClientRect();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.pan(-event.deltaX - (event.shiftKey ? event.deltaY : 0), 0, false);
      return;
    }
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
    this.zoom(factor, event.clientX - frame.left, event.clientY - frame.top, false);
  }

  // --- moves ----------------------------------------------------------------------------------

  /** @param {number} dx @param {number} dy @param {boolean} [smooth] */
  pan(dx, dy, smooth = true) {
    this.follows = false;
    this.#to(this.x + dx, this.y + dy, this.scale, smooth);
  }

  /**
   * Change the scale around a point of the window.
   * @param {number} factor
   * @param {number} [x]
   * @param {number} [y]
   * @param {boolean} [smooth]
   */
  zoom(factor, x = this.width / 2, y = this.height / 2, smooth = true) {
    this.follows = false;
    const scale = Math.min(NEAREST, Math.max(this.#farthest(), this.scale * factor));
    const grown = scale / this.scale;
    this.#to(x - (x - this.x) * grown, y - (y - this.y) * grown, scale, smooth);
  }

  /** Show everything and follow the table again. @param {boolean} [smooth] */
  fit(smooth = true) {
    this.follows = true;
    this.look(null, smooth);
  }

  /** Show a part for now; null shows the whole again. @param {Box | null} part @param {boolean} [smooth] */
  look(part, smooth = true) {
    this.part = part;
    const box = part ?? this.whole;
    if (box) this.show(box, smooth, part ? NEAR : NEAREST);
  }

  /** How much of the world's height fits into the window when so much of its width does. @param {number} width */
  room(width) {
    const { left, top, right, bottom } = this.margin;
    const scale = (this.width - left - right) / width;
    return scale > 0 ? (this.height - top - bottom) / scale : Infinity;
  }

  /** The scale at which everything can be seen. */
  wholeScale() {
    return this.whole ? this.#fitting(this.whole) : 1;
  }

  /** Show a box as large as possible. @param {Box} box @param {boolean} [smooth] @param {number} [most] */
  show(box, smooth = true, most = NEAREST) {
    const { width, height } = this;
    if (!width || !height) return;
    const { left, top, right, bottom } = this.margin;
    const scale = Math.min(most, this.#fitting(box));
    const x = left + (width - left - right - (box.left + box.right) * scale) / 2;
    const y = top + (height - top - bottom - (box.top + box.bottom) * scale) / 2;
    this.#to(x, y, scale, smooth);
  }

  /** Move as little as needed to show a box. @param {Box} box */
  reveal(box) {
    const { width, height } = this;
    const [left, right] = [box.left * this.scale + this.x, box.right * this.scale + this.x];
    const [top, bottom] = [box.top * this.scale + this.y, box.bottom * this.scale + this.y];
    const dx = left < 0 ? 12 - left : right > width ? width - 12 - right : 0;
    const dy = top < 0 ? 12 - top : bottom > height ? height - 12 - bottom : 0;
    if (dx || dy) this.#to(this.x + dx, this.y + dy, this.scale);
  }

  /** The scale that shows a box. @param {Box} box */
  #fitting(box) {
    const { left, top, right, bottom } = this.margin;
    const across = (this.width - left - right) / (box.right - box.left);
    const down = (this.height - top - bottom) / (box.bottom - box.top);
    return Math.max(0.05, Math.min(across, down));
  }

  #farthest() {
    return this.whole ? Math.min(0.4, this.#fitting(this.whole) * 0.8) : 0.1;
  }

  /** Where a point of the world is in the window. @param {number} x @param {number} y @returns {[number, number]} */
  onScreen(x, y) {
    return [x * this.scale + this.x, y * this.scale + this.y];
  }

  /** @param {number} x @param {number} y @param {number} scale @param {boolean} [smooth] */
  #to(x, y, scale, smooth = false) {
    [this.x, this.y, this.scale] = [x, y, scale];
    this.#keepInside();
    this.world.classList.toggle("gliding", smooth && !this.still());
    this.world.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.window.dispatchEvent(new CustomEvent("camera"));
  }

  /** Keep at least a part of the board in the window. */
  #keepInside() {
    if (!this.whole) return;
    const { width, height } = this;
    const keep = 80;
    const { left, right, top, bottom } = this.whole;
    this.x = Math.min(width - keep - left * this.scale, Math.max(keep - right * this.scale, this.x));
    this.y = Math.min(height - keep - top * this.scale, Math.max(keep - bottom * this.scale, this.y));
  }
}
