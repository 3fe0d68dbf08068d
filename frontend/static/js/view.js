// The law: the picture of a game at this moment, made from the state: the truth with the player's own unanswered
// events drawn on it. Pure. It guesses no rule: while events are under way only those moves are offered that the
// server has already called legal and whose places stand untouched, and the succession of a seat just left.

import { BACK, foundationFor, parseMove, placeOf, seatOf, top } from "#c/cards.js";
import { AHEAD, isOver, madeAgain, pileAt, put, shift } from "#c/game-state.js";

/** @import {State, Table} from "#c/game-state.js" */

/**
 * @typedef {object} View
 * @property {string[][][]} rows     4 x 8 piles bottom to top; a card that has not turned yet is "??"
 * @property {string[]} foundations  eight top cards, `C C D D H H S S`
 * @property {number} stock
 * @property {string[]} waste
 * @property {string[]} legal        moves that may be made now
 * @property {string | null} vacancy the seat that has to be filled
 * @property {string} status
 * @property {boolean} over        nothing can be done any more
 * @property {number} home
 * @property {number} progress
 * @property {number} moves
 * @property {boolean} undo
 * @property {string | null} redo    the move that was taken back last, while it may be made again
 * @property {boolean} stuck       no motion can carry: nothing can go home or be built any more
 * @property {boolean} finish        stock and waste are empty and something leads on, so a finish may be asked for
 * @property {number} pending        events without an answer
 */

/** @param {State} state @returns {View | null} null before the first position */
export function viewOf(state) {
  const { base, pending } = state;
  if (!base) return null;
  /** @type {string[]} */
  const moves = [];
  let settled = true; // false while an undo or an end is under way: nothing can be offered then
  let { undone } = state;
  for (const p of pending) {
    if (p.type === "move") {
      moves.push(/** @type {string} */ (p.move));
      undone = madeAgain(undone, /** @type {string} */ (p.move));
    } else if (p.type === "undo" && moves.length) undone = [...undone, /** @type {string} */ (moves.pop())];
    else settled = false;
  }
  /** @type {Table} */
  let table = base;
  let { stock, home } = base;
  /** @type {Set<string>} places whose picture waits for the server */
  const waiting = new Set();
  for (const move of moves) {
    const { from, to } = parseMove(move);
    waiting.add(from).add(to);
    if (move === "s") {
      table = put(table, "w", BACK);
      stock -= 1;
      continue;
    }
    const shifted = shift(table, move);
    if (!shifted) continue;
    table = shifted.table;
    if (to === "f") home += 1;
    // An empty seat of the People fills by itself: from the top of the waste, else from the stock.
    const seat = seatOf(from);
    if (!seat || seat.row !== 3 || table.rows[3][seat.column].length) continue;
    const card = top(table.waste);
    if (card) {
      table = put({ ...table, waste: table.waste.slice(0, -1) }, from, card);
      waiting.add("w");
    } else if (stock > 0) {
      table = put(table, from, BACK);
      stock -= 1;
    }
  }
  const on = !isOver(base);
  const open = settled && on && pending.length < AHEAD;
  const vacancy = moves.length ? emptySeat(table.rows) : vacancyOf(base.legal, table.rows);
  const idle = on && !pending.length;
  const legal = !open ? [] : !moves.length ? base.legal : ahead(base.legal, table, vacancy, waiting);
  const stuck = idle && (base.dead || !legal.length);
  return {
    rows: table.rows, foundations: table.foundations, waste: table.waste, stock, legal, vacancy,
    status: base.status, over: !on, home, progress: base.progress,
    moves: pending.length ? pending[pending.length - 1].ply : base.ply,
    redo: open ? top(undone) ?? null : null,
    undo: on && pending.length < AHEAD && (moves.length > 0 || base.undo),
    stuck,
    finish: idle && !stuck && !stock && !table.waste.length,
    pending: pending.length,
  };
}

/** The seat that the legal moves fill. @param {string[]} legal @param {string[][][]} rows @returns {string | null} */
function vacancyOf(legal, rows) {
  if (!legal.length) return null;
  const { to } = parseMove(legal[0]);
  const seat = seatOf(to);
  return seat && !rows[seat.row][seat.column].length ? to : null;
}

/** An empty seat with somebody on the bench below. @param {string[][][]} rows @returns {string | null} */
function emptySeat(rows) {
  for (let row = 0; row < 3; row += 1) {
    const column = rows[row].findIndex((pile) => !pile.length);
    if (column >= 0 && rows[row + 1].some((pile) => pile.length)) return placeOf(row, column);
  }
  return null;
}

/**
 * What may be sent ahead of the server's answer.
 * @param {string[]} legal @param {Table} table @param {string | null} vacancy @param {Set<string>} waiting
 * @returns {string[]}
 */
function ahead(legal, { rows, foundations }, vacancy, waiting) {
  if (!vacancy) {
    const stands = (/** @type {string} */ move) => {
      const { from, to } = parseMove(move);
      if (waiting.has(from)) return false;
      // Of two equal cards only one finds the foundation still waiting for it.
      if (to === "f") return foundationFor(foundations, top(pileAt({ rows, foundations, waste: [] }, from)) ?? BACK) >= 0;
      return !waiting.has(to);
    };
    // A card that has lost one of several moves for now would be played where it ought to ask: it waits.
    const torn = new Set(legal.filter((move) => !stands(move)).map((move) => parseMove(move).from));
    return legal.filter((move) => !torn.has(parseMove(move).from));
  }
  const row = Number(vacancy[1]); // the seat's row number is the index of the row below
  return rows[row].flatMap((pile, column) => {
    const card = top(pile);
    return card && card !== BACK ? [placeOf(row, column) + vacancy] : [];
  });
}
