// The law: a board that is looked at: its top follows the server's standings while it is open; a page further down
// or a search stays as it was asked for.

import "#c/site.js";
import { summary, tag, watchBoard } from "#c/list.js";
import { clockText, gettext, shownName, tell } from "#c/words.js";

/** @import {Row} from "#c/protocol.js" */

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const body = /** @type {HTMLElement} */ (document.querySelector("[data-rows]"));
const { slug, by, state, player, name = "", first } = main.dataset;

if (slug && by && state !== "closed" && state !== "void") {
  watchBoard(slug, by, (standings) => {
    const sub = document.querySelector("[data-division-sub]");
    if (sub) tell(sub, summary(standings));
    if (first) show(standings.top);
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
  const tr = document.createElement("tr");
  tr.dataset.player = row.player;
  if (player && row.player === player) tr.className = tr.id = "me";
  const cells = [
    ["n rank", String(row.place ?? "–")], ["name", player && row.player === player ? name : shownName(row.player)], ["minor", outcome(row.status)], ["n", String(row.home)],
    ["n", String(row.moves ?? "–")], ["n", clockText(row.seconds)],
  ];
  for (const [className, text] of cells) {
    const td = document.createElement("td");
    td.className = className;
    td.textContent = text;
    tr.append(td);
  }
  if (row.guest) tr.children[1].append(" ", tag(gettext("guest")));
  return tr;
}

/** @param {string} status */
function outcome(status) {
  if (status === "won") return gettext("won");
  if (status === "playing") return gettext("playing");
  if (status === "lost") return gettext("lost");
  return status === "conceded" ? gettext("conceded") : gettext("expired");
}
