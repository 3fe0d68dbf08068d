// The law: the Division as the server tells it, drawn at most once a second, never under a resting pointer, and
// never from an older revision. It computes no place: places come with the rows. House players stand between them by
// the player's own clock.

import { element } from "#c/face.js";
import { ordinal, percent } from "#c/figures.js";
import { fit, houseRow, merge, rivals } from "#c/house.js";
import { belowTop, blank, placeAmong, summary, write } from "#c/list.js";
import { flip } from "#c/motion.js";
import { raceOn } from "#c/race.js";
import { gettext, interpolate, tell } from "#c/words.js";

/** @import {Row, Standings, Standing} from "#c/protocol.js" */
/** @import {HouseGame, ListRow} from "#c/house.js" */

/** A row of the list where nothing scrolls, px. */
const ROW = 34;
const TICK_MS = 1000;

/**
 * @param {ParentNode} page
 * @param {string} player whose row is "you"
 * @param {HouseGame[]} house
 * @param {() => number} seconds the player's own clock; it stops when one's own game ends
 * @param {() => boolean} over has it ended: then house players are told of below, as they ended
 */
export function divisionOn(page, player, house, seconds, over) {
  const list = /** @type {HTMLElement | null} */ (page.querySelector("[data-list]"));
  const sub = page.querySelector("[data-division-sub]");
  const mark = page.querySelector("[data-live-mark]");
  const track = page.querySelector("[data-track]");
  const now = page.querySelector("[data-place-now]");
  const share = page.querySelector("[data-share]");
  const heading = element("li", "heading", gettext("How the house players ended:"));
  /** @type {number | undefined} one's own progress as the table has just said it */
  let ownProgress;
  const race = house.length ? raceOn(page.querySelector("[data-race]"), rivals(house)) : null;
  if (house.length) setInterval(draw, TICK_MS);
  let revision = -1;
  let mine = -1;
  /** @type {Standings | undefined} */
  let last;
  let isDown = false;
  /** @type {Row[]} */
  let top = [];
  /** @type {Row | null} */
  let me = null;
  /** @type {Row[]} */
  let near = [];
  let resting = false;
  let dirty = false;
  /** @type {Map<string, HTMLLIElement>} */
  let rows = new Map();
  /** @type {string | undefined} the first that stands below the top */
  let next;
  /** @type {Map<string, HTMLElement>} */
  const dots = new Map();
  list?.addEventListener("pointerenter", (event) => {
    resting = event.pointerType === "mouse";
  });
  list?.addEventListener("pointerleave", () => {
    resting = false;
    if (dirty) draw();
  });

  /** One's own place, 0 while there is none to show. */
  const place = () => (me ? placeAmong(me, [...top, ...near]) : 0);

  function draw() {
    dirty = resting;
    if (resting || !list) return;
    flip(rows.values(), fill);
    mark?.classList.toggle("off", over() || isDown || revision < 0);
    if (now) now.textContent = place() ? ordinal(place()) : "";
    if (share) share.textContent = percent(ownProgress ?? me?.progress ?? 0);
    if (track) drawTrack(track);
    race?.draw(seconds());
  }

  /** People there are to see, in order: the top, then one's own row and its neighbours. @returns {ListRow[]} */
  function people() {
    const below = belowTop(top, near);
    next = below[0]?.player;
    return [...top, ...below].map((row) => (row.player === player && row.status === "playing" ? { ...row, progress: ownProgress ?? row.progress } : row));
  }

  /** House players between them, as they stand at a second of one's own clock. */
  const everybody = () => merge(people(), house.map((game) => houseRow(game, seconds())));

  const ended = () => [...people(), ...merge([], house.map((game) => houseRow(game, Infinity)))];

  function fill() {
    if (!list) return;
    const all = over() ? ended() : everybody();
    // A sheet scrolls; beside the table one's own row has to be in view.
    const room = getComputedStyle(list).overflowY === "auto" ? all.length : Math.floor(list.clientHeight / ROW) - Number(over());
    /** @type {Map<string, HTMLLIElement>} */
    const shown = new Map();
    for (const row of room ? fit(all, player, room) : all) {
      const item = rows.get(keyOf(row)) ?? blank();
      write(item, row, !row.house && row.player === player, placeAmong(row, [...top, ...near]), !(over() && row.house));
      item.classList.toggle("beyond", !row.house && row.player === next);
      shown.set(keyOf(row), item);
    }
    rows = shown;
    list.replaceChildren(...shown.values());
    if (over()) list.querySelector(".house")?.before(heading);
  }

  /** @param {Element} where everyone as a dot on one line */
  function drawTrack(where) {
    const width = where.clientWidth;
    if (!width) return;
    const used = new Set();
    for (const row of everybody()) {
      const key = keyOf(row);
      used.add(key);
      let dot = dots.get(key);
      if (!dot) dots.set(key, (dot = where.appendChild(element("i", ""))));
      dot.className = row.house ? "house" : row.player === player ? "me" : row.status === "won" ? "fin" : "";
      dot.style.setProperty("--x", `${Math.round(row.progress * width)}px`);
    }
    for (const [key, dot] of dots) {
      if (used.has(key)) continue;
      dot.remove();
      dots.delete(key);
    }
  }

  return {
    /** @param {Standings} m */
    standings(m) {
      if (m.revision <= revision) return;
      revision = m.revision;
      if (!over()) last = m;
      top = m.top;
      if (sub) tell(sub, summary(m));
      draw();
    },
    /** @param {Standing} m */
    standing(m) {
      if (m.revision < mine) return;
      mine = m.revision;
      me = m.me;
      near = m.near;
      draw();
    },
    /** What is known of one's own progress. @param {number} time seconds @param {number} progress */
    own(time, progress) {
      ownProgress = progress;
      race?.own(time, progress);
      if (share) share.textContent = percent(progress);
    },
    draw,
    /** One's own game has just ended: the count that was told last still has it at the table. */
    left() {
      if (sub && last) tell(sub, summary({ ...last, playing: Math.max(0, last.playing - 1) }));
      last = undefined;
    },
    /** Nothing is live without a line. @param {boolean} down */
    line(down) {
      isDown = down;
      draw();
    },
    /** A new socket starts from no revision. */
    restart() {
      revision = mine = -1;
      mark?.classList.add("off");
    },
    /** @returns {string} */
    text() {
      if (!me) return gettext("You are not in the Division.");
      if (!place()) return interpolate(gettext("You have %(home)s of 80 cards home."), { home: me.home });
      return interpolate(gettext("You are %(place)s, with %(home)s of 80 cards home."), { place: ordinal(place()), home: me.home });
    },
  };
}

/** @param {ListRow} row */
const keyOf = (row) => (row.house ? `house ${row.house}` : row.player);
