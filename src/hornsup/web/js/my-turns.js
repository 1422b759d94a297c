/** The tables of this player, and those that wait for a move. */

import { api } from "./net.js";

/**
 * @typedef {object} Summary a table in a list; times are in milliseconds
 * @property {import("./types").TableInfo} table
 * @property {number[]} seats
 * @property {number | null} [to_move]
 * @property {number} [waiting] how long it has been this player's turn
 * @property {number} [left] what the clock still has for it
 */

/** @returns {Promise<Summary[]>} */
export function myTables() {
  return api("GET", "/api/me/tables");
}

/** Whether it is this player's turn. @param {Summary} summary */
export function isMyTurn({ waiting }) {
  return waiting != null;
}

/** The tables where it is this player's turn, the one that waits longest first. @param {Summary[]} tables */
export function myTurns(tables) {
  return tables.filter(isMyTurn).sort((a, b) => Number(b.waiting) - Number(a.waiting));
}
