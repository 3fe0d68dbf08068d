// The law: how places, counts, shares and the names of a board are written in the page's language. A table needs none
// of it before its Division or its end.

import { gettext, interpolate, language } from "#c/words.js";

/** "1st", "2nd": by the rules of the page's language, which may need fewer forms. @param {number} place @returns {string} */
export function ordinal(place) {
  const forms = gettext("%(n)sst|%(n)snd|%(n)srd|%(n)sth").split("|");
  const kind = new Intl.PluralRules(language(), { type: "ordinal" }).select(place);
  return interpolate(forms[["one", "two", "few"].indexOf(kind)] ?? forms[forms.length - 1], { n: place });
}

/** A name of a board for people: a private member has none there. @param {string} name @returns {string} */
export const shownName = (name) => (name.startsWith("~") ? gettext("a member") : name);

/** @param {number} n @returns {string} */
export const number = (n) => new Intl.NumberFormat(language()).format(n);

/** @param {number} share 0-1 @returns {string} "41%", rounded down */
export const percent = (share) => new Intl.NumberFormat(language(), { style: "percent" }).format(Math.floor(share * 100) / 100);
