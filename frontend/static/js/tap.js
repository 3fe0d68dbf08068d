// The law: what a tap on a place means and which places are marked for it, from the legal moves alone. Pure; it makes
// no move and draws nothing.

import { fits, foundationFor, parseMove, top } from "#c/cards.js";
import { pileAt } from "#c/game-state.js";

/** @import {View} from "#c/view.js" */
/** @import {Marks} from "#c/board.js" */
/**
 * @typedef {{do: "move", move: string} | {do: "select", place: string} | {do: "deselect"} | {do: "nudge"}} Answer
 */

/**
 * A tap plays when there is one sensible move: home if that is legal, the only build, and builds onto equal piles
 * count as one. Otherwise the card is chosen and its destinations are shown. A fill is always a named choice.
 * What a hint shows is taken at its word: a tap on either of its ends makes that move.
 * @param {View} view @param {string | null} selected @param {string} place @param {boolean} ask before building
 * @param {string | null} [hinted] move
 * @param {boolean} [choose] only choose the card: one that could go home can be built so
 * @returns {Answer}
 */
export function tap(view, selected, place, ask, hinted = null, choose = false) {
  if (hinted && !selected && view.legal.includes(hinted)) {
    const { from, to } = parseMove(hinted);
    // The waste is where a turned card lies, not where one is sent by a tap.
    if (place === from || (place === to && to !== "w")) return { do: "move", move: hinted };
  }
  if (selected) {
    const go = moveBetween(view.legal, selected, place);
    if (go) return { do: "move", move: go };
    if (selected === place) {
      const home = moveBetween(view.legal, place, "f");
      return home ? { do: "move", move: home } : { do: "deselect" };
    }
  }
  const mine = movesFrom(view.legal, place);
  if (!mine.length) return { do: "nudge" };
  if (choose && !view.vacancy && place !== "s") return { do: "select", place };
  if (view.vacancy || place === "s") return { do: "move", move: mine[0] };
  const home = mine.find((move) => parseMove(move).to === "f");
  if (home) return { do: "move", move: home };
  const kinds = new Set(mine.map((move) => pileAt(view, parseMove(move).to).join()));
  return kinds.size === 1 && !ask ? { do: "move", move: mine[0] } : { do: "select", place };
}

/** @param {readonly string[]} legal @param {string} place */
export const movesFrom = (legal, place) => legal.filter((move) => parseMove(move).from === place);

/** @param {readonly string[]} legal @param {string} from @param {string} to @returns {string | undefined} */
const moveBetween = (legal, from, to) => legal.find((move) => {
  const m = parseMove(move);
  return m.from === from && m.to === to;
});

/** @param {View} view the next card that can go home @returns {string | undefined} */
export const nextHome = (view) => (view.vacancy ? undefined : view.legal.find((move) => parseMove(move).to === "f"));

/** @param {View} view @param {string} place @returns {string | undefined} */
export const cardAt = (view, place) => top(pileAt(view, place));

/**
 * @param {View} view
 * @param {{selected: string | null, peeked: string | null, hinted: string | null}} hand
 * @returns {Marks} targets name a foundation "@0".."@7"
 */
export function marksFor(view, { selected, peeked, hinted }) {
  /** @type {Marks} */
  const marks = { selected, peeked, targets: new Set(), sources: new Set(), builds: new Set(), hint: null, aim: null };
  for (const move of view.legal) marks.sources.add(parseMove(move).from);
  if (selected) for (const move of movesFrom(view.legal, selected)) marks.targets.add(targetOf(view, move));
  if (peeked && view.vacancy && marks.sources.has(peeked)) {
    const card = cardAt(view, peeked);
    for (const [column, pile] of view.rows[0].entries()) {
      const on = top(pile);
      if (card && on && fits(card, on)) marks.builds.add("abcdefgh"[column] + 1);
    }
  }
  if (hinted) {
    marks.hint = parseMove(hinted).from;
    marks.aim = targetOf(view, hinted);
  }
  return marks;
}

/** Where a move's card would lie: a seat, "w", or a foundation as "@0".."@7". @param {View} view @param {string} move */
export function targetOf(view, move) {
  const { from, to } = parseMove(move);
  return to === "f" ? `@${foundationFor(view.foundations, cardAt(view, from) ?? "?")}` : to;
}
