// The law: animations show what has already happened. Nothing depends on the end of one (the end panel alone waits for
// the last cards), and with reduced motion there are none.

import { still } from "#c/settings.js";

export const EASE = "cubic-bezier(.2,.8,.2,1)";
export const TO_SEAT = 120;
export const TURN = 140;
const NUDGE = 90;
export const FLY_BACK = 150;
const DIVISION = 150;

/**
 * A card travels from where it was. Where it has come to is asked in the frame that shows it, when all is drawn:
 * asked at once it would cost a layout of its own.
 * @param {HTMLElement} card @param {DOMRect} from @param {number} ms
 */
export function travel(card, from, ms) {
  if (still()) return;
  const land = raise(card);
  requestAnimationFrame(() => {
    const to = card.getBoundingClientRect();
    if (!to.width || !from.width) return land();
    const animation = card.animate([
      { transform: `translate(${from.x - to.x}px,${from.y - to.y}px) scale(${from.width / to.width})` },
      { transform: "none" },
    ], { duration: ms, easing: EASE });
    animation.onfinish = animation.oncancel = land;
  });
}

/**
 * What is not the answer to a tap comes when the frame that shows the answer is out, once for several calls.
 * @param {() => void} work @returns {() => void}
 */
export function afterFrame(work) {
  let due = 0;
  return () => {
    due ||= requestAnimationFrame(() => setTimeout(() => {
      due = 0;
      work();
    }));
  };
}

/** A card turns face up where it lies. @param {HTMLElement} card */
export function turn(card) {
  if (!still()) card.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: TURN, easing: EASE });
}

/** A card comes up from below: the phone shows no stock to come from. @param {HTMLElement} card */
export function rise(card) {
  if (!still()) card.animate([{ opacity: 0, transform: "translateY(12px)" }, { opacity: 1, transform: "none" }], { duration: TURN, easing: EASE });
}

/** @param {Element | null | undefined} element */
export function nudge(element) {
  if (still() || !element) return;
  const at = (/** @type {number} */ x) => ({ transform: `translateX(${x}px)` });
  element.animate([at(0), at(-3), at(3), at(0)], { duration: NUDGE });
}

/** Over everything else while it flies. @param {HTMLElement} card @returns {() => void} lands it */
export function raise(card) {
  const bench = card.closest(".bench");
  card.classList.add("moving");
  bench?.classList.add("above");
  return () => {
    card.classList.remove("moving");
    if (!bench?.querySelector(".moving")) bench?.classList.remove("above");
  };
}

/**
 * Rows that change their order glide to their new place.
 * @param {Iterable<HTMLElement>} elements @param {() => void} change
 */
export function flip(elements, change) {
  if (still()) return change();
  const before = new Map([...elements].map((element) => [element, element.offsetTop]));
  change();
  for (const [element, y] of before) {
    const dy = element.isConnected ? y - element.offsetTop : 0;
    if (dy) element.animate([{ transform: `translateY(${dy}px)` }, { transform: "none" }], { duration: DIVISION, easing: EASE });
  }
}
