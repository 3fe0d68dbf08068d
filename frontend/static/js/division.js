// The law: the Division as the server tells it, drawn at most once a second, never under a resting pointer, and
// never from an older revision. It computes no place: places come with the rows.

import { flip } from "#c/motion.js";
import { clockText, gettext, interpolate, ngettext, number, ordinal, tell } from "#c/words.js";
import { TOTAL } from "#c/cards.js";

/** @import {Row, Standings, Standing} from "#c/protocol.js" */

/**
 * @param {ParentNode} page
 * @param {string} player whose row is "you"
 */
export function divisionOn(page, player) {
  const list = /** @type {HTMLElement | null} */ (page.querySelector("[data-list]"));
  const sub = page.querySelector("[data-division-sub]");
  const mark = page.querySelector("[data-live-mark]");
  const track = page.querySelector("[data-track]");
  const now = page.querySelector("[data-place-now]");
  let revision = -1;
  let mine = -1;
  /** @type {Row[]} */
  let top = [];
  /** @type {Row | null} */
  let me = null;
  /** @type {Row[]} */
  let near = [];
  let resting = false;
  let dirty = false;
  /** @type {Map<string, HTMLLIElement>} */
  const rows = new Map();
  /** @type {Map<string, HTMLElement>} */
  const dots = new Map();
  list?.addEventListener("pointerenter", (event) => {
    resting = event.pointerType === "mouse";
  });
  list?.addEventListener("pointerleave", () => {
    resting = false;
    if (dirty) draw();
  });

  function draw() {
    dirty = resting;
    if (resting || !list) return;
    flip(rows.values(), fill);
    if (now) now.textContent = me?.place ? ordinal(me.place) : "–";
    if (track) drawTrack(track);
  }

  function fill() {
    if (!list) return;
    const seen = new Set();
    /** @type {Element[]} */
    const order = [];
    const add = (/** @type {Row} */ row) => {
      if (seen.has(row.player)) return;
      seen.add(row.player);
      let item = rows.get(row.player);
      if (!item) rows.set(row.player, (item = blank()));
      write(item, row, row.player === player);
      order.push(item);
    };
    top.forEach(add);
    const beyond = [...near, ...(me ? [me] : [])].filter((row) => !seen.has(row.player));
    if (beyond.length) {
      const gap = document.createElement("li");
      gap.className = "gap";
      gap.setAttribute("aria-hidden", "true");
      order.push(gap);
      beyond.sort((a, b) => (a.place ?? Infinity) - (b.place ?? Infinity)).forEach(add);
    }
    for (const name of rows.keys()) if (!seen.has(name)) rows.delete(name);
    list.replaceChildren(...order);
  }

  /** @param {Element} where everyone as a dot on one line */
  function drawTrack(where) {
    const width = where.clientWidth;
    const seen = new Set();
    for (const row of [...top, ...near, ...(me ? [me] : [])]) {
      if (seen.has(row.player)) continue;
      seen.add(row.player);
      let dot = dots.get(row.player);
      if (!dot) dots.set(row.player, (dot = where.appendChild(document.createElement("i"))));
      dot.className = row.player === player ? "me" : row.status === "won" ? "fin" : "";
      dot.style.setProperty("--x", `${Math.round(row.progress * width)}px`);
    }
    for (const [name, dot] of dots) {
      if (seen.has(name)) continue;
      dot.remove();
      dots.delete(name);
    }
  }

  return {
    /** @param {Standings} m */
    standings(m) {
      if (m.revision <= revision) return;
      revision = m.revision;
      top = m.top;
      if (sub) tell(sub, summary(m));
      mark?.classList.remove("off");
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
    /** A new socket starts from no revision. */
    restart() {
      revision = mine = -1;
      mark?.classList.add("off");
    },
    /** @returns {string} */
    text() {
      if (!me) return gettext("You are not in the Division.");
      if (!me.place) return interpolate(gettext("You have %(home)s of 80 cards home."), { home: me.home });
      return interpolate(gettext("You are %(place)s, with %(home)s of 80 cards home."), { place: ordinal(me.place), home: me.home });
    },
  };
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
function blank() {
  const item = document.createElement("li");
  item.innerHTML = '<span class="rank"></span><span class="name"></span><span class="how"></span><span class="val"></span>';
  return item;
}

/** @param {HTMLLIElement} item @param {Row} row @param {boolean} mine */
export function write(item, row, mine) {
  const [rank, name, how, val] = /** @type {HTMLElement[]} */ ([...item.children]);
  const won = row.status === "won";
  const out = !won && row.status !== "playing";
  item.className = `${mine ? "me" : ""}${out ? " out" : ""}`;
  if (mine) item.setAttribute("aria-current", "true");
  rank.textContent = row.place ? String(row.place) : "–";
  const note = tagOf(row);
  if (name.dataset.is !== row.player + note) {
    name.dataset.is = row.player + note;
    name.replaceChildren(mine ? gettext("You") : row.player, ...(note ? [tag(note)] : []));
  }
  if (won) {
    if (how.className !== "state") how.replaceChildren();
    how.className = "state";
    how.textContent = gettext("carried");
    val.textContent = clockText(row.seconds);
    return;
  }
  if (how.className !== "meter") {
    how.className = "meter";
    how.replaceChildren(document.createElement("i"));
  }
  how.firstElementChild instanceof HTMLElement && how.firstElementChild.style.setProperty("--p", row.progress.toFixed(4));
  const small = document.createElement("small");
  small.textContent = `/${TOTAL}`;
  val.replaceChildren(String(row.home), small);
}

/** @param {Row & {house?: boolean}} row @returns {string} */
function tagOf(row) {
  if (row.house) return gettext("house");
  return row.guest ? gettext("guest") : "";
}

/** @param {string} text */
function tag(text) {
  const element = document.createElement("span");
  element.className = "tag";
  element.textContent = text;
  return element;
}
