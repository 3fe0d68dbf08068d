// The law: what a post-mortem says, in words, from two measures that are never mixed: against the true stock, and
// against what could be known when the move was made. Pure.

import { gettext, interpolate, percent } from "#c/words.js";

/**
 * @typedef {object} Postmortem
 * @property {number | null} last_chance  plies to the last position known to be winnable
 * @property {boolean} settled            proved lost right after
 * @property {number | null} odds_before
 * @property {number | null} odds_after
 * @property {string | null} verdict
 */

/** Odds lower than this are no chance (MISTAKE in games/engine/postmortem.py); older judgements call the loss bad luck. */
const HOPELESS = 0.08;

/** @param {Postmortem} found @param {number} moves of the game @returns {string} */
export function chanceText({ last_chance: ply, settled }, moves) {
  if (ply === null) return gettext("Nobody knows that this deal could be won: the clerk found no line that wins it.");
  if (ply >= moves) return gettext("It could still be won when you left it.");
  if (settled) return interpolate(gettext("By the true stock, which nobody saw, you could still have won until move %(ply)s; after the next one, nothing wins."), { ply });
  return interpolate(gettext("By the true stock, which nobody saw, you could still have won until move %(ply)s; after the next one, no way to win is known."), { ply });
}

/** @param {Postmortem} found @returns {string} */
export function verdictText({ verdict, odds_before: before, odds_after: after }) {
  if (before === null || after === null) return "";
  const slots = { before: percent(before), after: percent(after) };
  if (verdict === "mistake") {
    return interpolate(gettext("A mistake, by what could be seen then: a strong player’s chance fell from %(before)s to %(after)s."), slots);
  }
  if (!verdict || before < HOPELESS) {
    return interpolate(gettext("By what could be seen then, it was as good as lost: a strong player’s chance was %(before)s before that move."), slots);
  }
  return interpolate(gettext("Bad luck: by what could be seen then, a strong player’s chance was %(before)s before that move and %(after)s after it."), slots);
}
