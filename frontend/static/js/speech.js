// The law: everything the table says: the sentence under it, the names of its seats, what has just happened, and how
// that is spoken. Plain words lead, the theme follows; whole sentences. Pure but for the announcer, which has one
// polite region (what happens within a breath is merged, never queued) and one alert for the line and the end.

import { foundationFor, parseMove, rankOf, seatOf, top } from "#c/cards.js";
import { pileAt } from "#c/game-state.js";
import { cardAt, movesFrom, nextHome } from "#c/tap.js";
import { cardName, gettext, interpolate, language, ngettext, placeName } from "#c/words.js";

/** @import {ServerMessage} from "#c/protocol.js" */
/** @import {News} from "#c/game-state.js" */
/** @import {View} from "#c/view.js" */

// ---- under the table ----

/** @param {View} view @param {string | null} selected @param {boolean} cadogan @param {boolean} [first] as for `chosenText` @returns {string} `*bold*` */
export function promptFor(view, selected, cadogan, first) {
  if (view.over) return endedText(view.status);
  if (view.vacancy) return fillText(view.vacancy);
  if (selected) return chosenText(view, selected, first);
  if (view.stuck) return gettext("No motion can carry: no move leads on any more.");
  if (view.finish) return gettext("*Finish* plays out the rest for you, if that wins.");
  if (nextHome(view)) return gettext("A card of the Council may go *home*, or wait.");
  if (!cadogan) return gettext("Build on the *Council*, from the Lords or within.");
  return view.legal.includes("s") ? gettext("Build from the bench below, or turn the *stock*.") : gettext("Build from the bench below.");
}

/** @param {View} view @param {string} selected @param {boolean} [first] the first time that a build asks */
function chosenText(view, selected, first = false) {
  const moves = movesFrom(view.legal, selected);
  const below = moves.length === 1 && cardAt(view, parseMove(moves[0]).to);
  const question = first ? gettext("Build on the *%(below)s*? Tap that card to confirm. The *settings* can turn this question off.") : gettext("Build on the *%(below)s*? Tap that card to confirm.");
  return below ? interpolate(question, { below: cardName(below) })
    : interpolate(gettext("Where shall the *%(card)s* go? Tap one of the *marked* cards."), { card: cardName(cardAt(view, selected) ?? "") });
}

/** What is to be done, and so why nothing else may be. @param {string} vacancy */
export function fillText(vacancy) {
  if (vacancy[1] === "1") return gettext("First fill the *Council*: a card of the *Lords*.");
  if (vacancy[1] === "2") return gettext("First fill the *Lords*: a card of the *Commons*.");
  return gettext("First fill the *Commons*: a card of the *People*.");
}

/** Why a place has no move now. @param {string} place @param {View} view @param {boolean} cadogan @returns {string} */
export function whyNotText(place, view, cadogan) {
  if (view.over) return "";
  if (view.vacancy) return fillText(view.vacancy);
  if (place === "f") return gettext("Cards go home by a tap on the card itself.");
  if (place === "s") return cadogan ? gettext("The stock is empty.") : gettext("The stock gives its cards to the People by itself.");
  const card = cardAt(view, place);
  if (!card) return place === "w" ? gettext("The waste is empty") : gettext("This seat stays empty: nobody was left to fill it.");
  const council = place[1] === "1";
  if (!council && foundationFor(view.foundations, card) >= 0) return gettext("Only the *Council* sends cards home: this one must rise first.");
  if (council) return cadogan ? gettext("This card cannot go home yet.") : gettext("It cannot go home yet, and fits on no card of the *Council*.");
  if (cadogan) return gettext("It fits on no card that it may go to now.");
  return place[1] === "2" ? gettext("It fits on no card of the *Council* now.") : gettext("This bench only fills *vacancies*, and there is none now.");
}

/** What a hint says: the cards first, then why. @param {View} view @param {string} move @param {string} reason @param {boolean} [spoken] */
export function hintText(view, move, reason, spoken = false) {
  const { from, to } = parseMove(move);
  const [card, below] = [cardAt(view, from), cardAt(view, to)].map((name) => (name ? cardName(name) : ""));
  const slots = { card, below, place: placeName(from), reason };
  // What is seen rings the card; the waste lies apart, and there are two packs.
  if (spoken || from === "w") slots.card = interpolate(gettext("%(card)s (%(place)s)"), slots);
  return interpolate(move === "s" ? gettext("Turn the *stock*. %(reason)s")
    : to === "f" ? gettext("*%(card)s* to the Government. %(reason)s")
    : below ? gettext("*%(card)s* onto the %(below)s. %(reason)s") : gettext("*%(card)s* to the vacancy. %(reason)s"), slots);
}

/** @param {string} status */
export function endedText(status) {
  if (status === "won") return gettext("Won. The Ayes have it.");
  if (status === "lost") return gettext("Lost. No motion can carry.");
  if (status === "conceded") return gettext("Conceded. The House is dissolved.");
  return gettext("Expired. The boards have closed.");
}

// ---- the names of the seats ----

/** @type {Intl.ListFormat | undefined} dear to make: the table makes it before the first tap needs it */
let lists;
/** @param {string[]} words */
export const listText = (words) => (lists ??= new Intl.ListFormat(language(), { type: "unit" })).format(words);

/** @typedef {"" | "can" | "src" | "sel" | "dest"} Mark */

/** @param {Mark} mark @param {string} seat what lies where @returns {string} */
function marked(mark, seat) {
  const slots = { seat };
  if (mark === "can") return interpolate(gettext("%(seat)s, playable"), slots);
  if (mark === "src") return interpolate(gettext("%(seat)s, can fill the vacancy"), slots);
  if (mark === "sel") return interpolate(gettext("%(seat)s, chosen"), slots);
  return mark ? interpolate(gettext("%(seat)s, takes the chosen card"), slots) : seat;
}

/** What lies where, by pile: marks change with every tap, most piles do not. @type {WeakMap<readonly string[], string>} */
const seats = new WeakMap();

/** @param {string} place @param {readonly string[]} pile @param {Mark} mark @param {boolean} vacant */
export function seatLabel(place, pile, mark, vacant) {
  const card = top(pile);
  if (!card) {
    const slots = { place: placeName(place) };
    return vacant ? interpolate(gettext("%(place)s, vacant, to be filled"), slots) : interpolate(gettext("%(place)s, empty"), slots);
  }
  let seat = seats.get(pile);
  if (!seat) {
    const covered = pile.slice(0, -1).reverse().map(cardName);
    const slots = { card: cardName(card), place: placeName(place), below: covered.length > 1 ? listText(covered) : covered[0] };
    seat = interpolate(covered.length ? gettext("%(card)s, %(place)s, on %(below)s") : gettext("%(card)s, %(place)s"), slots);
    seats.set(pile, seat);
  }
  return marked(mark, seat);
}

/** @param {string} card the top card @param {Mark} mark */
export function foundationLabel(card, mark) {
  const slots = { card: cardName(card), home: rankOf(card) - 1 };
  return marked(mark, interpolate(gettext("Government, %(card)s, %(home)s of 10 home"), slots));
}

/** @param {readonly string[]} waste @param {boolean} can */
export function wasteLabel(waste, can) {
  const card = top(waste);
  if (!card) return gettext("The waste is empty");
  const slots = { card: cardName(card), count: waste.length };
  return marked(can ? "can" : "", interpolate(gettext("%(card)s, top of the waste, %(count)s in it"), slots));
}

/** The Government in one sentence. @param {readonly string[]} foundations @param {number} home */
export function governmentText(foundations, home) {
  const standing = foundations.filter((f) => rankOf(f) > 1).map(cardName);
  if (!standing.length) return gettext("The Government: eight aces, none of 80 cards home.");
  const list = listText(standing);
  return interpolate(gettext("The Government: %(list)s; %(home)s of 80 cards home."), { list, home });
}

// ---- what has happened ----

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
  // Of several on their way the last one tells the count.
  if (to === "f") return view.pending ? "" : interpolate(gettext("Home: %(home)s of 80."), { home: view.home });
  const card = cardAt(view, to);
  if (!card) return "";
  const below = pileAt(view, to).at(-2);
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
  const choice = view.stuck ? promptFor(view, null, cadogan) : interpolate(ngettext("%(sources)s card can move.", "%(sources)s cards can move.", sources), slots);
  return [standing, vacancyText(view), choice].filter(Boolean).join(" ");
}

// ---- spoken ----

const BREATH_MS = 60;

/** @param {HTMLElement} status @param {HTMLElement} alert */
export function announcer(status, alert) {
  /** @type {string[]} */
  let sentences = [];
  let timer = 0;
  return {
    /** @param {...string} more */
    say(...more) {
      for (const sentence of more) if (sentence && !sentences.includes(sentence)) sentences.push(sentence);
      clearTimeout(timer);
      timer = setTimeout(() => {
        status.textContent = sentences.join(" ").replaceAll("*", ""); // what is set bold is spoken plainly
        sentences = [];
      }, BREATH_MS);
    },
    /** @param {string} sentence */
    alert(sentence) {
      alert.textContent = sentence;
    },
  };
}
