// The law: a game that is over, as pictures: the server's replay folded as a live game's messages are, one view a
// ply, and each step in words. Pure; no rule is known here, and no move is offered.

import { parseMove } from "#c/cards.js";
import { nothing, receive } from "#c/game-state.js";
import { cardAt } from "#c/tap.js";
import { viewOf } from "#c/view.js";
import { cardName, clockText, gettext, interpolate, ngettext, placeName } from "#c/words.js";

/** @import {Moved, Position} from "#c/protocol.js" */
/** @import {Motion} from "#c/game-state.js" */
/** @import {View} from "#c/view.js" */

/**
 * One moment of the game: what the table shows after `ply` moves.
 * @typedef {{view: View, move: string | null, motions: Motion[], seconds: number, progress: number}} Frame
 */

/** @param {{position: Omit<Position, "type">, moved: Omit<Moved, "type">[]}} replay @returns {Frame[]} the deal first */
export function framesOf({ position, moved }) {
  let { state } = receive(nothing(), { ...position, type: "position" });
  const frames = [frame(state, null, [])];
  for (const message of moved) {
    const step = receive(state, { ...message, type: "moved" });
    state = step.state;
    frames.push(frame(state, message.move, step.news.motions));
  }
  return frames;
}

/** @param {import("#c/game-state.js").State} state @param {string | null} move @param {Motion[]} motions @returns {Frame} */
function frame(state, move, motions) {
  const view = /** @type {View} */ (viewOf(state));
  return { view: { ...view, legal: [] }, move, motions, seconds: Math.floor((state.base?.elapsed_ms ?? 0) / 1000), progress: view.progress };
}

/** What the last step was, as a sentence. @param {readonly Frame[]} frames @param {number} ply @returns {string} */
export function stepText(frames, ply) {
  const { move } = frames[ply];
  if (!move) return gettext("The table as it is dealt.");
  return interpolate(moveText(frames, ply), slotsOf(frames, ply, move));
}

/** @param {readonly Frame[]} frames @param {number} ply */
function moveText(frames, ply) {
  const { to } = parseMove(frames[ply].move ?? "s");
  if (frames[ply].move === "s") return gettext("Move %(ply)s: the stock turns up the %(card)s.");
  return to === "f" ? gettext("Move %(ply)s: the %(card)s goes home from %(from)s.") : gettext("Move %(ply)s: the %(card)s goes from %(from)s to %(to)s.");
}

/** @param {readonly Frame[]} frames @param {number} ply @param {string} move */
function slotsOf(frames, ply, move) {
  const { from, to } = parseMove(move);
  const card = move === "s" ? cardAt(frames[ply].view, "w") : cardAt(frames[ply - 1].view, from);
  return { ply, card: cardName(card ?? ""), from: placeName(from), to: placeName(to) };
}

/** The move that lost a game, as a sentence. @param {readonly Frame[]} frames @param {number} ply of that move @returns {string} */
export function fatalText(frames, ply) {
  const { move } = frames[ply];
  if (!move) return "";
  const slots = slotsOf(frames, ply, move);
  if (move === "s") return interpolate(gettext("Then the stock was turned, and showed the %(card)s."), slots);
  if (parseMove(move).to === "f") return interpolate(gettext("Then the %(card)s went home from %(from)s."), slots);
  return interpolate(gettext("Then the %(card)s went from %(from)s to %(to)s."), slots);
}

/** Where the scrubber stands, as it is spoken. @param {readonly Frame[]} frames @param {number} ply @returns {string} */
export function whereText(frames, ply) {
  const { view, seconds } = frames[ply];
  return interpolate(
    ngettext("Move %(ply)s of %(all)s, %(time)s, %(home)s card home", "Move %(ply)s of %(all)s, %(time)s, %(home)s cards home", view.home),
    { ply, all: frames.length - 1, time: clockText(seconds), home: view.home },
  );
}

/** The progress curve over the plies, in a box of 1000 by 90. @param {readonly Frame[]} frames @returns {string} */
export function curveOf(frames) {
  const end = Math.max(1, frames.length - 1);
  return frames.map(({ progress }, i) => `${i ? "L" : "M"}${((i / end) * 1000).toFixed(1)} ${(88 - progress * 84).toFixed(1)}`).join("");
}
