// The law: what stands over the table: the strip of the line, and the end of a game with where to go next.

import { clockText, gettext, interpolate, ngettext, number, ordinal } from "#c/words.js";

/** @typedef {{result: string, landing: string, practice: string, board?: string}} Urls */
/** @typedef {{status: string, seconds: number, moves: number, home: number, place: number | null, would_be: number | null, ranked: boolean}} Outcome */

/** @param {Outcome} o @returns {string} */
export function headline(o) {
  if (o.status === "won") return gettext("Won. The Ayes have it.");
  if (o.status === "lost") return gettext("Lost. No motion can carry.");
  if (o.status === "conceded") return gettext("Conceded. The House is dissolved.");
  return gettext("Expired. The boards have closed.");
}

/** @param {Outcome} o @returns {string} */
export function account(o) {
  const slots = { time: clockText(o.seconds), moves: number(o.moves), home: o.home };
  if (o.status !== "won") {
    return interpolate(ngettext("%(home)s card of 80 home, in %(time)s.", "%(home)s cards of 80 home, in %(time)s.", o.home), slots);
  }
  if (o.moves === 272) return interpolate(gettext("Eighty of eighty seats in %(time)s, by a perfect line: 272 moves."), slots);
  return interpolate(gettext("Eighty of eighty seats in %(time)s and %(moves)s moves."), slots);
}

/** @param {Outcome} o @returns {string} */
export function standingText(o) {
  if (!o.ranked) return "";
  if (o.place) return interpolate(gettext("You are %(place)s in the Division."), { place: ordinal(o.place) });
  if (o.would_be) return interpolate(gettext("As a guest you have no place; you would be %(place)s."), { place: ordinal(o.would_be) });
  return "";
}

/** @param {HTMLElement} panel @param {Outcome} outcome @param {Urls} urls */
export function showEnd(panel, outcome, urls) {
  const title = document.createElement("h2");
  title.textContent = headline(outcome);
  title.tabIndex = -1;
  const text = document.createElement("p");
  text.className = "ital";
  text.textContent = account(outcome);
  const place = document.createElement("p");
  place.textContent = standingText(outcome);
  const acts = document.createElement("div");
  acts.className = "acts";
  if (urls.result) acts.append(link(urls.result, gettext("See the result"), true));
  if (outcome.ranked && urls.board) acts.append(link(urls.board, gettext("The board"), false));
  else acts.append(link(urls.practice, gettext("Another deal"), false));
  const shut = document.createElement("button");
  shut.type = "button";
  shut.className = "btn";
  shut.textContent = gettext("Look at the table");
  shut.addEventListener("click", () => {
    panel.hidden = true;
  });
  acts.append(shut);
  panel.replaceChildren(title, text, ...(place.textContent ? [place] : []), acts);
  panel.hidden = false;
}

/** @param {string} href @param {string} text @param {boolean} primary */
function link(href, text, primary) {
  const element = document.createElement("a");
  element.href = href;
  element.className = primary ? "btn primary" : "btn";
  element.textContent = text;
  return element;
}

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
          "The line to the House is down. Your last move is kept and will be sent.",
          "The line to the House is down. Your last %(kept)s moves are kept and will be sent.",
          kept,
        ), { kept })
        : gettext("The line to the House is down. Your game is kept; the clock goes on.");
      show(sentence, "");
      return sentence;
    },
    back() {
      show(gettext("Back in session."), "back", 1600);
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
