// The law: every word the page says comes through here: Django's JavaScript catalogue, whole sentences, and the
// names of cards and places. A sentence is never glued from parts; what varies is a named slot of it.

import { rankOf, seatOf, suitOf } from "#c/cards.js";

/** @typedef {Record<string, string | number>} Slots */

/** @type {Record<string, string | string[]>} the visitor's language; English has none */
const catalogue = /** @type {any} */ (globalThis).catalogue ??= {};

/** Bring the words of a module that is loaded later: a page has those of its first ones. @param {string} module */
export async function wordsOf(module) {
  if (language() !== "en") await import(`/jsi18n/?for=${module}.js`);
}

/** @param {string} text @returns {string} */
export const gettext = (text) => /** @type {string} */ (catalogue[text] ?? text);

/** @param {string} one @param {string} many @param {number} count @returns {string} */
export const ngettext = (one, many, count) => (catalogue[one] ?? [one, many])[count === 1 ? 0 : 1];

/** @param {string} text with slots like %(card)s @param {Slots} slots @returns {string} */
export const interpolate = (text, slots) => text.replace(/%\((\w+)\)s/g, (_, name) => String(slots[name]));

const SUITS = { C: 0, D: 1, H: 2, S: 3 };

/** @returns {string[][]} the 13 names of each suit, clubs first */
function names() {
  const of = (/** @type {string} */ text) => [
    gettext("ace"), "2", "3", "4", "5", "6", "7", "8", "9", "10", gettext("jack"), gettext("queen"), gettext("king"),
  ].map((rank) => interpolate(text, { rank }));
  return [
    of(gettext("%(rank)s of clubs")), of(gettext("%(rank)s of diamonds")),
    of(gettext("%(rank)s of hearts")), of(gettext("%(rank)s of spades")),
  ];
}
/** @type {string[][] | undefined} */
let known;

/** @param {string} card @returns {string} "7 of clubs" */
export function cardName(card) {
  known ??= names();
  const suit = SUITS[/** @type {keyof typeof SUITS} */ (suitOf(card))];
  return suit === undefined ? gettext("a card face down") : known[suit][rankOf(card) - 1];
}

/** @param {string} place @returns {string} "House of Lords 3" */
export function placeName(place) {
  const seat = seatOf(place);
  if (!seat) return place === "w" ? gettext("the waste") : place === "s" ? gettext("the stock") : gettext("the Government");
  const slots = { seat: seat.column + 1 };
  return [
    () => interpolate(gettext("Privy Council %(seat)s"), slots),
    () => interpolate(gettext("House of Lords %(seat)s"), slots),
    () => interpolate(gettext("House of Commons %(seat)s"), slots),
    () => interpolate(gettext("The People %(seat)s"), slots),
  ][seat.row]();
}

/** @param {number} seconds @returns {string} "7:42", "1:07:42" */
export function clockText(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  const pad = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const minutes = Math.floor(s / 60);
  return minutes < 60 ? `${pad(minutes)}:${pad(s % 60)}` : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(s % 60)}`;
}

export const language = () => globalThis.document?.documentElement.lang || "en";

/**
 * Put a sentence into an element; `*words*` in it are set bold.
 * @param {Element} element @param {string} sentence
 */
export function tell(element, sentence) {
  if (element.getAttribute("data-told") === sentence) return;
  element.setAttribute("data-told", sentence);
  // Where there is little room, long words are smaller.
  element.classList.toggle("long", sentence.length > 50);
  element.classList.toggle("longer", sentence.length > 90);
  element.replaceChildren(...sentence.split("*").map((part, i) => {
    if (i % 2 === 0) return document.createTextNode(part);
    const bold = document.createElement("b");
    bold.textContent = part;
    return bold;
  }));
}
