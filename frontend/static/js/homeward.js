// The law: a finish is seen: who is left flies to the Government one after the other, the lowest first. Loaded then.

import { foundationFor, rankOf } from "#c/cards.js";
import { EASE, raise } from "#c/motion.js";

/** @import {Seat} from "#c/board.js" */

/** All flights together, and one of them. */
const ALL_MS = 1300;
const FLIGHT_MS = 240;

/**
 * @param {readonly (readonly Seat[])[]} grid the Government first @param {(seat: Seat, card: string) => unknown} arrive
 * @returns {Promise<void>} kept when all have had their time
 */
export function homeward([government, ...benches], arrive) {
  const standing = /** @type {string[]} */ ([]);
  for (const { foundation, pile } of government) standing[foundation] = pile[0];
  const left = benches.flat().flatMap(({ button, pile }) => pile.map((card, i) => ({ card, element: /** @type {HTMLElement} */ (button.children[i]) })));
  left.sort((a, b) => rankOf(a.card) - rankOf(b.card));
  const flights = left.flatMap(({ card, element }) => {
    const home = foundationFor(standing, card);
    if (home >= 0) standing[home] = card;
    const seat = government.find(({ foundation }) => foundation === home);
    return seat ? [{ card, element, seat, from: element.getBoundingClientRect(), to: seat.button.getBoundingClientRect() }] : [];
  });
  const step = Math.min(60, (ALL_MS - FLIGHT_MS) / flights.length);
  for (const [i, { card, element, seat, from, to }] of flights.entries()) {
    raise(element);
    const way = [{ transform: "none" }, { transform: `translate(${to.x - from.x}px,${to.y - from.y}px)` }];
    element.animate(way, { duration: FLIGHT_MS, delay: i * step, easing: EASE, fill: "forwards" }).onfinish = () => {
      element.previousElementSibling?.classList.remove("covered"); // it flies with its whole face
      element.remove();
      arrive(seat, card);
    };
  }
  return new Promise((resolve) => setTimeout(resolve, step * flights.length + FLIGHT_MS));
}
