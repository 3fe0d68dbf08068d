// The law: the page of the lesson: the one table, with a script for its source. What a tap leads to, the server has
// said beforehand; here it is only handed to the table at the right moment.

import "#c/site.js";
import { parseMove } from "#c/cards.js";
import { nothing, receive } from "#c/game-state.js";
import { handOn } from "#c/hand.js";
import { pointed, whyNot } from "#c/lesson.js";
import { say, sitDown } from "#c/seat.js";
import { set } from "#c/settings.js";
import { tableOn } from "#c/table.js";
import { gettext, interpolate, tell } from "#c/words.js";

/** @import {ClientMessage} from "#c/protocol.js" */

const lesson = /** @type {import("#c/lesson.js").Lesson} */ (JSON.parse(document.getElementById("lesson")?.textContent ?? "{}"));
const variant = /** @type {"standard" | "cadogan"} */ (lesson.position.variant);
const cadogan = variant === "cadogan";
const $ = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const says = $("[data-says]");
const pips = [...document.querySelectorAll("[data-pips] i")];
const end = $("[data-end]");
/** What has been done, a wish a step. The browser keeps it with this page, so that a reload goes on here. @type {string[]} */
const done = [];

const table = tableOn({
  ranked: false,
  cadogan,
  send: (message) => queueMicrotask(() => answer(message)),
  over() {},
  why(wish) {
    const step = lesson.steps[done.length];
    const not = whyNot(step, wish);
    const place = wish.type === "tap" ? wish.move : null;
    if (place && step?.takes[place] === null) queueMicrotask(() => go(place));
    else if (not || wish.type === "tap") queueMicrotask(() => point(true));
    return not;
  },
});
handOn($("main"), table, { cadogan, act: (name) => void table.deed(name) });
table.opened();

/** @param {ClientMessage} message */
function answer(message) {
  if (message.type === "sync") return begin();
  if (message.type === "hint") return point(true);
  go(message.type === "move" ? message.move : message.type);
}

/** @param {string} wish that may be the one that is wanted */
function go(wish) {
  const told = lesson.steps[done.length]?.takes[wish];
  if (told === undefined) return;
  done.push(wish);
  history.replaceState(done, "");
  if (told) table.heard(told);
  show();
}

/** Set the table as it stood when the page was left. */
function begin() {
  let { state } = receive(nothing(), lesson.position);
  for (const wish of history.state ?? []) {
    const told = lesson.steps[done.length]?.takes[wish];
    if (told === undefined) break; // another script than the one that was begun
    if (told) state = receive(state, told).state;
    done.push(wish);
  }
  table.heard({ ...lesson.position, ...state.base });
  show();
}

function show() {
  const at = done.length;
  const step = lesson.steps[at];
  for (const [i, pip] of pips.entries()) pip.className = i < at ? "done" : i === at ? "now" : "";
  $("[data-step]").textContent = interpolate(gettext("Step %(step)s of %(steps)s"), { step: Math.min(at + 1, lesson.steps.length), steps: lesson.steps.length });
  point(!!step?.shown);
  const sentence = step?.says ?? end.dataset.done ?? "";
  tell(says, sentence);
  table.speech.say(sentence);
  if (!step) finish();
}

/** Ring what is wanted. @param {boolean} shown */
function point(shown) {
  const step = lesson.steps[done.length];
  const wanted = shown ? pointed(step) : [];
  if (wanted.length && step?.takes[wanted[0]]) table.heard({ type: "hint", rev: done.length, move: wanted[0], reason: "" });
  // The table's own hint knows one card, and only such as can move.
  const ringed = new Set(wanted.map((wish) => parseMove(wish).from));
  for (const seat of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-place]"))) seat.toggleAttribute("data-too", ringed.has(seat.dataset.place ?? ""));
  $("[data-act=undo]").classList.toggle("point", !!step && "undo" in step.takes);
}

function finish() {
  set(variant, "yes");
  document.body.classList.add("learnt");
  // What the last tap did is seen first.
  setTimeout(() => {
    end.hidden = false;
    document.body.classList.add("ended");
    end.querySelector("h2")?.focus({ preventScroll: true });
  }, 1200);
}

// ---- ways out ----

for (const link of document.querySelectorAll("[data-skip]")) link.addEventListener("click", () => set(variant, "skipped"));
$("[data-again]").addEventListener("click", () => {
  history.replaceState(null, "");
  location.reload();
});
$("[data-easy]").addEventListener("click", async (event) => {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  button.disabled = true;
  say(gettext("The House is being seated."));
  set("grade", "easy"); // another deal will be as easy
  const why = await sitDown("practice", { variant, grade: "easy" });
  say(why, true);
  button.disabled = !why;
});
