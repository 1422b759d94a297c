/** What the modules of this client hand each other; the wire itself is described in wire.d.ts. */
import type * as wire from "./wire";

export type {
  Bye,
  Command,
  Happened,
  Line,
  Presence,
  Seat,
  Settings,
  Spectator,
  TableInfo,
  Time,
  Update,
  Welcome,
  You,
} from "./wire";
export type Language = wire.Speak["language"];
export type Level = wire.Settings["stand_in"];
export type Role = wire.You["role"];
/** A server's answer, or one that a page without a table makes itself. */
export type Answer = Omit<wire.Answer, "type">;
/** What a command carries beside its type, id and version. */
export type Fields<T extends wire.Command["type"]> = Omit<
  Extract<wire.Command, { type: T }>,
  "type" | "id" | "version"
>;
export type Send = <T extends wire.Command["type"]>(type: T, fields?: Fields<T>) => Promise<Answer>;
export type View = Record<string, any>;

/** The table as this client knows it. */
export interface Model {
  version: number;
  table: wire.TableInfo;
  you: wire.You;
  view: View | null;
  toMove: number | null;
  legal: string[];
  undo: boolean;
  time: (wire.Time & { at: number }) | null;
  chat: wire.Line[];
  online: number[];
  watching: number;
  /** Those who have no seat, by name; told to the people at the table alone. */
  spectators: wire.Spectator[];
  /** How many shared screens show the table. */
  screens: number;
  connected: boolean;
}
export type Values = Record<string, string | number>;
export type Translate = (key: string, values?: Values) => string;

/** What a game's component is given. */
export interface GameContext {
  mode: "play" | "replay" | "tv" | "learn";
  t: Translate;
  language: Language;
  announce(text: string): void;
  send(move: string): Promise<Answer>;
  why(question: Fields<"why">): Promise<Answer>;
  ask: Send;
  names(): string[];
  reducedMotion(): boolean;
  /** The line about what happened last, to be placed above the hand. */
  ticker?: HTMLElement;
  /** Something happened to the viewer. */
  hit?(): void;
}
/** What came with a new model: one update, or what was missed; `fresh` after a new connection. */
export interface Received {
  update: wire.Update | null;
  missed: wire.Happened[] | null;
  fresh: boolean;
}
/** One update to be shown: the table after it, and what happened. */
export interface Step {
  model: Model;
  update: wire.Update | null;
  events: wire.Happened[];
}
/** What a game is given to show a step. */
export interface Showing {
  /** Ends the waits of the step when the viewer goes on. */
  cue: import("./timeline.js").Cue;
  /** The first so many events can be told: their causes have been seen. */
  tell(upTo: number): void;
  /** The table is painted as it is after the step: header and log follow. */
  arrive(): void;
}
export interface GameComponent {
  element: HTMLElement;
  /** Paint a state at once. */
  paint(model: Model): void;
  /** Show what happened and then the state it led to. */
  show(step: Step, showing: Showing): Promise<void>;
  destroy(): void;
  /** Put the players and what everyone sees into a column of the page, or back into the own layout. */
  dock?(host: HTMLElement | null): void;
  /** What happened since one's own last turn, for a page that was opened since. */
  remember?(events: wire.Happened[]): void;
  /** Light places of the table while a sentence about them is pointed at; none ends it. */
  light?(cells: string[]): void;
  /** An earlier moment is looked at from now on, or no longer: what is shown beside the state itself does not fit it. */
  past?(on: boolean): void;
  /** What whoever must decide is choosing, as a whole sentence for the line on top; null: the usual one. */
  status?(model: Model): string | null;
  /** Whether the table can be seen elsewhere, so that the own hand is enough here. */
  onlyHand?(on: boolean): void;
  /** Actions left in the turn, for the shared screen. */
  actions?(model: Model): { count: number; label: string };
  /** Keys that work in this game, for the overlay: the key and what it does. */
  shortcuts?: [string, string][];
}

/** What a line of the log shows of an event at a glance. */
export interface LogItem {
  /** A card, a die, a piece. */
  picture(): Element;
  /** It in a word or two. */
  words: string;
  /** Who did it, where that is not whose line it is. */
  seat?: number;
  /** Whom it was done to. */
  targets?: number[];
  /** Items of one sort that follow each other are shown as one, with their number. */
  sort?: string;
}
/** A line of the log: a turn, or a round. */
export interface LogLine {
  seat: number | null;
  title: string;
  /** The title beside a name, where there is little room. */
  short?: string;
  /** Whether the line's head says all that the sentence of its first event says. */
  said?: boolean;
}
/** How the log tells the events of a game. */
export interface GameLog {
  /** The line that an event begins; `first`: there is none before it. */
  begins(event: Record<string, any>, first: boolean): LogLine | null;
  item(event: Record<string, any>, view: View | null): LogItem | null;
  /** The places of the table that an event is about, as `GameComponent.light` takes them. */
  cells(event: Record<string, any>): string[];
  /** The seat whose turn is over with this event. */
  ends(event: Record<string, any>): number | null;
}

/** What the page module of a game exports as `page`: all that the pages know of a particular game. */
export interface GamePage {
  /** Load the view of a table: its modules and its stylesheet. */
  load(): Promise<CreateGame>;
  /** The sprite's symbol that stands for the game in lists. */
  icon: string;
  /** The picture on the home page. */
  picture(): SVGElement;
  /** The number of players that is preselected. */
  usualPlayers: number;
  /** Whether there are no hidden hands, so that people who share a device need no screen between them. */
  open: boolean;
  /** How the log tells the game; it is loaded with the table. */
  log(): Promise<GameLog>;
  /** A sentence about an event as nodes. */
  draw(text: string): (string | Node)[];
  /** A sentence about an event as a screen reader says it. */
  spoken(text: string, view: View | null): string;
  /** Milliseconds for one step of a replay, and what the steps are grouped by. */
  replay: { pace: number; group: "turn" | "round" };
  /** Milliseconds of rest after a move of the others in a lesson. */
  lesson: { pace: number };
  /** A further row below the seats of the lobby. */
  lobbyRow?(model: Model, page: TablePage, send: Send): HTMLElement | null;
  /** Pictures and explanations below the rules. */
  ruleSections(t: Translate): Promise<RuleSection[]>;
}
export type CreateGame = (ctx: GameContext) => GameComponent;
export interface RuleSection {
  id: string;
  title: string;
  element: HTMLElement;
}

/** A table's shell as the lobby and the game see it. */
export interface TablePage {
  app: App;
  socket: import("./socket.js").TableSocket;
  /** A table without a server around it: nobody to invite, no other page to go to. */
  local?: boolean;
  /** Where there is no other page to go to: another game, here. */
  again?: () => void;
}
export interface GameChoice {
  value: any;
  text: string;
}
export interface GameOption {
  name: string;
  title: string;
  rule: string;
  default: any;
  presets: Record<string, any>;
  choices?: GameChoice[];
  text?: string;
  low?: number;
  high?: number;
  step?: number;
}
export interface Boxed {
  name: string;
  title: string;
  text: string;
}
/** A game as GET /api/games tells it. */
export interface GameInfo {
  name: string;
  /** The path of its page module below js/. */
  page: string;
  title: string;
  players: { few: number; many: number };
  presets: (Boxed & { changes: Record<string, any> })[];
  options: GameOption[];
  /** The settings of a table whose host changed nothing. */
  settings: wire.Settings;
  decks?: Boxed[];
  dice?: Boxed[];
  forfeits?: Boxed[];
  tags?: { name: string; title: string }[];
}

/** What every page is given. */
export interface App {
  language: Language;
  t: Translate;
  navigate(path: string, options?: { replace?: boolean }): void;
  setLanguage(language: Language): Promise<void>;
  theme(): "dark" | "light";
  setTheme(theme: "dark" | "light"): void;
  /** The remembered name, or one made up for this guest. */
  name(): string;
  /** The name that somebody typed on this device, or null. */
  chosenName(): string | null;
  /** Make sure that the server knows us, under a new name if one is given. */
  session(name?: string): Promise<void>;
  /** The title of the window. */
  title(text: string): void;
}
export interface Page {
  destroy(): void;
}
export type PageFunction = (root: HTMLElement, params: Record<string, string>, app: App) => Page | Promise<Page>;

/** A table in a list, as GET /api/me/tables tells it. */
export interface Summary {
  table: wire.TableInfo;
  seats: number[];
  to_move?: number | null;
}
/** A device as GET /api/me/devices tells it; times in milliseconds since 1970. */
export interface Device {
  id: string;
  label: string;
  created_at: number;
  seen_at: number;
  this: boolean;
}
/** A link as POST /api/me/links makes it. */
export interface MadeLink {
  link: string;
  qr: string;
  seconds: number | null;
}
/** A player whose tables a link brings, or takes away. */
export interface Person {
  name: string;
  tables: Summary[];
}
/** What POST /api/links/look tells. */
export interface LookedAt {
  kind: "device" | "recovery";
  brings: Person;
  loses: Person | null;
  same: boolean;
}
