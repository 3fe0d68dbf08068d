// The law: the strip over the table: the line is down and what is kept, or it has ended and why.

import { gettext, interpolate, ngettext } from "#c/words.js";

/** The strip that says the line is down, and what is kept. @param {HTMLElement} strip */
export function stripOn(strip) {
  const text = /** @type {HTMLElement} */ (strip.querySelector("span"));
  let timer = 0;
  /** @param {string} sentence @param {"" | "back" | "over"} kind @param {number} [ms] */
  function show(sentence, kind, ms) {
    clearTimeout(timer);
    strip.className = `net ${kind}`;
    text.textContent = sentence;
    strip.hidden = false;
    if (ms) timer = setTimeout(() => (strip.hidden = true), ms);
  }
  return {
    /** @param {number} kept events that wait @returns {string} */
    down(kept) {
      const sentence = kept
        ? interpolate(ngettext(
          "No connection. Play on; your last move is kept and will be sent.",
          "No connection. Play on; your last %(kept)s moves are kept and will be sent.",
          kept,
        ), { kept })
        : gettext("No connection. Play on; your moves are kept and will be sent.");
      show(sentence, "");
      return sentence;
    },
    /** @returns {string} */
    back() {
      const sentence = gettext("Connected again.");
      show(sentence, "back", 1600);
      return sentence;
    },
    /** @param {number} code @param {string} reason */
    over(code, reason) {
      const sentence = closedText(code, reason);
      show(sentence, "over");
      return sentence;
    },
    hidden: () => strip.hidden,
  };
}

/** @param {number} code @param {string} reason @returns {string} */
function closedText(code, reason) {
  if (reason === "elsewhere") return gettext("This game is open in too many windows; this one has stopped. Reload it to go on here.");
  if (code === 4401 || reason === "signed_out") return gettext("You are signed out here, or this is not your game. Reload the page.");
  if (code === 4404) return gettext("There is no such game any more.");
  if (code === 4400) return gettext("This page and the House no longer understand each other. Reload it.");
  if (code === 1000 || reason === "deal_closed") return gettext("The boards have closed.");
  return gettext("The line has ended. Reload the page.");
}
