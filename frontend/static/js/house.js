// The law: house players' games as rows of the Division, against the player's own clock. Pure. They take no place,
// and nothing is known of their cards while they play: only how many forced steps they have done.

/** @import {Row} from "#c/protocol.js" */

/**
 * A house player's game: `curve` = forced steps done at every `period` seconds.
 * @typedef {{key: string, name: string, status: "won" | "lost", home: number, moves: number, seconds: number, period: number, curve: number[]}} HouseGame
 * A row of the list: a person's, or a house player's with its key.
 * @typedef {Row & {house?: string}} ListRow
 */

const FORCED_STEPS = 272;

/** Forced steps done at a second of the game's own clock, between two points in proportion. @param {HouseGame} game @param {number} seconds */
export function stepsAt({ curve, period, seconds: end }, seconds) {
  const last = curve[curve.length - 1] ?? 0;
  if (seconds >= end) return last;
  const at = Math.max(0, seconds) / period;
  const i = Math.min(Math.floor(at), curve.length - 1);
  const here = curve[i] ?? 0;
  return Math.floor(here + ((curve[i + 1] ?? last) - here) * (at - i));
}

/** @param {HouseGame} game @param {number} seconds of the player's clock @returns {ListRow} */
export function houseRow(game, seconds) {
  const over = seconds >= game.seconds;
  return {
    house: game.key, place: null, player: game.name, guest: false, status: over ? game.status : "playing",
    progress: stepsAt(game, seconds) / FORCED_STEPS, home: over ? game.home : 0,
    moves: over && game.status === "won" ? game.moves : null, seconds: Math.min(seconds, game.seconds),
  };
}

/**
 * People stand as the server has ordered them; a house player stands behind the last one it would not be ahead of:
 * won games by time, then by progress, or by cards home where both have ended. Ties go to people.
 * @param {readonly Row[]} people @param {readonly ListRow[]} house @returns {ListRow[]}
 */
export function merge(people, house) {
  /** @type {ListRow[]} */
  const rows = [...people];
  for (const row of [...house].sort((a, b) => (ahead(a, b) ? -1 : ahead(b, a) ? 1 : 0))) {
    const at = rows.findIndex((other) => ahead(row, other));
    rows.splice(at < 0 ? rows.length : at, 0, row);
  }
  return rows;
}

/** @param {Row} a @param {Row} b */
function ahead(a, b) {
  if (a.status === "won" || b.status === "won") return a.status === "won" && (b.status !== "won" || a.seconds < b.seconds);
  if (a.status !== "playing" && b.status !== "playing") return a.home > b.home; // the board's own order
  return a.progress > b.progress;
}

/**
 * As many rows as there is room for: the first three, and those around one's own; house players go first.
 * @param {readonly ListRow[]} rows @param {string} player @param {number} room
 */
export function fit(rows, player, room) {
  const shown = [...rows];
  while (shown.length > Math.max(room, 4)) {
    const own = shown.findIndex((row) => !row.house && row.player === player);
    const mine = own < 0 ? 0 : own;
    let worst = -1;
    let weight = -1;
    for (const [i, row] of shown.entries()) {
      if (i === own || (i < 3 && !row.house)) continue;
      const far = Math.abs(i - mine) + (row.house ? 1000 : 0);
      if (far > weight) [worst, weight] = [i, far];
    }
    if (worst < 0) break;
    shown.splice(worst, 1);
  }
  return shown;
}

/** Three to run against: the best, the one in the middle and a weak one. @param {readonly HouseGame[]} games */
export function rivals(games) {
  const order = merge([], games.map((game) => houseRow(game, Infinity)));
  const n = order.length;
  const keys = new Set(n < 4 ? order.map((row) => row.house) : [0, n >> 1, n - 2].map((i) => order[i].house));
  return games.filter((game) => keys.has(game.key));
}
