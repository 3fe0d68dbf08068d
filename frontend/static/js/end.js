// The law: the end of a game, over the table: how it went, and where to go next. Loaded when a game ends.

import "#c/seat.js";
import { number, ordinal } from "#c/figures.js";
import { endedText } from "#c/speech.js";
import { clockText, gettext, interpolate, ngettext } from "#c/words.js";

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
function standingText(o) {
  if (!o.ranked) return "";
  if (o.status !== "won") return gettext("Games not won come after those won, in order of cards home.");
  if (o.place) return interpolate(gettext("You are %(place)s in the Division."), { place: ordinal(o.place) });
  if (o.would_be) return interpolate(gettext("As a guest you have no place; you would be %(place)s."), { place: ordinal(o.would_be) });
  return "";
}

/** @param {HTMLElement} panel @param {Outcome} outcome @param {Page} page */
export function endOn(panel, outcome, { variant, other, urls }) {
  const acts = made("div", { className: "acts" });
  acts.append(link(urls.result, gettext("See the result"), "btn primary"));
  if (outcome.ranked && other) acts.append(link(`${urls.landing}?variant=${other}`, otherText(other)));
  if (outcome.ranked && urls.board) acts.append(link(urls.board, gettext("The board")), link(urls.practice, gettext("Practise")));
  else acts.append(button(gettext("Another deal"), { another: variant }), button(gettext("Begin again"), { anew: outcome.attempt }));
  const look = button("", {});
  const fold = (/** @type {boolean} */ on) => {
    panel.classList.toggle("low", on);
    look.textContent = on ? gettext("How it ended") : gettext("Look at the table");
  };
  look.dataset.look = "";
  look.addEventListener("click", () => fold(!panel.matches(".low")));
  fold(false);
  acts.append(look);
  const said = made("p", { role: "status" });
  said.dataset.said = "";
  const place = standingText(outcome);
  if (outcome.would_be && outcome.status === "won") acts.prepend(link(`/account/signup/?next=${encodeURIComponent(urls.result)}`, gettext("Claim it: sign up")));
  panel.replaceChildren(
    made("h2", { textContent: endedText(outcome.status) }), made("p", { className: "ital", textContent: account(outcome) }),
    ...(place ? [made("p", { textContent: place })] : []), ...(outcome.ranked && !other ? [countdown(outcome.until)] : []), acts, said,
  );
  panel.hidden = false;
}

/** @param {string} variant @returns {string} */
const otherText = (variant) => (variant === "cadogan" ? gettext("Today’s Cadogan deal, by other rules") : gettext("Play today’s Standard deal"));

/** To the next deal, by the server's clock. @param {number} ms */
function countdown(ms) {
  const end = performance.now() + ms;
  const element = made("p", { className: "muted" });
  const tick = () => {
    const left = Math.max(0, end - performance.now());
    element.textContent = interpolate(gettext("The House sits again in %(time)s."), { time: clockText(left / 1000) });
    if (left && (element.isConnected || left > ms - 1000)) setTimeout(tick, (left % 1000) + 5);
  };
  tick();
  return element;
}

/** @param {string} tag @param {Record<string, string>} properties @returns {HTMLElement} */
const made = (tag, properties) => Object.assign(document.createElement(tag), properties);

/** @param {string} textContent @param {DOMStringMap} data */
function button(textContent, data) {
  const element = made("button", { type: "button", className: "btn", textContent });
  Object.assign(element.dataset, data);
  return element;
}

/** @param {string} href @param {string} textContent @param {string} [className] */
const link = (href, textContent, className = "btn") => made("a", { href, className, textContent });
