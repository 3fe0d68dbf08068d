// The law: the picture of a game that is over: the chamber, the curve, the words to pass on. It draws what the page
// was given and computes no result.

import "#c/site.js";
import { ApiError, call, tableUrl } from "#c/api.js";
import { account } from "#c/panel.js";
import { use } from "#c/face.js";
import { gettext, interpolate } from "#c/words.js";

/**
 * @typedef {object} Game
 * @property {string} attempt
 * @property {string} status
 * @property {boolean} ranked
 * @property {number | null} number
 * @property {number | null} seconds
 * @property {number | null} moves
 * @property {number} home
 * @property {number | null} place
 * @property {number | null} would_be
 * @property {[number, number][]} curve
 * @property {number[][]} seats
 */
const game = /** @type {Game} */ (JSON.parse(document.getElementById("game")?.textContent ?? "{}"));
const said = /** @type {HTMLElement} */ (document.querySelector("[data-said]"));
const SUITS = ["s", "h", "d", "c", "s", "h", "d", "c"];
/** The wire's foundations `C C D D H H S S` in the order of the table. */
const ORDER = [6, 4, 2, 0, 7, 5, 3, 1];

const over = /** @type {HTMLElement | null} */ (document.querySelector("[data-over]"));
if (over?.dataset.over) over.textContent = `+${Number(over.dataset.over) - 272}`;
const chamber = document.querySelector("[data-chamber]");
if (chamber) drawChamber(chamber);
const curve = document.querySelector("[data-curve]");
if (curve) drawCurve(curve);

/** Government and Opposition face each other across the floor: five seats of each suit on either side. @param {Element} where */
function drawChamber(where) {
  const bench = (/** @type {number[]} */ seats) => {
    const half = element("div", "half");
    for (const seat of seats) for (const index of ORDER) half.append(seatOf(game.seats[index]?.[seat]));
    return half;
  };
  const floor = element("div", "floor");
  for (const suit of SUITS) {
    const mark = element("i", suit === "h" || suit === "d" ? "r" : "");
    mark.append(use(suit, ""));
    floor.append(mark);
  }
  where.append(bench([9, 8, 7, 6, 5]), floor, bench([0, 1, 2, 3, 4]));
}

/** @param {number | undefined} when 0-1 */
function seatOf(when) {
  const seat = element("span", when === undefined ? "seat none" : "seat");
  if (when !== undefined) seat.style.setProperty("--p", `${Math.round(100 - when * 72)}%`);
  return seat;
}

/** @param {string} tag @param {string} className */
function element(tag, className) {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}

/** @param {Element} svg */
function drawCurve(svg) {
  const last = game.curve[game.curve.length - 1];
  const end = Math.max(1, last?.[0] ?? 1);
  const line = game.curve.map(([t, p], i) => `${i ? "L" : "M"}${((t / end) * 1000).toFixed(1)} ${(88 - p * 84).toFixed(1)}`).join("");
  const path = (/** @type {Record<string, string>} */ attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", "path");
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    svg.append(made);
  };
  path({ d: `${line}L1000 90L0 90z`, fill: "var(--commons)", opacity: ".16" });
  path({ d: line, fill: "none", stroke: "var(--commons)", "stroke-width": "2", "vector-effect": "non-scaling-stroke" });
  path({ d: "M0 89.5H1000", stroke: "var(--rule)", "vector-effect": "non-scaling-stroke" });
}

document.querySelector("[data-copy]")?.addEventListener("click", async () => {
  const title = game.number ? interpolate(gettext("The Daily Constitutional, No. %(number)s"), { number: game.number }) : gettext("The Daily Constitutional, practice");
  const outcome = { ...game, seconds: game.seconds ?? 0, moves: game.moves ?? 0 };
  const text = `${title}\n${account(outcome)}\n${location.href}`;
  try {
    await navigator.clipboard.writeText(text);
    say(gettext("Copied."));
  } catch {
    say(text);
  }
});

document.querySelector("[data-again]")?.addEventListener("click", async (event) => {
  const slug = /** @type {HTMLElement} */ (event.currentTarget).dataset.again;
  try {
    location.assign(tableUrl(await call(`deals/${slug}/attempts`, { practice: true })));
  } catch (error) {
    say(error instanceof ApiError && error.message ? error.message : gettext("The House did not answer. Try again."));
  }
});

/** @param {string} text */
function say(text) {
  said.textContent = text;
}
