// The law: what a lesson takes of a tap, and why not the rest. Pure. It knows no rule: the server has played every
// tap that is wanted and says what follows; which other moves would be legal the table knows from the same messages.

import { gettext } from "#c/words.js";

/** @import {Moved, Undone, Position} from "#c/protocol.js" */
/** @import {Wish} from "#c/table.js" */

/**
 * @typedef {object} Step
 * @property {string} says      what is to be done, and why; `*bold*`
 * @property {string} else_says why another move is not wanted now
 * @property {boolean} shown    the wanted place is ringed from the start
 * @property {Record<string, Moved | Undone | null>} takes  by the move or "undo"; null: a place whose card may not move
 * @typedef {{position: Position, steps: Step[]}} Lesson
 */

/**
 * @param {Step | undefined} step @param {Wish} wish
 * @returns {string} why the wish is not taken now, "" when it is, or when the table itself says why
 */
export function whyNot(step, wish) {
  if (!step) return gettext("The lesson is over. An easy deal is waiting for you.");
  return wish.type === "tap" || (wish.move ?? wish.type) in step.takes ? "" : step.else_says;
}

/** The moves, or the place, to point at; none where the player chooses freely. @param {Step | undefined} step @returns {string[]} */
export function pointed(step) {
  const wishes = Object.keys(step?.takes ?? {});
  return wishes.length < 3 && wishes[0] !== "undo" ? wishes : [];
}
