// The law: what has just happened, in words for the ear. Pure; whole sentences.

import { parseMove, seatOf } from "#c/cards.js";
import { cardAt, pileOf } from "#c/tap.js";
import { cardName, gettext, interpolate, ngettext, placeName } from "#c/words.js";

/** @import {ServerMessage} from "#c/protocol.js" */
/** @import {News} from "#c/game-state.js" */
/** @import {View} from "#c/view.js" */

/** @param {ServerMessage} message @param {News} news @param {View} view as it stands now @returns {string} */
export function eventText(message, news, view) {
  if (message.type === "undone") return gettext("Taken back.");
  if (message.type === "played") {
    return interpolate(ngettext("Finished: %(count)s move played.", "Finished: %(count)s moves played.", message.moves.length), { count: message.moves.length });
  }
  if (message.type === "position" && news.dropped.length) return gettext("The table is as the House has it.");
  if (message.type !== "moved") return "";
  return [moveText(message.move, view), ...message.turned.map(([, place, card]) => turnedText(place, card)), vacancyText(view)].filter(Boolean).join(" ");
}

/** @param {string} move already made @param {View} view @returns {string} */
function moveText(move, view) {
  const { to } = parseMove(move);
  if (move === "s") return "";
  if (to === "f") return interpolate(gettext("Home: %(home)s of 80."), { home: view.home });
  const card = cardAt(view, to);
  if (!card) return "";
  const below = pileOf(view, to).at(-2);
  return below
    ? interpolate(gettext("%(card)s onto %(below)s."), { card: cardName(card), below: cardName(below) })
    : interpolate(gettext("%(card)s to %(place)s."), { card: cardName(card), place: placeName(to) });
}

/** @param {string} place @param {string} card */
function turnedText(place, card) {
  const slots = { card: cardName(card), place: placeName(place) };
  return seatOf(place) ? interpolate(gettext("%(card)s takes %(place)s."), slots) : interpolate(gettext("%(card)s on the waste."), slots);
}

/** @param {View} view */
const vacancyText = (view) => (view.vacancy ? interpolate(gettext("Vacancy in %(place)s."), { place: placeName(view.vacancy) }) : "");

/** @param {View} view @param {boolean} cadogan @returns {string} */
export function overviewText(view, cadogan) {
  const sources = new Set(view.legal.map((move) => parseMove(move).from)).size;
  const slots = { home: view.home, moves: view.moves, stock: view.stock, waste: view.waste.length, sources };
  const standing = cadogan
    ? interpolate(gettext("%(home)s of 80 cards home, %(moves)s moves, %(stock)s in the stock, %(waste)s on the waste."), slots)
    : interpolate(gettext("%(home)s of 80 cards home, %(moves)s moves, %(stock)s in the stock."), slots);
  const choice = interpolate(ngettext("%(sources)s card can move.", "%(sources)s cards can move.", sources), slots);
  return [standing, vacancyText(view), choice].filter(Boolean).join(" ");
}

/** @param {string} status */
export function endText(status) {
  if (status === "won") return gettext("The game is won. The Ayes have it.");
  if (status === "lost") return gettext("The game is lost.");
  if (status === "conceded") return gettext("The game is conceded.");
  return gettext("The game has expired.");
}
