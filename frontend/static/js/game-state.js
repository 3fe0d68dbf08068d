// The law: what this page knows of an attempt is a fold of the server's messages, plus the events the player has
// made that the server has not answered yet. Pure: no socket, no screen, no clock, and no rules of the game. Which
// moves are legal the server says; what a move does to the picture (which seat is vacant after it) is geometry.

import { cardOf, foundationFor, parseMove, rankOf, seatOf, suitOf, top } from "#c/cards.js";

/** @import {Position, Moved, Undone, Played, Ended, ServerMessage, ClientMessage} from "#c/protocol.js" */

/** How many events may be sent ahead of the server's answers. */
export const AHEAD = 8;

/**
 * An event of this page without its answer. `ply` is the length of the line once it stands.
 * @typedef {{rev: number, type: "move" | "undo" | "concede" | "finish", move: string | null, ply: number}} Pending
 * @typedef {Omit<Position, "type" | "server_ms">} Base  the truth as last told
 * `undone`: moves taken back that may be made again, the next one last.
 * @typedef {{base: Base | null, pending: Pending[], undone: string[], live: boolean, syncing: boolean, ended: Ended | null}} State
 * A card's way, for drawing: a move, or a card that turned by itself. `home` is the foundation, 0-7.
 * @typedef {{from: string, to: string, turn: boolean, home: number}} Motion
 * @typedef {object} News  what a message changed
 * @property {"position" | "moved" | "undone" | "played" | "ended" | "rejected" | "none"} kind
 * @property {Motion[]} motions cards that travel now
 * @property {Pending[]} dropped events that will not happen
 * @property {string} code      of a refusal
 * @property {string} reason    of a refusal, in words
 * @typedef {{state: State, out: ClientMessage[], news: News}} Step
 */

/** @returns {State} */
export const nothing = () => ({ base: null, pending: [], undone: [], live: false, syncing: false, ended: null });

/**
 * A position without a move is lost, but the game is not over while a move can be taken back.
 * @param {{status: string, undo: boolean}} truth
 */
export const isOver = ({ status, undo }) => status !== "playing" && !(status === "lost" && undo);

/** A new connection: ask for the truth first; nothing else may be sent before it came. @param {State} state @returns {Step} */
export const connect = (state) => sync({ ...state, live: false });

/** The connection is gone. @param {State} state @returns {State} */
export const disconnect = (state) => ({ ...state, live: false, syncing: false });

/**
 * The player wishes an event. Without a line it is kept and sent on return.
 * @param {State} state @param {Pending["type"]} type @param {string | null} [move]
 * @returns {Step | null} null when it cannot be asked for now
 */
export function wish(state, type, move = null) {
  const { base, pending } = state;
  if (!base || isOver(base) || pending.length >= AHEAD) return null;
  const last = top(pending);
  if (last && (last.type === "concede" || last.type === "finish")) return null;
  const rev = base.rev + pending.length + 1;
  const ply = (last ? last.ply : base.ply) + (type === "move" ? 1 : type === "undo" ? -1 : 0);
  const event = { rev, type, move, ply };
  return {
    state: { ...state, pending: [...pending, event] },
    out: state.live ? [message(event)] : [],
    news: news("none"),
  };
}

/** @param {State} state @param {ServerMessage} m @returns {Step} */
export function receive(state, m) {
  switch (m.type) {
    case "position":
      return position(state, m);
    case "moved":
      return follow(state, m, (base) => advance(base, m.move, m.turned));
    case "played":
      return follow(state, m, (base) => m.moves.reduce(
        (/** @type {Drawn | null} */ drawn, move) => drawn && join(drawn, advance(drawn.base, move, m.turned)),
        { base, motions: [] },
      ));
    case "undone":
      return follow(state, m, (base) => restore(base, m));
    case "ended":
      return end(state, m);
    case "rejected":
      return reject(state, m.rev, m.code, m.detail);
    case "pong":
      return state.base && m.rev > state.base.rev ? gap(state) : idle(state);
    default:
      return idle(state);
  }
}

/** @param {State} state @param {Position} m @returns {Step} */
function position(state, m) {
  const known = state.base;
  if (known && m.rev < known.rev) return { ...idle(state), state: { ...state, syncing: false } };
  const { type: _t, server_ms: _s, ...base } = m;
  // What is unacked goes on only if everything before it stands exactly as it was wished.
  const before = state.pending.filter((p) => p.rev <= m.rev);
  const stands = before.every((p) => p.type === "move" && m.moves[p.ply - 1] === p.move);
  const kept = stands && !isOver(m) ? state.pending.slice(before.length) : [];
  const dropped = state.pending.filter((p) => !kept.includes(p) && !(stands && before.includes(p)));
  const undone = known && known.rev === m.rev ? state.undone : [];
  return {
    state: { ...state, base, pending: kept, undone, live: true, syncing: false },
    out: state.live ? [] : kept.map(message),
    news: { ...news("position"), dropped },
  };
}

/**
 * One event further, if it is the next one; else it is old, or there is a gap.
 * @param {State} state @param {Moved | Undone | Played} m @param {(base: Base) => Drawn | null} draw @returns {Step}
 */
function follow(state, m, draw) {
  const { base, pending } = state;
  if (!base || m.rev <= base.rev) return idle(state);
  if (m.rev !== base.rev + 1 && m.type !== "played") return gap(state);
  const drawn = draw(base);
  if (!drawn) return gap(state);
  const { rev, ply, stock, legal, status, home, progress, undo, dead, elapsed_ms } = m;
  const line = m.type === "undone" ? base.moves.slice(0, ply) : [...base.moves, ...(m.type === "moved" ? [m.move] : m.moves)];
  const next = { ...drawn.base, rev, ply, stock, legal, status, home, progress, undo, dead, elapsed_ms, moves: line };
  const first = pending[0];
  const own = !!first && first.rev === rev && (
    (m.type === "moved" && first.type === "move" && first.move === m.move)
    || (m.type === "undone" && first.type === "undo")
    || (m.type === "played" && first.type === "finish"));
  // Another tab was first: the server will refuse what stands behind it, so it is not drawn any longer.
  const kept = own && !isOver(m) ? pending.slice(1) : [];
  const dropped = own ? (kept.length ? [] : pending.slice(1)) : pending;
  const motions = own ? drawn.motions.filter((motion) => motion.turn) : drawn.motions;
  const undone = m.type === "undone" ? [...state.undone, base.moves[ply]] : m.type === "moved" ? madeAgain(state.undone, m.move) : [];
  return { state: { ...state, base: next, pending: kept, undone }, out: [], news: { ...news(m.type), motions, dropped } };
}

/** A move that was taken back is made again, or another one ends that way. @param {string[]} undone @param {string} move */
export const madeAgain = (undone, move) => (top(undone) === move ? undone.slice(0, -1) : []);

/** @param {State} state @param {Ended} m @returns {Step} */
function end(state, m) {
  const { base } = state;
  if (!base || m.rev > base.rev + 1) return gap({ ...state, ended: m });
  if (m.rev < base.rev) return idle(state);
  const own = state.pending[0]?.type === "concede";
  const next = { ...base, rev: m.rev, status: m.status, home: m.home, legal: [], undo: false };
  return {
    state: { ...state, base: next, pending: [], ended: m },
    out: [],
    news: { ...news("ended"), dropped: state.pending.slice(own ? 1 : 0) },
  };
}

/** @param {State} state @param {number | null} rev @param {string} code @param {string} reason @returns {Step} */
function reject(state, rev, code, reason) {
  const at = state.pending.findIndex((p) => p.rev === rev);
  const dropped = at < 0 ? [] : state.pending.slice(at);
  const kept = at < 0 ? state.pending : state.pending.slice(0, at);
  const motions = dropped.filter((p) => p.move).reverse().map((p) => {
    const { from, to } = parseMove(/** @type {string} */ (p.move));
    return { from: to, to: from, turn: false, home: -1 };
  });
  const step = { state: { ...state, pending: kept }, out: [], news: { ...news("rejected"), dropped, motions, code, reason } };
  // A refusal that names none of our events, while some are out, is not understood: ask for the truth.
  if (at < 0 && state.pending.length && code !== "practice_only") return { ...gap(step.state), news: step.news };
  return step;
}

/** @param {State} state @returns {Step} */
const gap = (state) => (state.syncing || !state.live ? idle(state) : sync(state));

/** @param {State} state @returns {Step} */
const sync = (state) => ({ state: { ...state, syncing: true }, out: [{ type: "sync", rev: state.base?.rev ?? 0 }], news: news("none") });

/** @param {State} state @returns {Step} */
const idle = (state) => ({ state, out: [], news: news("none") });

/** @param {News["kind"]} kind @returns {News} */
const news = (kind) => ({ kind, motions: [], dropped: [], code: "", reason: "" });

/** @param {Pending} p @returns {ClientMessage} */
const message = (p) => (p.type === "move"
  ? { type: "move", rev: p.rev, move: /** @type {string} */ (p.move) }
  : { type: p.type, rev: p.rev });

// ---- geometry: what an event does to the picture ----

/** @typedef {Pick<Base, "rows" | "foundations" | "waste">} Table */
/** @typedef {{base: Base, motions: Motion[]}} Drawn */

/** @param {Drawn} a @param {Drawn | null} b @returns {Drawn | null} */
const join = (a, b) => b && { base: b.base, motions: [...a.motions, ...b.motions] };

/**
 * @param {Base} base @param {string} move @param {[string, string, string][]} turned
 * @returns {Drawn | null} null if the move does not fit this table
 */
function advance(base, move, turned) {
  const shifted = move === "s" ? { table: base, motions: [] } : shift(base, move);
  if (!shifted) return null;
  /** @type {Table} */
  let table = shifted.table;
  const motions = [...shifted.motions];
  for (const [from, place, card] of turned) {
    if (from === "w") table = { ...table, waste: table.waste.slice(0, -1) };
    table = put(table, place, card);
    motions.push({ from, to: place, turn: true, home: -1 });
  }
  return { base: { ...base, ...tableOf(table) }, motions };
}

/** @param {Table} table @param {string} move @returns {{table: Table, motions: Motion[]} | null} */
export function shift(table, move) {
  const { from, to } = parseMove(move);
  const card = top(pileAt(table, from));
  if (!card) return null;
  const lifted = setPile(table, from, pileAt(table, from).slice(0, -1));
  if (to !== "f") return { table: put(lifted, to, card), motions: [{ from, to, turn: false, home: -1 }] };
  const home = foundationFor(table.foundations, card);
  if (home < 0) return null;
  const foundations = table.foundations.map((f, i) => (i === home ? card : f));
  return { table: { ...lifted, foundations }, motions: [{ from, to, turn: false, home }] };
}

/**
 * The wire names a foundation "f0".."f7" and a seat of column f "f1".."f4"; which is meant follows from the move
 * that is taken back: a move home changes one foundation and the seat it came from, which is named first.
 * @param {Base} base @param {Undone} m @returns {Drawn | null}
 */
function restore(base, m) {
  const taken = base.moves[m.ply];
  if (taken === undefined) return null;
  const { from, to } = parseMove(taken);
  const back = { from: to, to: from, turn: false, home: -1 };
  if (to !== "f") {
    /** @type {Table} */
    let table = base;
    for (const [place, cards] of m.restored) table = setPile(table, place, cards);
    return { base: { ...base, ...tableOf(table) }, motions: taken === "s" ? [] : [back] };
  }
  const pile = m.restored.find(([place]) => place === from)?.[1];
  const card = pile && top(pile);
  const home = card ? base.foundations.lastIndexOf(card) : -1;
  if (!pile || !card || home < 0) return null;
  const below = cardOf(suitOf(card), rankOf(card) - 1);
  const table = { ...setPile(base, from, pile), foundations: base.foundations.map((f, i) => (i === home ? below : f)) };
  return { base: { ...base, ...tableOf(table) }, motions: [{ ...back, home }] };
}

/** @param {Table} table @returns {Table} */
const tableOf = ({ rows, foundations, waste }) => ({ rows, foundations, waste });

/** @param {Table} table @param {string} place @returns {string[]} */
export function pileAt(table, place) {
  const seat = seatOf(place);
  return seat ? table.rows[seat.row][seat.column] : place === "w" ? table.waste : [];
}

/** @param {Table} table @param {string} place @param {string} card @returns {Table} */
export const put = (table, place, card) => setPile(table, place, [...pileAt(table, place), card]);

/** @param {Table} table @param {string} place @param {string[]} cards @returns {Table} */
function setPile(table, place, cards) {
  const seat = seatOf(place);
  if (!seat) return place === "w" ? { ...table, waste: cards } : table;
  const rows = table.rows.map((row, r) => (r === seat.row ? row.map((pile, c) => (c === seat.column ? cards : pile)) : row));
  return { ...table, rows };
}
