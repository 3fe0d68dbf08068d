// The law: a group's page works without this; here bars are drawn, the link is copied, and the boards are read again
// when there is news of their deals. Who is in a group no socket knows: only this page, which asks who reads it.

import "#c/site.js";
import { drawBars, watchBoard } from "#c/list.js";
import { flip } from "#c/motion.js";
import { copy, say } from "#c/seat.js";
import { gettext } from "#c/words.js";

/** Not sooner after news, and not later without any: a deal's list tells of its first ten and of its numbers. */
const SOON_MS = 2000;
const LATE_MS = 15_000;

drawBars();

const link = /** @type {HTMLInputElement} */ (document.querySelector("#link"));
document.querySelector("[data-copy]")?.addEventListener("click", async () => {
  link.select(); // without leave to write to the clipboard the keys still copy
  say(await copy(link.value, gettext("The link is copied.")));
});

const by = new URLSearchParams(location.search).get("by") ?? "";
let isNews = false;
let readAt = performance.now();
for (const board of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-slug]"))) {
  watchBoard(board.dataset.slug ?? "", "time", () => (isNews = true));
}
setTimeout(look, SOON_MS);

async function look() {
  if (!document.hidden && (isNews || performance.now() - readAt > LATE_MS)) {
    isNews = false;
    readAt = performance.now();
    const answer = await fetch(`?boards&by=${encodeURIComponent(by)}`).catch(() => null);
    if (answer?.status === 404) return location.reload(); // no member any more
    if (answer?.ok) show(new DOMParser().parseFromString(await answer.text(), "text/html"));
  }
  setTimeout(look, SOON_MS);
}

/** @param {Document} page as it is now */
function show(page) {
  for (const fresh of page.querySelectorAll("[data-boards]")) {
    const old = document.querySelector(`[data-boards="${fresh.getAttribute("data-boards")}"]`);
    if (!old || old.contains(document.activeElement)) continue;
    const known = new Map(rowsOf(old).map((row) => [nameOf(row), row]));
    flip(known.values(), () => {
      for (const row of rowsOf(fresh)) {
        const kept = known.get(nameOf(row));
        if (!kept) continue;
        kept.className = row.className;
        kept.replaceChildren(...row.childNodes);
        row.replaceWith(kept);
      }
      old.replaceChildren(...fresh.childNodes);
    });
    drawBars();
  }
}

/** @param {Element} boards @returns {HTMLElement[]} */
const rowsOf = (boards) => [...boards.querySelectorAll("li")];

/** A row is known by the game it leads to. @param {Element} row */
const nameOf = (row) => row.querySelector("a")?.pathname;
