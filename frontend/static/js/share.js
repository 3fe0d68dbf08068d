// The law: a result as text to pass on: nothing of the cards, so that it spoils no deal. Pure.

import { clockText, gettext, interpolate, language, ngettext, number, ordinal } from "#c/words.js";

/**
 * @typedef {object} Outcome
 * @property {string} status
 * @property {string} variant
 * @property {boolean} ranked
 * @property {number | null} number  of the day
 * @property {string | null} date    ISO
 * @property {number | null} seconds
 * @property {number | null} moves
 * @property {number} home
 * @property {string} [grade_label]  in the visitor's words
 * @property {number | null} place
 * @property {number | null} players
 * @property {{beaten: number, of: number} | null} house
 */

/** @param {Outcome} game @param {string} url @returns {string} */
export function shareText(game, url) {
  return [titleText(game), dayText(game), gradeText(game), outcomeText(game), placeText(game), houseText(game), url].filter(Boolean).join("\n");
}

/** @param {Outcome} game */
function titleText(game) {
  if (!game.number) return gettext("The Daily Constitutional, practice");
  return interpolate(gettext("The Daily Constitutional, No. %(number)s"), { number: game.number });
}

/** @param {Outcome} game */
function dayText(game) {
  const rules = game.variant === "cadogan" ? gettext("Cadogan") : gettext("Standard");
  if (!game.date) return rules;
  const day = new Intl.DateTimeFormat(language() === "en" ? "en-GB" : language(), { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${game.date}T00:00:00Z`));
  return interpolate(gettext("%(day)s, %(rules)s"), { day, rules });
}

/** @param {Outcome} game */
const gradeText = (game) => (game.grade_label ? interpolate(gettext("Grade: %(grade)s."), { grade: game.grade_label }) : "");

/** @param {Outcome} game */
function outcomeText(game) {
  const slots = { time: clockText(game.seconds ?? 0), moves: number(game.moves ?? 0), home: game.home };
  if (game.status === "playing") return gettext("Still at the table.");
  if (game.status !== "won") {
    return interpolate(ngettext("Not won: %(home)s card of 80 home in %(time)s.", "Not won: %(home)s cards of 80 home in %(time)s.", game.home), slots);
  }
  if (game.ranked && game.moves === 272) return interpolate(gettext("Won in %(time)s by a perfect line: 272 moves."), slots);
  return interpolate(gettext("Won in %(time)s with %(moves)s moves."), slots);
}

/** @param {Outcome} game */
function placeText(game) {
  if (!game.ranked || !game.place || !game.players) return "";
  return interpolate(ngettext("%(place)s of %(players)s player.", "%(place)s of %(players)s players.", game.players), {
    place: ordinal(game.place), players: number(game.players),
  });
}

/** @param {Pick<Outcome, "house">} game @returns {string} */
export function houseText({ house }) {
  if (!house?.of) return "";
  return interpolate(
    ngettext("Ahead of %(beaten)s of %(of)s house player.", "Ahead of %(beaten)s of %(of)s house players.", house.of), house,
  );
}
