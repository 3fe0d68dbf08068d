// The law: the first page: which rules are looked at, the way to the table, the boards as they change. No card is
// known here; the deal lies face down until the server has started the game.

import "#c/site.js";
import { number } from "#c/figures.js";
import { drawBars, rowWriter, watchBoard } from "#c/list.js";
import { say, sitDown } from "#c/seat.js";
import { ASK_FIRST, firstGames, set, setting } from "#c/settings.js";
import { gettext } from "#c/words.js";

const radios = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("input[name=variant]")]);

drawBars();
countDown();

// ---- Standard or Cadogan ----

/** @param {string} variant */
function choose(variant) {
  for (const element of /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-variant]")])) {
    element.hidden = element.dataset.variant !== variant;
  }
  for (const radio of radios) radio.checked = radio.value === variant;
  document.body.classList.toggle("cadogan", variant === "cadogan"); // who is new to it is led to its lesson
  watch(variant);
}
for (const radio of radios) {
  radio.addEventListener("change", () => {
    set("variant", radio.value);
    choose(radio.value);
  });
}

// ---- take your seat ----

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("start"));
let wanted = "";
let rules = "";
let practice = false;
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-start]"));
  if (!button) return;
  wanted = button.dataset.start ?? "";
  practice = "practice" in button.dataset;
  rules = radios.find((radio) => radio.checked)?.value ?? "";
  // What a ranked game is, is said once under either rules, before the only one on the deal is spent.
  if (practice || told().includes(rules)) start();
  else {
    /** @type {HTMLElement} */ (dialog.querySelector("[data-asks]")).hidden = !!setting("ask") || firstGames().length >= ASK_FIRST;
    dialog.showModal();
  }
});
dialog.addEventListener("close", () => {
  if (dialog.returnValue === "start") {
    set("told", [...told(), rules].join(" "));
    start();
  }
  dialog.returnValue = "";
});

/** The rules under which it has been said. */
const told = () => setting("told").split(" ");

async function start() {
  say(gettext("The House is being seated."));
  say(await sitDown(`deals/${wanted}/attempts`, { practice }), true);
}

// ---- live ----

/** @type {Set<string>} */
const watched = new Set();
/** @param {string} variant */
function watch(variant) {
  const part = /** @type {HTMLElement | null} */ (document.querySelector(`[data-slug][data-variant="${variant}"]`));
  const slug = part?.dataset.slug;
  const list = part?.querySelector("[data-list]");
  if (!slug || !(list instanceof HTMLElement) || watched.has(slug)) return;
  watched.add(slug);
  const write = rowWriter(list);
  watchBoard(slug, "time", (standings, near) => {
    write(standings.top, near);
    for (const count of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`.facts[data-variant="${variant}"] [data-count]`))) {
      count.textContent = number(standings[/** @type {"players" | "finished"} */ (count.dataset.count)]);
    }
  });
}

/** To the next sitting, by the server's clock. */
function countDown() {
  const element = /** @type {HTMLElement | null} */ (document.querySelector("[data-until]"));
  if (!element) return;
  const end = Number(element.dataset.until) - Number(element.dataset.now);
  const tick = () => (element.textContent = new Date(Math.max(0, end - performance.now())).toISOString().slice(11, 19));
  setInterval(tick, 1000);
  tick();
}

/** A link may say which rules; else those of a game that runs; else the last choice stands. */
const running = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-running]")]).map(({ dataset }) => dataset.variant);
const kept = setting("variant") === "cadogan" ? "cadogan" : "standard";
const asked = new URLSearchParams(location.search).get("variant");
choose(asked ? (asked === "cadogan" ? asked : "standard") : running.length && !running.includes(kept) ? running[0] ?? kept : kept);
