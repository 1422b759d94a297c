/** The wire as hornsup/play/wire.py has it, and what the modules of this client hand each other. */
export type Language = "en" | "it" | "fr";
export type Level = "easy" | "normal" | "hard";
export type Role = "player" | "spectator" | "screen";
export type Clock =
  | { kind: "none" }
  | { kind: "turn"; seconds: number }
  | { kind: "reserve"; seconds: number; increment: number };

export interface Settings {
  game: string;
  players: number;
  options: Record<string, any>;
  public: boolean;
  clock: Clock;
  undo: "free" | "strict" | "off";
  leavers: "bot" | "wait";
  grace: number;
  stand_in: Level;
  pace: number;
  spectators: boolean;
  delay: number;
  chat: boolean;
}
export interface Seat {
  seat: number;
  name?: string;
  person?: boolean;
  bot?: Level | null;
  away?: boolean;
  host?: boolean;
  online?: boolean;
  muted?: boolean;
  /** Kept for somebody who played here before. */
  reserved?: boolean;
}
export interface TableInfo {
  id: string;
  code: string;
  phase: "lobby" | "playing" | "over" | "closed";
  settings: Settings;
  commitment: string;
  seats: Seat[];
  executor?: Seat | null;
  next?: string | null;
  engine?: string | null;
}
export interface You {
  role: Role;
  seats: number[];
  host?: boolean;
  executor?: boolean;
  looking?: number | null;
  /** Seats kept for this player; -1 is the Executor's. */
  reserved?: number[];
  /** Seats that this player does not want to hear. */
  muted?: number[];
}
export interface Time {
  left: (number | null)[];
  running?: number | null;
}
export interface Line {
  version: number;
  name: string;
  seat?: number | null;
  text?: string;
  reaction?: string;
}
export interface Happened {
  event: Record<string, any> & { event: string };
  text: string;
}
export interface Welcome {
  type: "welcome";
  wire: number;
  version: number;
  table: TableInfo;
  you: You;
  view?: View | null;
  to_move?: number | null;
  legal?: string[] | null;
  undo?: boolean;
  time?: Time | null;
  chat?: Line[];
  missed?: Happened[] | null;
}
export interface Update {
  type: "update";
  version: number;
  kind: string;
  seat?: number | null;
  by?: string | null;
  view?: View | null;
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
export interface Answer {
  type?: "answer";
  id: string;
  ok: boolean;
  version: number;
  code?: string | null;
  rule?: string | null;
  message?: string | null;
  data?: any;
}
export type View = Record<string, any>;

/** The table as this client knows it. */
export interface Model {
  version: number;
  table: TableInfo;
  you: You;
  view: View | null;
  toMove: number | null;
  legal: string[];
  undo: boolean;
  time: (Time & { at: number }) | null;
  chat: Line[];
  online: number[];
  watching: number;
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
  why(question: { move?: string; card?: string; cell?: string }): Promise<Answer>;
  ask(type: string, fields: Record<string, any>): Promise<Answer>;
  names(): string[];
  reducedMotion(): boolean;
}
export interface GameComponent {
  element: HTMLElement;
  paint(model: Model, update: Update | null): void;
  destroy(): void;
  /** What whoever must decide is choosing, as a whole sentence for the line on top; null: the usual one. */
  status?(model: Model): string | null;
  /** Whether the table can be seen elsewhere, so that the own hand is enough here. */
  onlyHand?(on: boolean): void;
  /** Keys that work in this game, for the overlay: the key and what it does. */
  shortcuts?: [string, string][];
}

/** A table's shell as the lobby and the game see it. */
export interface TablePage {
  app: App;
  socket: import("./net.js").TableSocket;
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
  title: string;
  players: { few: number; many: number };
  presets: (Boxed & { changes: Record<string, any> })[];
  options: GameOption[];
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
  /** Make sure that the server knows us, under a new name if one is given. */
  session(name?: string): Promise<void>;
  /** The title of the window. */
  title(text: string): void;
}
export interface Page {
  destroy(): void;
}
export type PageFunction = (
  root: HTMLElement,
  params: Record<string, string>,
  app: App,
) => Page | Promise<Page>;
