// The law: a board that is looked at: its top follows the server's standings while it is open; a page further down
// or a search stays as it was asked for.

import "#c/site.js";
import { element } from "#c/face.js";
import { summary, watchBoard } from "#c/list.js";
import { clockText, gettext, shownName, tell } from "#c/words.js";

/** @import {Row} from "#c/protocol.js" */

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const body = /** @type {HTMLElement} */ (document.querySelector("[data-rows]"));
const { slug, by, state, player, name = "", first } = main.dataset;
const OUTCOMES = { won: gettext("won"), playing: gettext("playing"), lost: gettext("lost"), conceded: gettext("conceded"), expired: gettext("expired") };

if (slug && by && state !== "closed" && state !== "void") {
  watchBoard(slug, by, (standings) => {
    const sub = document.querySelector("[data-division-sub]");
    if (sub) tell(sub, summary(standings));
    if (first && standings.top.length) show(standings.top);
  }, (live) => document.querySelector("[data-live-mark]")?.classList.toggle("off", !live));
}

/** The top as it is now; what stands below it stays, unless it has risen. @param {Row[]} top */
function show(top) {
  const names = new Set(top.map((row) => row.player));
  const below = [...body.children].slice(top.length).filter((tr) => !names.has(nameOf(tr)) && !tr.classList.contains("none"));
  body.replaceChildren(...top.map(rowOf), ...below);
}

/** @param {Element} tr */
const nameOf = (tr) => (tr instanceof HTMLElement && tr.dataset.player) || "";

/** @param {Row} row */
function rowOf(row) {
  const mine = !!player && row.player === player;
  const cells = [
    ["n rank", String(row.place ?? "–")], ["name", mine ? name : shownName(row.player)], ["minor", OUTCOMES[row.status]], ["n", String(row.home)],
    ["n", String(row.moves ?? "")], ["n", clockText(row.seconds)],
  ];
  const tr = element("tr", mine ? "me" : "", ...cells.map(([className, text]) => element("td", className, text)));
  tr.dataset.player = row.player;
  if (mine) tr.id = "me";
  if (row.guest) tr.children[1].append(" ", element("span", "tag", gettext("guest")));
  return tr;
}
