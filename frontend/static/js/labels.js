// The law: what each seat is called for somebody who cannot see it. Pure; whole sentences.

import { rankOf, top } from "#c/cards.js";
import { cardName, gettext, interpolate, language, placeName } from "#c/words.js";

/** @typedef {"" | "can" | "src" | "sel" | "dest"} Mark */

/** @param {Mark} mark @param {boolean} deep is the card on others @returns {string} */
function pattern(mark, deep) {
  switch (mark) {
    case "can":
      return deep ? gettext("%(card)s, %(place)s, on %(below)s, playable") : gettext("%(card)s, %(place)s, playable");
    case "src":
      return deep ? gettext("%(card)s, %(place)s, on %(below)s, can fill the vacancy") : gettext("%(card)s, %(place)s, can fill the vacancy");
    case "sel":
      return deep ? gettext("%(card)s, %(place)s, on %(below)s, chosen") : gettext("%(card)s, %(place)s, chosen");
    case "dest":
      return deep ? gettext("%(card)s, %(place)s, on %(below)s, takes the chosen card") : gettext("%(card)s, %(place)s, takes the chosen card");
    default:
      return deep ? gettext("%(card)s, %(place)s, on %(below)s") : gettext("%(card)s, %(place)s");
  }
}

/** @param {string} place @param {readonly string[]} pile @param {Mark} mark @param {boolean} vacant */
export function seatLabel(place, pile, mark, vacant) {
  const card = top(pile);
  if (!card) {
    const slots = { place: placeName(place) };
    return vacant ? interpolate(gettext("%(place)s, vacant, to be filled"), slots) : interpolate(gettext("%(place)s, empty"), slots);
  }
  const covered = pile.slice(0, -1).reverse().map(cardName);
  const below = covered.length > 1 ? new Intl.ListFormat(language(), { type: "unit" }).format(covered) : covered[0];
  return interpolate(pattern(mark, covered.length > 0), { card: cardName(card), place: placeName(place), below: below ?? "" });
}

/** @param {string} card the top card @param {Mark} mark */
export function foundationLabel(card, mark) {
  const slots = { card: cardName(card), home: rankOf(card) - 1 };
  return mark === "dest"
    ? interpolate(gettext("Government, %(card)s, %(home)s of 10 home, takes the chosen card"), slots)
    : interpolate(gettext("Government, %(card)s, %(home)s of 10 home"), slots);
}

/** @param {readonly string[]} waste @param {boolean} can */
export function wasteLabel(waste, can) {
  const card = top(waste);
  if (!card) return gettext("The waste is empty");
  const slots = { card: cardName(card), count: waste.length };
  return can
    ? interpolate(gettext("%(card)s, top of the waste, %(count)s in it, playable"), slots)
    : interpolate(gettext("%(card)s, top of the waste, %(count)s in it"), slots);
}

/** The Government in one sentence. @param {readonly string[]} foundations @param {number} home */
export function governmentText(foundations, home) {
  const standing = foundations.filter((f) => rankOf(f) > 1).map(cardName);
  if (!standing.length) return gettext("The Government: eight aces, none of 80 cards home.");
  const list = new Intl.ListFormat(language(), { type: "unit" }).format(standing);
  return interpolate(gettext("The Government: %(list)s; %(home)s of 80 cards home."), { list, home });
}

