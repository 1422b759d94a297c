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
 *   stage_deck_size: number, stage_used: string[], closing_pending: boolean, choice: Choice | null,
 *   pending?: Choice[]}} View
 *
 * @typedef {{event: string, seat?: number, cell?: string, cells?: string[], card?: string, wall?: string,
 *   direction?: string, walk?: string[], seats?: number[], covered?: string | null, sides?: string,
 *   target?: number | null, half?: string, side?: string, actions?: number, start?: string,
 *   why?: "entrance" | "edge"}} GameEvent
 * @typedef {import("../../types").Update} Update
 * @typedef {import("../../types").Model} Model
 * @typedef {import("../../types").Answer} Answer
 * @typedef {import("../../types").Translate} Translate
 * @typedef {import("../../types").GameContext} Context
 *
 * @typedef {"enter" | "walk" | "path" | "wall" | "clear" | "play" | "token" | "end" | "discard" | "part" | "keep"} Verb
 * @typedef {{text: string, verb: Verb, card?: string, cell?: string, sides?: string, half?: string,
 *   seat?: number, way?: string, landing?: string}} Move
 */

export {};
