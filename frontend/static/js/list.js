// The law: rows of the Division as the server gives them, in words; and a short list of them on a page that watches.

import { TOTAL } from "#c/cards.js";
import { element, use } from "#c/face.js";
import { number, percent, shownName } from "#c/figures.js";
import { flip } from "#c/motion.js";
import { openSocket } from "#c/socket.js";
import { clockText, gettext, interpolate, ngettext } from "#c/words.js";

/** @import {Row, Standings} from "#c/protocol.js" */
/** @import {ListRow} from "#c/house.js" */

/** Bars that the server wrote as an attribute, since a page may carry no inline style. */
export function drawBars() {
  for (const bar of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-home]"))) {
    bar.style.setProperty("--p", String(Number(bar.dataset.home) / TOTAL));
  }
}

/**
 * Hear a board's standings, each newer than the one before, and the rows around one's own.
 * @param {string} slug @param {string} by @param {(standings: Standings, near: Row[]) => void} heard @param {(live: boolean) => void} [live]
 */
export function watchBoard(slug, by, heard, live = () => {}) {
  /** @type {Standings | undefined} */
  let last;
  /** @type {Row[]} */
  let near = [];
  openSocket(`/ws/deals/${slug}/?by=${by}`, {
    opened: () => (last = undefined),
    heard(message) {
      if (message.type === "standing") near = message.near;
      else if (message.type === "standings" && message.revision > (last?.revision ?? -1)) last = message;
      else return;
      if (!last) return;
      live(true);
      heard(last, near);
    },
    lost: () => live(false),
    over: () => live(false),
    line() {},
  });
}

/** One's own row and its neighbours, as far as they stand below the top. @param {Row[]} top @param {Row[]} near */
export function belowTop(top, near) {
  const known = new Set(top.map((row) => row.player));
  return near.filter((row) => !known.has(row.player));
}

/** @param {HTMLElement} list @returns {(top: Row[], near: Row[]) => void} */
export function rowWriter(list) {
  /** @type {Map<string, HTMLLIElement>} */
  let known = new Map();
  const me = list.dataset.player;
  return (top, near) => flip(known.values(), () => {
    known = new Map([...top, ...belowTop(top, near)].map((row, index) => {
      const item = known.get(row.player) ?? blank();
      write(item, row, !!me && row.player === me, placeAmong(row, top));
      item.classList.toggle("beyond", index === top.length);
      return [row.player, item];
    }));
    list.replaceChildren(...known.values());
  });
}

/** @param {Pick<Standings, "players" | "playing">} m @returns {string} */
export function summary(m) {
  const slots = { players: number(m.players), playing: number(m.playing) };
  return interpolate(ngettext(
    "%(players)s player so far, %(playing)s at the table now",
    "%(players)s players so far, %(playing)s at the table now",
    m.players,
  ), slots);
}

/** @returns {HTMLLIElement} */
export function blank() {
  return element("li", "", ...["rank", "name", "how", "val"].map((name) => element("span", name)));
}

/** The place that a row shows, 0: none; as `place` of the templates, on an open board. @param {Pick<Row, "status" | "place">} row @param {readonly Row[]} rows */
export const placeAmong = (row, rows) => (row.status === "won" || row.status === "playing" && rows.some(({ status }) => status === "won") ? row.place ?? 0 : 0);

/**
 * @param {HTMLLIElement} item @param {ListRow} row @param {boolean} mine @param {number} place as it is shown
 * @param {boolean} [share] at the table bar and number tell the share of the way: of house players nothing else is known.
 *   Elsewhere both tell the cards home, and a game that is won its moves
 */
export function write(item, row, mine, place, share = false) {
  const [rank, name, how, val] = /** @type {HTMLElement[]} */ ([...item.children]);
  const won = row.status === "won";
  const out = !won && row.status !== "playing";
  item.className = `${mine ? "me" : ""}${out ? " out" : ""}${row.house ? " house" : ""}`;
  if (mine) item.setAttribute("aria-current", "true");
  if (!row.house) rank.textContent = place ? String(place) : share ? "" : "–";
  else if (!rank.firstChild) rank.append(use("crown", ""));
  const note = tagOf(row);
  if (name.dataset.is !== row.player + note) {
    name.dataset.is = row.player + note;
    const who = element("span", "", mine ? gettext("You") : shownName(row.player));
    name.replaceChildren(who, ...(note ? [" ", element("span", "tag", note)] : []));
  }
  if (won) {
    if (how.className !== "state") how.replaceChildren();
    how.className = "state";
    how.textContent = share ? gettext("won") : interpolate(ngettext("%(moves)s move", "%(moves)s moves", row.moves ?? 0), { moves: row.moves ?? 0 });
    val.textContent = clockText(row.seconds);
    return;
  }
  if (how.className !== "meter") {
    how.className = "meter";
    how.replaceChildren(element("i", ""));
  }
  how.firstElementChild instanceof HTMLElement && how.firstElementChild.style.setProperty("--p", (share ? row.progress : row.home / TOTAL).toFixed(4));
  if (share) return val.replaceChildren(percent(row.progress));
  val.replaceChildren(String(row.home), element("small", "", `/${TOTAL}`));
}

/** @param {ListRow} row @returns {string} */
function tagOf(row) {
  if (row.house) return gettext("house");
  return row.guest ? gettext("guest") : "";
}
