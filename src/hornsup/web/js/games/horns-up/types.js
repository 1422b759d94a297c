/**
 * The shapes that the server's views, events and moves of Horns Up have, for the type checker.
 *
 * @typedef {{cell: string, card: string, kind: "path" | "wall", sides?: string, face?: "up" | "down"}} TableCard
 * @typedef {{seat: number, pawn: string | null, hand_size: number, tokens: number, immune: boolean,
 *   skips: number, known?: string[]}} Rocker
 * @typedef {{ask?: "discard" | "part" | "keep", do?: string, seat?: number, ticket?: boolean, cell?: string,
 *   gone_left?: string[], cards?: Record<string, TableCard>}} Choice
 * @typedef {{card: string, symbols?: string[], named?: boolean}} DeckEntry
 * @typedef {{game: string, players: number, options: Record<string, any>, seat: number | null,
 *   phase: "enter" | "turn" | "choice" | "over", first: number, turn: number, turn_number: number,
 *   to_move: number | null, actions: number, winner: number | null, entrances: string[],
 *   stage_cells: string[], table: TableCard[], rockers: Rocker[], hand: string[], hands?: string[][],
 *   deck_size: number, discard: string[], resolving: string | null, stage: string | null,
 *   stage_deck_size: number, stage_used: string[], closing_pending: boolean, choice: Choice | null}} View
 *
 * @typedef {{event: string, seat?: number, cell?: string, cells?: string[], card?: string, wall?: string,
 *   direction?: string, walk?: string[], seats?: number[], covered?: string | null}} GameEvent
 * @typedef {{version: number, events?: {event: GameEvent, text: string}[]}} Update
 * @typedef {{view: View | null, toMove: number | null, legal: string[] | null}} Model
 * @typedef {{ok: boolean, code?: string, rule?: string, message?: string,
 *   data?: {code: string, rule: string, message: string}[]}} Answer
 *
 * @typedef {(key: string, values?: Record<string, any>) => string} Translate
 * @typedef {{mode: "play" | "replay" | "tv" | "learn", t: Translate, language: string,
 *   announce: (text: string) => void, send: (move: string) => Promise<Answer>,
 *   why: (question: {move?: string, card?: string, cell?: string}) => Promise<Answer>,
 *   ask: (type: string, fields: Record<string, any>) => Promise<Answer>,
 *   names: () => string[], reducedMotion: () => boolean}} Context
 *
 * @typedef {"enter" | "walk" | "path" | "wall" | "clear" | "play" | "token" | "end" | "discard" | "part" | "keep"} Verb
 * @typedef {{text: string, verb: Verb, card?: string, cell?: string, sides?: string, half?: string,
 *   seat?: number, way?: string, landing?: string}} Move
 */

export {};
