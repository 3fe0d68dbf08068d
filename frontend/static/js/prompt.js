// The law: the one sentence under the table. Plain words lead, the theme follows. Pure.

import { cardName, gettext, interpolate } from "#c/words.js";
import { cardAt } from "#c/tap.js";
import { parseMove } from "#c/cards.js";

/** @import {View} from "#c/view.js" */

/** @param {View} view @param {string | null} selected @param {boolean} cadogan @returns {string} `*bold*` */
export function promptFor(view, selected, cadogan) {
  if (view.over) return over(view.status);
  if (view.vacancy) return fill(view.vacancy);
  if (selected) return interpolate(gettext("Where shall the *%(card)s* go?"), { card: cardName(cardAt(view, selected) ?? "") });
  if (view.pending) return next(view, cadogan);
  if (view.dead) return gettext("No motion can carry: nothing can go home, and no Lord can build, however the Council is rearranged.");
  if (!view.legal.length) return view.undo ? gettext("No move is left: *undo*, or concede.") : gettext("No move is left.");
  return next(view, cadogan);
}

/** @param {string} vacancy */
function fill(vacancy) {
  if (vacancy[1] === "1") return gettext("Fill the *Privy Council*: any card of the *Lords*.");
  if (vacancy[1] === "2") return gettext("Fill the *Lords*: any card of the *Commons*.");
  return gettext("Fill the *Commons*: any card of the *People*.");
}

/** @param {View} view @param {boolean} cadogan */
function next(view, cadogan) {
  const home = view.legal.some((move) => parseMove(move).to === "f");
  if (cadogan) {
    if (home) return gettext("A card of the Council may go *home*.");
    return view.legal.includes("s") ? gettext("Build from the bench below, or turn the *stock*.") : gettext("Build from the bench below.");
  }
  return home ? gettext("A card of the Council may go *home*.") : gettext("Build on the *Council*, from the Lords or within.");
}

/** @param {string} status */
function over(status) {
  if (status === "won") return gettext("Won. The Ayes have it.");
  if (status === "lost") return gettext("Lost. No motion can carry.");
  if (status === "conceded") return gettext("Conceded. The House is dissolved.");
  return gettext("Expired. The boards have closed.");
}
