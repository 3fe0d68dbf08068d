// The law: which places are marked in a view, and how. Pure.

import { fits, foundationFor, parseMove, top } from "#c/cards.js";
import { cardAt, movesFrom } from "#c/tap.js";

/** @import {View} from "#c/view.js" */
/** @import {Marks} from "#c/board.js" */

/**
 * @param {View} view
 * @param {{selected: string | null, peeked: string | null, hinted: string | null}} hand
 * @returns {Marks} targets name a foundation "@0".."@7"
 */
export function marksFor(view, { selected, peeked, hinted }) {
  /** @type {Marks} */
  const marks = { selected, targets: new Set(), sources: new Set(), builds: new Set(), hint: new Set() };
  for (const move of view.legal) marks.sources.add(parseMove(move).from);
  if (selected) for (const move of movesFrom(view.legal, selected)) marks.targets.add(targetOf(view, move));
  if (peeked) {
    const card = cardAt(view, peeked);
    for (const [column, pile] of view.rows[0].entries()) {
      const on = top(pile);
      if (card && on && fits(card, on)) marks.builds.add("abcdefgh"[column] + 1);
    }
  }
  if (hinted) marks.hint.add(parseMove(hinted).from).add(targetOf(view, hinted));
  return marks;
}

/** Where a move's card would lie: a seat, "w", or a foundation as "@0".."@7". @param {View} view @param {string} move */
export function targetOf(view, move) {
  const { from, to } = parseMove(move);
  return to === "f" ? `@${foundationFor(view.foundations, cardAt(view, from) ?? "?")}` : to;
}
