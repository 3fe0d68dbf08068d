// The law: a board that is looked at: its top follows the server's standings while it is open, and so do the rows around
// one's own; a page further down or a search else stays as it was asked for.

import "#c/site.js";
import { element } from "#c/face.js";
import { shownName } from "#c/figures.js";
import { placeAmong, summary, watchBoard } from "#c/list.js";
import { flip } from "#c/motion.js";
import { clockText, gettext, tell } from "#c/words.js";

/** How many rows the server tells of whenever they change. */
const TOP = 10;

/** @import {Row} from "#c/protocol.js" */

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const body = /** @type {HTMLElement} */ (document.querySelector("[data-rows]"));
const { slug, by, state, player, name = "", first } = main.dataset;
const OUTCOMES = { won: gettext("won"), playing: gettext("playing"), lost: gettext("lost"), conceded: gettext("conceded"), expired: gettext("expired") };

if (slug && by && state !== "closed" && state !== "void") {
  watchBoard(slug, by, (standings, near) => {
    const sub = document.querySelector("[data-division-sub]");
    if (sub) tell(sub, summary(standings));
    const known = new Map(rows().map((tr) => [tr.dataset.player, tr]));
    if (first && standings.top.length) flip(known.values(), () => show(standings.top, known));
    for (const row of near) if (known.has(row.player)) write(row, standings.top, known.get(row.player));
  }, (live) => document.querySelector("[data-live-mark]")?.classList.toggle("off", !live));
}

/** The rows that stand on the page. */
function rows() {
  return /** @type {HTMLElement[]} */ ([...body.querySelectorAll("tr[data-player]")]);
}

/**
 * The top as it is now. Whoever others have pushed out of it stands below, and all below move down by those who came
 * to stand above them.
 * @param {Row[]} top @param {Map<string | undefined, HTMLElement>} known
 */
function show(top, known) {
  const before = [...known.values()];
  const shown = top.map((row) => write(row, top, known.get(row.player)));
  const pushed = before.slice(0, TOP).filter((tr) => !shown.includes(tr));
  const entered = shown.filter((tr) => before.indexOf(tr) < 0 || before.indexOf(tr) >= TOP).length;
  const below = [...pushed.slice(Math.max(0, pushed.length - entered)), ...before.slice(TOP).filter((tr) => !shown.includes(tr))];
  const now = [...shown, ...below];
  const above = (/** @type {HTMLElement[]} */ all, /** @type {HTMLElement} */ tr) => all.slice(0, all.indexOf(tr)).filter(place).length;
  const moved = below.map((tr) => above(now, tr) - above(before, tr));
  for (const [i, tr] of below.entries()) {
    const row = { status: /** @type {Row["status"]} */ (tr.dataset.status), place: place(tr) && place(tr) + moved[i] };
    tr.dataset.place = String(row.place);
    tr.children[0].textContent = String(placeAmong(row, top) || "–");
  }
  body.replaceChildren(...now);
}

/** The place of a row, whether or not it is shown; 0 if it has none. @param {HTMLElement} tr */
const place = (tr) => Number(tr.dataset.place);

/** @param {Row} row @param {Row[]} top @param {HTMLElement} [tr] where it is written, if it stands there already */
function write(row, top, tr = element("tr", "")) {
  const mine = !!player && row.player === player;
  const cells = [
    ["n rank", String(placeAmong(row, top) || "–")], ["name", mine ? name : shownName(row.player)], ["minor", OUTCOMES[row.status]], ["n", String(row.home)],
    ["n", String(row.moves ?? "")], ["n", clockText(row.seconds)],
  ];
  tr.replaceChildren(...cells.map(([className, text]) => element("td", className, text)));
  tr.className = mine ? "me" : "";
  tr.dataset.player = row.player;
  tr.dataset.place = String(row.place ?? "");
  tr.dataset.status = row.status;
  if (mine) tr.id = "me";
  if (row.guest) tr.children[1].append(" ", element("span", "tag", gettext("guest")));
  return tr;
}
