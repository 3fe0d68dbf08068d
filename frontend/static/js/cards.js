// The law: how cards, places and moves are written, and nothing of what may be done with them.
// Pure; no words, no screen. A card is "TD", a place "c2", "f", "w" or "s", a move "c2a1", "a1f", "wb4" or "s".

/** A card that lies there face down until the server tells what it is. */
export const BACK = "??";
const COLUMNS = "abcdefgh";
export const TOTAL = 80;

const RANKS = "A23456789TJQK";

/** @param {string} card @returns {number} 1 for an ace to 13 for a king */
export const rankOf = (card) => RANKS.indexOf(card[0]) + 1;
/** @param {string} card @returns {string} "C", "D", "H" or "S" */
export const suitOf = (card) => card[1];
/** @param {string} suit @param {number} rank */
export const cardOf = (suit, rank) => RANKS[rank - 1] + suit;

/** @param {number} row 0 for the Privy Council @param {number} column */
export const placeOf = (row, column) => COLUMNS[column] + (row + 1);

/**
 * @param {string} place a seat, like "c2"
 * @returns {{row: number, column: number} | null} null for "f", "w", "s"
 */
export function seatOf(place) {
  if (place.length !== 2) return null;
  const column = COLUMNS.indexOf(place[0]);
  const row = Number(place[1]) - 1;
  return column >= 0 && row >= 0 && row < 4 ? { row, column } : null;
}

/**
 * @param {string} move
 * @returns {{from: string, to: string}} the stock's own move "s" goes from "s" to "w"
 */
export function parseMove(move) {
  if (move === "s") return { from: "s", to: "w" };
  const at = move[0] === "w" ? 1 : 2;
  return { from: move.slice(0, at), to: move.slice(at) };
}

/** @template T @param {readonly T[]} pile @returns {T | undefined} */
export const top = (pile) => pile[pile.length - 1];

/**
 * Which of the eight foundations a card went to: they are listed `C C D D H H S S`, of a suit the higher first.
 * @param {readonly string[]} foundations @param {string} card
 * @returns {number} 0-7, or -1
 */
export function foundationFor(foundations, card) {
  return foundations.findIndex((f) => suitOf(f) === suitOf(card) && rankOf(f) === rankOf(card) - 1);
}

/**
 * A reading aid for the eye: would this card lie well on that one (the next rank up, the other colour)?
 * No move depends on it.
 * @param {string} card @param {string} on
 */
export const fits = (card, on) => rankOf(on) === rankOf(card) + 1 && isRed(card) !== isRed(on);

/** @param {string} card */
const isRed = (card) => suitOf(card) === "H" || suitOf(card) === "D";
