/** Before a page's own scripts: a device that writes down what it is asked to do, in `window.asked`. */
(permission) => {
  const asked = { vibrated: [], badge: [], notes: [], permission: 0, locks: [] };
  let [hidden, focused] = [false, true];
  window.asked = asked;
  /** Look at another tab, at another window, or back at this page. */
  window.look = (where) => {
    [hidden, focused] = [where === "tab", where === "here"];
    document.dispatchEvent(new Event("visibilitychange"));
    window.dispatchEvent(new Event(focused ? "focus" : "blur"));
  };
  const put = (on, name, get) => Object.defineProperty(on, name, { configurable: true, get });
  put(document, "visibilityState", () => (hidden ? "hidden" : "visible"));
  put(document, "hidden", () => hidden);
  document.hasFocus = () => focused;
  put(navigator, "vibrate", () => (pattern) => asked.vibrated.push(pattern));
  put(navigator, "setAppBadge", () => async () => asked.badge.push(true));
  put(navigator, "clearAppBadge", () => async () => asked.badge.push(false));
  window.Notification = class extends EventTarget {
    static permission = permission;
    static requestPermission() {
      asked.permission += 1;
      return Promise.resolve((this.permission = "granted"));
    }
    constructor(title, options) {
      super();
      this.note = { title, body: options.body, tag: options.tag, open: true };
      asked.notes.push(this.note);
      window.lastNote = this;
    }
    close() {
      this.note.open = false;
    }
  };
  class Lock extends EventTarget {
    constructor() {
      super();
      asked.locks.push("held");
      document.addEventListener("visibilitychange", () => hidden && this.release());
    }
    async release() {
      if (this.released) return;
      this.released = true;
      asked.locks.push("released");
      this.dispatchEvent(new Event("release"));
    }
  }
  /** A battery that is low refuses; a test sets it. */
  window.lowBattery = false;
  const request = async () => {
    if (window.lowBattery) throw new DOMException("no", "NotAllowedError");
    return new Lock();
  };
  put(navigator, "wakeLock", () => ({ request }));
}
