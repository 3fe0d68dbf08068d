// The law: the chart of progress by the minute: one's own curve as it was heard, and a few house players' up to one's
// own clock. It draws points that it is given and knows no game.

import { element, shape } from "#c/face.js";
import { stepsAt } from "#c/house.js";
import { gettext } from "#c/words.js";

/** @import {HouseGame} from "#c/house.js" */

const WIDTH = 262;
const TOP = 6;
const BOTTOM = 78;
/** The time axis is as long as the slowest rival's game, within these bounds, or as one's own. */
const SHORTEST_S = 600;
const LONGEST_S = 1500;
const STEP_S = 15;

/** @param {Element | null} svg @param {readonly HouseGame[]} games */
export function raceOn(svg, games) {
  if (!svg) return null;
  /** @type {[number, number][]} */
  const points = [[0, 0]];
  const lines = games.map((_, i) => svg.appendChild(shape("path", `rival r${i}`)));
  const mine = svg.appendChild(shape("path", "mine"));
  const dot = svg.appendChild(shape("circle", "dot"));
  dot.setAttribute("r", "4");
  svg.before(element("p", "", keyOf(gettext("You"), "mine"), ...games.map((game, i) => keyOf(game.name, `r${i}`))));
  const axis = Math.min(LONGEST_S, Math.max(SHORTEST_S, ...games.map((game) => game.seconds)));
  return {
    /** @param {number} seconds @param {number} progress */
    own(seconds, progress) {
      points.push([seconds, progress]);
    },
    /** @param {number} now seconds */
    draw(now) {
      const last = points[points.length - 1];
      const until = Math.max(now, last[0]);
      const end = Math.max(axis, until);
      const x = (/** @type {number} */ time) => ((Math.min(time, end) / end) * WIDTH + 2).toFixed(1);
      const y = (/** @type {number} */ progress) => (BOTTOM - progress * (BOTTOM - TOP)).toFixed(1);
      const path = (/** @type {[number, number][]} */ way) => way.map(([t, p], i) => `${i ? "L" : "M"}${x(t)} ${y(p)}`).join("");
      for (const [i, game] of games.entries()) lines[i].setAttribute("d", path(way(game, Math.min(until, end))));
      const own = [...points, /** @type {[number, number]} */ ([until, last[1]])];
      mine.setAttribute("d", path(own));
      dot.setAttribute("cx", x(until));
      dot.setAttribute("cy", y(last[1]));
    },
  };
}

/** @param {HouseGame} game @param {number} until @returns {[number, number][]} */
function way(game, until) {
  const stop = Math.min(until, game.seconds);
  /** @type {[number, number][]} */
  const points = [];
  for (let t = 0; t < stop; t += STEP_S) points.push([t, stepsAt(game, t) / 272]);
  points.push([stop, stepsAt(game, stop) / 272]);
  return points;
}

/** A line of the chart, and whose it is. @param {string} name @param {string} className */
function keyOf(name, className) {
  const svg = shape("svg", "");
  svg.appendChild(shape("path", className)).setAttribute("d", "M0 5H20");
  return element("span", "", svg, name);
}
