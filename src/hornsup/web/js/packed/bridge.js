/** Sockets and requests to the page around this one: a table in a notebook's kernel has no address. */

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

/**
 * Ask the kernel for what a server would answer to GET.
 * @param {string} path
 * @returns {Promise<Response>}
 */
export function askParent(path) {
  const name = `get-${Math.random().toString(36).slice(2)}-${++opened}`;
  return new Promise((resolve) => {
    /** @param {MessageEvent} event */
    const take = (event) => {
      if (event.source !== parent || event.data?.socket !== name) return;
      removeEventListener("message", take);
      resolve(new Response(event.data.frame || null, { status: event.data.frame ? 200 : 404 }));
    };
    addEventListener("message", take);
    parent.postMessage({ hornsup: "get", socket: name, frame: path }, "*");
  });
}

/** Tell the kernel to deal another game at this table. */
export function playAgain() {
  parent.postMessage({ hornsup: "again", socket: "", frame: "" }, "*");
}
