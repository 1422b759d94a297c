/** The messages of the wire, written by `make pages` from hornsup/play/wire.py. */
export type WireVersion = 1;
/** Take your time. */
export interface NoClock {
  kind: "none";
}
/** So many seconds for every turn. */
export interface TurnClock {
  kind: "turn";
  seconds: number;
}
/** So many seconds for the whole game, and some more for every turn. */
export interface ReserveClock {
  kind: "reserve";
  seconds: number;
  increment: number;
}
/** Everything that the host may choose before the start. */
export interface Settings {
  game: string;
  players: number;
  options: Record<string, any>;
  public: boolean;
  clock: NoClock | TurnClock | ReserveClock;
  undo: "free" | "off" | "strict";
  leavers: "bot" | "wait";
  grace: number;
  stand_in: "easy" | "expert" | "hard" | "normal";
  pace: number;
  spectators: boolean;
  delay: number;
  chat: boolean;
}
/**
 * A seat as everyone sees it. `bot` plays it; `away` says that it stands in for a person. A `reserved`
 * seat is free, and kept for somebody from the game before, who was called `awaited` and may be the
 * `host`. A seat that was handed over names its `former` player for as long as that one may object.
 */
export interface Seat {
  seat: number;
  name?: string;
  person?: boolean;
  bot?: "easy" | "expert" | "hard" | "normal" | null;
  away?: boolean;
  host?: boolean;
  online?: boolean;
  muted?: boolean;
  reserved?: boolean;
  awaited?: string;
  former?: string;
}
/**
 * The table around the game. `closed_by` says who closed it: its host, the server because nobody came
 * back (`idle`), or the server's owner. `webhook` says what kind of service is told whose turn it is,
 * and `webhook_stopped` that it failed too often; its address is nowhere. `practice` says that the
 * game was set up from a position and not dealt.
 */
export interface TableInfo {
  id: string;
  code: string;
  phase: "closed" | "lobby" | "over" | "playing";
  settings: Settings;
  commitment: string;
  seats: Seat[];
  executor?: Seat | null;
  next?: string | null;
  engine?: string | null;
  closed_by?: "host" | "idle" | "owner" | null;
  webhook?: "discord" | "json" | "ntfy" | "slack" | null;
  webhook_stopped?: boolean;
  practice?: boolean;
}
/**
 * Who the server takes this socket for; `looking` is the seat whose hand it is shown. `reserved` are
 * the seats kept for this player, `muted` those that this player does not hear, `former` those that
 * were handed over and that this player may take back.
 */
export interface You {
  role: "player" | "screen" | "spectator";
  seats: number[];
  host?: boolean;
  executor?: boolean;
  looking?: number | null;
  reserved?: number[];
  muted?: number[];
  former?: number[];
}
/** Milliseconds left on every clock; the one of `running` counts down from now. */
export interface Time {
  left: (number | null)[];
  running?: number | null;
}
/** A line of chat or a reaction. */
export interface Line {
  version: number;
  name: string;
  seat?: number | null;
  text?: string;
  reaction?: string;
}
/**
 * An event as this viewer may know it, and as a sentence. In `missed` it says the `version` of the
 * table that it came with; in an `update` it is that of the update.
 */
export interface Happened {
  event: Record<string, any>;
  text: string;
  version?: number;
}
/**
 * Everything, as of `version`. `missed` tells what happened since the client's `since` (for 0, which
 * is nothing seen yet, from the deal on), but no more than the last 400 events; it is absent where the
 * server can no longer tell.
 */
export interface Welcome {
  type: "welcome";
  wire: number;
  version: number;
  table: TableInfo;
  you: You;
  view?: Record<string, any> | null;
  to_move?: number | null;
  legal?: string[] | null;
  undo?: boolean;
  time?: Time | null;
  chat?: Line[];
  missed?: Happened[] | null;
}
/**
 * One entry of the log, as of `version`. What is absent has not changed. `view` is whole; `patch`
 * holds the top-level keys of the last view that changed, to be laid over it. `to_move`, `legal` and
 * `undo` hold as of this version: absent means nobody, none, no. `legal` goes to the seat that must
 * decide, and to nobody else.
 */
export interface Update {
  type: "update";
  version: number;
  kind: string;
  seat?: number | null;
  by?: string | null;
  view?: Record<string, any> | null;
  patch?: Record<string, any> | null;
  to_move?: number | null;
  legal?: string[] | null;
  undo?: boolean;
  events?: Happened[];
  table?: TableInfo | null;
  you?: You | null;
  time?: Time | null;
  line?: Line | null;
}
/** What became of a command: the version it made, or a code, a rule and a sentence. */
export interface Answer {
  type: "answer";
  id: string;
  ok: boolean;
  version: number;
  code?: string | null;
  rule?: string | null;
  message?: string | null;
  data?: any;
}
/** Somebody at the table without a seat; the `id` holds at this table alone. */
export interface Spectator {
  id: string;
  name: string;
  host?: boolean;
}
/**
 * Which seats have somebody connected, how many people are watching, and how many shared screens show
 * the table: beside one of those a phone needs to show no more than the hand. `spectators`, by name,
 * are told to the people at the table alone, and no more than fifty.
 */
export interface Presence {
  type: "presence";
  online: number[];
  watching?: number;
  screens?: number;
  spectators?: Spectator[];
}
export interface Pong {
  type: "pong";
}
/** The last frame before the server closes the socket. */
export interface Bye {
  type: "bye";
  code: string;
  message: string;
}
/**
 * What the server's owner tells everybody, to be shown for so many seconds. It replaces the one
 * before; without a text there is none any more.
 */
export interface Announcement {
  type: "announcement";
  number?: number;
  text?: string;
  seconds?: number;
}
/** The first frame. `since` is the last version seen; `screen` asks for the shared screen. */
export interface Hello {
  type: "hello";
  wire: number;
  language?: "en" | "fr" | "it";
  since?: number | null;
  role?: "player" | "screen" | "spectator";
}
/** Answered by `pong` at once. */
export interface Ping {
  type: "ping";
}
/** From now on tell me everything in this language. */
export interface Speak {
  type: "speak";
  language: "en" | "fr" | "it";
}
/** Several seats on one device: show me this one of mine (None hides all hands). */
export interface Look {
  type: "look";
  seat?: number | null;
}
/**
 * Whether the page is looked at: a player who does not look may be called to their turn. A client that
 * never says so is taken for one that is looked at.
 */
export interface Visible {
  type: "visible";
  on: boolean;
}
/** Play a move; its text is one of the `legal` that came with the last view. */
export interface Move {
  type: "move";
  id: string;
  version: number;
  move: string;
}
/** Take the last move back, up to the information barrier. */
export interface Undo {
  type: "undo";
  id: string;
  version: number;
}
/** Take a seat: a given one, any free one (None), or the Executor's (-1). */
export interface Sit {
  type: "sit";
  id: string;
  version: number;
  contribution: string;
  seat?: number | null;
  name?: string | null;
}
/** Leave a seat before the start; during the game a bot plays on. */
export interface Stand {
  type: "stand";
  id: string;
  version: number;
  seat?: number | null;
}
export interface Rename {
  type: "rename";
  id: string;
  version: number;
  name: string;
  seat?: number | null;
}
export interface AddBot {
  type: "add-bot";
  id: string;
  version: number;
  level?: "easy" | "expert" | "hard" | "normal";
  seat?: number | null;
}
/** The host frees a seat before the start: of a bot, of a person, or one kept for somebody. */
export interface Kick {
  type: "kick";
  id: string;
  version: number;
  seat: number;
}
/** The host changes the settings before the start; some of them during the game too. */
export interface Change {
  type: "change";
  id: string;
  version: number;
  settings: Settings;
}
/** The host starts the game; every seat must be taken. */
export interface Start {
  type: "start";
  id: string;
  version: number;
}
/** The host makes whoever sits there the host. */
export interface PassOn {
  type: "pass-on";
  id: string;
  version: number;
  seat: number;
}
/** Let a bot play this seat: one's own, or (the host) one whose player is away. */
export interface TakeOver {
  type: "take-over";
  id: string;
  version: number;
  seat: number;
  level?: "easy" | "expert" | "hard" | "normal" | null;
}
/** I am back: the bot hands my seat over. */
export interface GiveBack {
  type: "give-back";
  id: string;
  version: number;
  seat: number;
}
/** The Executor (or anyone but the loser, where there is none) has seen a forfeit done. */
export interface Confirm {
  type: "confirm";
  id: string;
  version: number;
  seat: number;
}
export interface Chat {
  type: "chat";
  id: string;
  version: number;
  text: string;
}
export interface React {
  type: "react";
  id: string;
  version: number;
  reaction: string;
}
/** Do not show me what this seat says; the host silences it for all. */
export interface Mute {
  type: "mute";
  id: string;
  version: number;
  seat: number;
  on?: boolean;
}
/** Once more with the same people: opens a table and tells everyone here. */
export interface Rematch {
  type: "rematch";
  id: string;
  version: number;
}
/** The host gives up a table that has not started. */
export interface Close {
  type: "close";
  id: string;
  version: number;
}
/**
 * During the game, give a seat to `to`, one of the `spectators` of `presence`: one's own seat, or (the
 * host) one whose player has been away for the grace time.
 */
export interface HandOver {
  type: "hand-over";
  id: string;
  version: number;
  seat: number;
  to: string;
}
/** My seat was handed over and I object, which counts until the new player's first move. */
export interface TakeBack {
  type: "take-back";
  id: string;
  version: number;
  seat: number;
}
/** The host sends a spectator away for good; nobody watches without a name from then on. */
export interface ShowOut {
  type: "show-out";
  id: string;
  version: number;
  who: string;
}
/** Why is this not possible? Ask about a move, or about a card and a cell. Changes nothing. */
export interface Why {
  type: "why";
  id: string;
  version: number;
  move?: string | null;
  card?: string | null;
  cell?: string | null;
}
/** The exact odds of the round, in a game that has them. Changes nothing. */
export interface Odds {
  type: "odds";
  id: string;
  version: number;
}
export type FromServer = Welcome | Update | Answer | Presence | Pong | Bye | Announcement;
export type FromClient =
  | Hello
  | Ping
  | Speak
  | Look
  | Visible
  | Move
  | Undo
  | Sit
  | Stand
  | Rename
  | AddBot
  | Kick
  | Change
  | Start
  | PassOn
  | TakeOver
  | GiveBack
  | Confirm
  | Chat
  | React
  | Mute
  | Rematch
  | Close
  | HandOver
  | TakeBack
  | ShowOut
  | Why
  | Odds;
export type Command =
  | Move
  | Undo
  | Sit
  | Stand
  | Rename
  | AddBot
  | Kick
  | Change
  | Start
  | PassOn
  | TakeOver
  | GiveBack
  | Confirm
  | Chat
  | React
  | Mute
  | Rematch
  | Close
  | HandOver
  | TakeBack
  | ShowOut
  | Why
  | Odds;
