/** A socket to the page around this one: a table in a notebook's kernel has no address. */

/** Sockets of this page so far, for their names. */
let opened = 0;

/** As much of a WebSocket as `socket.js` uses; frames go to the parent window and come from there. */
export class ParentSocket extends EventTarget {
  static OPEN = 1;

  constructor() {
    super();
    this.name = `${Math.random().toString(36).slice(2)}-${++opened}`;
    this.readyState = 0;
    this.take = (/** @type {MessageEvent} */ event) => this.receive(event);
    addEventListener("message", this.take);
    this.post("open");
    queueMicrotask(() => {
      this.readyState = ParentSocket.OPEN;
      this.dispatchEvent(new Event("open"));
    });
  }

  /** @param {string} frame */
  send(frame) {
    this.post("frame", frame);
  }

  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    removeEventListener("message", this.take);
    this.post("close");
  }

  /** @param {"open" | "frame" | "close"} kind @param {string} [frame] */
  post(kind, frame = "") {
    parent.postMessage({ hornsup: kind, socket: this.name, frame }, "*");
  }

  /** @param {MessageEvent} event */
  receive(event) {
    if (event.source !== parent || event.data?.socket !== this.name) return;
    this.dispatchEvent(new MessageEvent("message", { data: event.data.frame }));
  }
}
