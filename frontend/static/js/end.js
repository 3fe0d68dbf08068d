// The law: the end of a game, over the table: how it went, and where to go next. Loaded when a game ends.

import "#c/seat.js";
import { endedText } from "#c/speech.js";
import { clockText, gettext, interpolate, ngettext, number, ordinal } from "#c/words.js";

/** @typedef {{result: string, landing: string, practice: string, board?: string}} Urls */
/** `other`: the rules of today's deal that the player has not begun. @typedef {{variant: string, other: string | null, urls: Urls}} Page */
/** @typedef {{status: string, seconds: number, moves: number, home: number, place: number | null, would_be: number | null, ranked: boolean, attempt: string, until: number}} Outcome  `until`: ms to the next sitting */

/** @param {Outcome} o @returns {string} */
export function account(o) {
  const slots = { time: clockText(o.seconds), moves: number(o.moves), home: o.home };
  if (o.status !== "won") {
    return interpolate(ngettext("%(home)s card of 80 home, in %(time)s.", "%(home)s cards of 80 home, in %(time)s.", o.home), slots);
  }
  if (o.ranked && o.moves === 272) return interpolate(gettext("Eighty of eighty seats in %(time)s, by a perfect line: 272 moves."), slots);
  return interpolate(gettext("Eighty of eighty seats in %(time)s and %(moves)s moves."), slots);
}

/** @param {Outcome} o @returns {string} */
export function standingText(o) {
  if (!o.ranked) return "";
  if (o.status !== "won") return gettext("Games not won come after those won, in order of cards home.");
  if (o.place) return interpolate(gettext("You are %(place)s in the Division."), { place: ordinal(o.place) });
  if (o.would_be) return interpolate(gettext("As a guest you have no place; you would be %(place)s."), { place: ordinal(o.would_be) });
  return "";
}

/** @param {HTMLElement} panel @param {Outcome} outcome @param {Page} page */
export function endOn(panel, outcome, { variant, other, urls }) {
  const title = document.createElement("h2");
  title.textContent = endedText(outcome.status);
  const text = document.createElement("p");
  text.className = "ital";
  text.textContent = account(outcome);
  const acts = document.createElement("div");
  acts.className = "acts";
  acts.append(link(urls.result, gettext("See the result"), true));
  if (outcome.ranked && other) acts.append(link(`${urls.landing}?variant=${other}`, otherText(other), false));
  if (outcome.ranked && urls.board) acts.append(link(urls.board, gettext("The board"), false), link(urls.practice, gettext("Practise"), false));
  else acts.append(button(gettext("Another deal"), { another: variant }), button(gettext("Begin again"), { anew: outcome.attempt }));
  const look = button(gettext("Look at the table"), {});
  look.addEventListener("click", () => (panel.hidden = true));
  acts.append(look);
  const said = paragraph("");
  said.setAttribute("role", "status");
  said.dataset.said = "";
  const place = standingText(outcome);
  if (outcome.would_be && outcome.status === "won") acts.prepend(link(`/account/signup/?next=${encodeURIComponent(urls.result)}`, gettext("Claim it: sign up"), false));
  panel.replaceChildren(title, text, ...(place ? [paragraph(place)] : []), ...(outcome.ranked && !other ? [countdown(outcome.until)] : []), acts, said);
  panel.hidden = false;
}

/** @param {string} variant @returns {string} */
const otherText = (variant) => (variant === "cadogan" ? gettext("Play today’s Cadogan deal") : gettext("Play today’s Standard deal"));

/** To the next deal, by the server's clock. @param {number} ms */
function countdown(ms) {
  const end = performance.now() + ms;
  const element = paragraph("");
  element.className = "muted";
  const tick = () => {
    const left = Math.max(0, end - performance.now());
    element.textContent = interpolate(gettext("The House sits again in %(time)s."), { time: clockText(left / 1000) });
    if (left && (element.isConnected || left > ms - 1000)) setTimeout(tick, (left % 1000) + 5);
  };
  tick();
  return element;
}

/** @param {string} words */
function paragraph(words) {
  const element = document.createElement("p");
  element.textContent = words;
  return element;
}

/** @param {string} words @param {DOMStringMap} data */
function button(words, data) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "btn";
  element.textContent = words;
  Object.assign(element.dataset, data);
  return element;
}

/** @param {string} href @param {string} text @param {boolean} primary */
function link(href, text, primary) {
  const element = document.createElement("a");
  element.href = href;
  element.className = primary ? "btn primary" : "btn";
  element.textContent = text;
  return element;
}
