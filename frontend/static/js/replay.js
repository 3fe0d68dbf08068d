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
 * @typedef {{view: View, move: string | null, motions: Motion[], seconds: number}} Frame
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
  return { view: { ...view, legal: [] }, move, motions, seconds: Math.floor((state.base?.elapsed_ms ?? 0) / 1000) };
}

/** What the last step was, as a sentence. @param {readonly Frame[]} frames @param {number} ply @returns {string} */
export function stepText(frames, ply) {
  const { move } = frames[ply];
  if (!move) return gettext("The table as it is dealt.");
  const { from, to } = parseMove(move);
  const turned = move === "s";
  const card = turned ? cardAt(frames[ply].view, "w") : cardAt(frames[ply - 1].view, from);
  const sentence = turned ? gettext("Move %(ply)s: the stock turns up the %(card)s.")
    : to === "f" ? gettext("Move %(ply)s: the %(card)s goes home from %(from)s.")
      : gettext("Move %(ply)s: the %(card)s goes from %(from)s to %(to)s.");
  return interpolate(sentence, { ply, card: cardName(card ?? ""), from: placeName(from), to: placeName(to) });
}

/** Where the scrubber stands, as it is spoken. @param {readonly Frame[]} frames @param {number} ply @returns {string} */
export function whereText(frames, ply) {
  const { view, seconds } = frames[ply];
  return interpolate(
    ngettext("Move %(ply)s of %(all)s, %(time)s, %(home)s card home", "Move %(ply)s of %(all)s, %(time)s, %(home)s cards home", view.home),
    { ply, all: frames.length - 1, time: clockText(seconds), home: view.home },
  );
}

/** The curve of cards home over the plies, in a box of 1000 by 90. @param {readonly Frame[]} frames @returns {string} */
export function curveOf(frames) {
  const end = Math.max(1, frames.length - 1);
  return frames.map(({ view }, i) => `${i ? "L" : "M"}${((i / end) * 1000).toFixed(1)} ${(88 - view.home * 1.05).toFixed(1)}`).join("");
}
