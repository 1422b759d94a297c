/** The WebSocket of a table: connects again, sends unanswered commands again, keeps the model. */

import { hex, parse } from "./net.js";

/** @typedef {import("./types").Model} Model */
/** @typedef {import("./types").Answer} Answer */
/** @typedef {import("./types").Update} Update */
/** @typedef {import("./types").Welcome} Welcome */
/** @typedef {import("./types").Language} Language */
/** @typedef {import("./types").Role} Role */
/** @typedef {import("./types").TableInfo} TableInfo */

/** @type {import("./wire").WireVersion} */
const WIRE = 1;
const PING_EVERY = 4000;
const SILENT_FOR = 9000;
const LONGEST_WAIT = 3000;
const CHAT_KEPT = 200;
/** Reasons for which the server ends a connection for good. */
export const FINAL = ["no-spectators", "shown-out", "name-needed", "wire", "banned"];

/** @typedef {{id: string, frame: string, resolve: (answer: Answer) => void}} Pending */

/**
 * The socket of a table. It reconnects by itself, sends unanswered commands again with the same id (so
 * that nothing is done twice) and keeps `model` up to date.
 *
 * Events: "model" (detail: {update: Update | null, missed: Happened[] | null, fresh: boolean}),
 * "answer" (detail: Answer), "presence", "status" (detail: {connected}), "bye" (detail: Bye).
 */
export class TableSocket extends EventTarget {
  /**
   * @param {string} tableId
   * @param {{language: Language, role?: Role, since?: number | null, local?: boolean, onNoSession?: () => Promise<void>}} options
   *   `local`: the table is in this machine and needs no network
   */
  constructor(tableId, options) {
    super();
    this.tableId = tableId;
    this.language = options.language;
    /** @type {Role} */
    this.role = options.role ?? "player";
    this.since = options.since ?? null;
    this.local = options.local ?? false;
    this.onNoSession = options.onNoSession;
    /** @type {Model | null} */
    this.model = null;
    this.connected = false;
    /** @type {number | null} */
    this.looking = null;
    /** @type {Map<string, Pending>} */
    this._pending = new Map();
    /** @type {WebSocket | null} */
    this._socket = null;
    this._tries = 0;
    this._lastMessageAt = 0;
    this._waiting = false; // for a new welcome; updates before it do not fit the model
    this._ended = false;
    this._retry = 0;
    this._pings = window.setInterval(() => this._heartbeat(), PING_EVERY);
    this._online = () => this._reconnectIn(0);
    this._offline = () => this.local || this._lost();
    this._shown = () => {
      this._write(visibility());
      if (document.visibilityState === "visible") this._heartbeat();
    };
    addEventListener("online", this._online);
    addEventListener("offline", this._offline);
    document.addEventListener("visibilitychange", this._shown);
    this._connect();
  }

  // --- for the pages -----------------------------------------------------------------------------

  /**
   * Send a command; it is sent again after a lost connection until it is answered.
   * @template {import("./types").Command["type"]} T
   * @param {T} type
   * @param {import("./types").Fields<T>} [fields]
   * @returns {Promise<Answer>}
   */
  send(type, fields) {
    const id = hex(8);
    const version = this.model?.version ?? 0;
    const frame = JSON.stringify({ type, id, version, ...fields });
    return new Promise((resolve) => {
      this._pending.set(id, { id, frame, resolve });
      if (this.connected) this._write(frame);
    });
  }

  /** Show the hand of one of our seats on a shared device, or none. @param {number | null} seat */
  look(seat) {
    this.looking = seat;
    this._write(JSON.stringify({ type: "look", seat }));
  }

  /** Have everything sent in another language from now on. @param {Language} language */
  speak(language) {
    this.language = language;
    this._refresh();
  }

  /** Close the socket for good. */
  close() {
    this._ended = true;
    clearInterval(this._pings);
    clearTimeout(this._retry);
    removeEventListener("online", this._online);
    removeEventListener("offline", this._offline);
    document.removeEventListener("visibilitychange", this._shown);
    this._drop();
  }

  /** Connect again, with a changed session. */
  reconnect() {
    this._drop();
    this._status(false);
    this._reconnectIn(0);
  }

  // --- the connection ----------------------------------------------------------------------------

  _connect() {
    if (this._ended) return;
    this._drop();
    if (navigator.onLine === false && !this.local) {
      this._reconnectIn(LONGEST_WAIT); // the "online" event comes sooner
      return;
    }
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.tableId}`);
    this._socket = socket;
    this._lastMessageAt = performance.now();
    socket.addEventListener("open", () => this._hello(socket));
    socket.addEventListener("message", (event) => {
      if (socket === this._socket) this._receive(String(event.data));
    });
    socket.addEventListener("close", () => {
      if (socket === this._socket) this._lost();
    });
  }

  /** @param {WebSocket} socket */
  _hello(socket) {
    if (socket !== this._socket) return;
    const since = this.model?.version ?? this.since;
    this._waiting = true;
    this._write(JSON.stringify({ type: "hello", wire: WIRE, language: this.language, since, role: this.role }));
    if (document.visibilityState === "hidden") this._write(visibility());
  }

  /** @param {string} frame */
  _write(frame) {
    if (this._socket?.readyState === WebSocket.OPEN) this._socket.send(frame);
  }

  /** Close the socket and ignore its close event. */
  _drop() {
    const socket = this._socket;
    this._socket = null;
    socket?.close();
  }

  /** The connection is lost: try again after a pause that grows with every attempt. */
  _lost() {
    if (this._ended) return;
    this._drop();
    this._status(false);
    this._tries += 1;
    const pause = Math.min(LONGEST_WAIT, 150 * 2 ** Math.min(this._tries, 6));
    this._reconnectIn(pause * (0.7 + Math.random() * 0.3));
  }

  /** @param {number} pause */
  _reconnectIn(pause) {
    if (this._ended || this.connected) return;
    clearTimeout(this._retry);
    this._retry = window.setTimeout(() => this._connect(), pause);
  }

  /** Send a ping; give up a socket that has been silent for too long. */
  _heartbeat() {
    if (this._ended || !this._socket) return;
    if (performance.now() - this._lastMessageAt > SILENT_FOR) this._lost();
    else this._write('{"type":"ping"}');
  }

  /** @param {boolean} connected */
  _status(connected) {
    const changed = connected !== this.connected;
    this.connected = connected;
    if (connected) this._tries = 0;
    if (this.model) this.model.connected = connected;
    if (changed) this._emit("status", { connected });
  }

  // --- messages of the server ----------------------------------------------------------------------

  /** @param {string} text */
  _receive(text) {
    this._lastMessageAt = performance.now();
    const message = parse(text);
    if (message?.type === "welcome") this._welcome(message);
    else if (message?.type === "update") this._update(message);
    else if (message?.type === "answer") this._answer(message);
    else if (message?.type === "presence") this._presence(message);
    else if (message?.type === "bye") this._bye(message);
    else if (message?.type === "announcement")
      window.dispatchEvent(new CustomEvent("announcement", { detail: message }));
  }

  /** @param {Welcome} welcome */
  _welcome(welcome) {
    const first = this.model === null;
    this._waiting = false;
    this.model = {
      version: welcome.version,
      table: welcome.table,
      you: welcome.you,
      view: welcome.view ?? null,
      toMove: welcome.to_move ?? null,
      legal: welcome.legal ?? [],
      undo: welcome.undo ?? false,
      time: stamped(welcome.time),
      chat: welcome.chat ?? [],
      online: this.model?.online ?? onlineIn(welcome.table),
      watching: this.model?.watching ?? 0,
      screens: this.model?.screens ?? 0,
      spectators: this.model?.spectators ?? [],
      connected: true,
    };
    const returned = !this.connected;
    this._status(true);
    if (returned) this._resume(welcome);
    this._emit("model", { update: null, missed: welcome.missed ?? null, fresh: first || returned });
  }

  /** After a reconnect: choose the same hand again, and send unanswered commands again. @param {Welcome} welcome */
  _resume(welcome) {
    const { seats, looking } = welcome.you;
    if (this.looking !== null && seats.length > 1 && looking !== this.looking) this.look(this.looking);
    for (const each of this._pending.values()) this._write(each.frame);
  }

  /** @param {Update} update */
  _update(update) {
    const model = this.model;
    if (!model || this._waiting || update.version <= model.version) return;
    if (update.version !== model.version + 1 || (update.patch && !model.view)) {
      this._refresh();
      return;
    }
    model.version = update.version;
    if (update.view) model.view = update.view;
    else if (update.patch) model.view = { ...model.view, ...update.patch };
    model.toMove = update.to_move ?? null;
    model.legal = update.legal ?? [];
    model.undo = update.undo ?? false;
    model.time = stamped(update.time);
    if (update.table) model.table = update.table;
    if (update.table) model.online = onlineIn(update.table);
    if (update.you) model.you = update.you;
    if (update.line) model.chat = [...model.chat, update.line].slice(-CHAT_KEPT);
    this._emit("model", { update, missed: null, fresh: false });
  }

  /** A version was missed: ask for a new welcome. */
  _refresh() {
    this._waiting = true;
    this._write(JSON.stringify({ type: "speak", language: this.language }));
  }

  /** @param {Answer} answer */
  _answer(answer) {
    const pending = this._pending.get(answer.id);
    if (answer.code === "no-session" && pending && this.onNoSession) {
      // The session is gone: make a new one, then connect again.
      const makeSession = this.onNoSession;
      this.onNoSession = undefined;
      void makeSession().then(() => this.reconnect());
      return;
    }
    this._pending.delete(answer.id);
    pending?.resolve(answer);
    this._emit("answer", answer);
  }

  /** @param {import("./types").Presence} presence */
  _presence(presence) {
    if (!this.model) return;
    this.model.online = presence.online;
    this.model.watching = presence.watching ?? 0;
    this.model.screens = presence.screens ?? 0;
    this.model.spectators = presence.spectators ?? [];
    this._emit("presence", presence);
  }

  /** @param {import("./types").Bye} bye */
  _bye(bye) {
    if (FINAL.includes(bye.code)) this.close();
    this._emit("bye", bye);
  }

  /** @param {string} name @param {any} detail */
  _emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** Whether this page is looked at: a player who does not look may be called. */
function visibility() {
  return JSON.stringify({ type: "visible", on: document.visibilityState === "visible" });
}

/** @param {import("./types").Time | null | undefined} time */
function stamped(time) {
  return time ? { ...time, at: performance.now() } : null;
}

/** @param {TableInfo} table */
function onlineIn(table) {
  return table.seats.filter((seat) => seat.online).map((seat) => seat.seat);
}
