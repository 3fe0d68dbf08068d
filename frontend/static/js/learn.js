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
const $ = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const says = $("[data-says]");
const pips = [...document.querySelectorAll("[data-pips] i")];
const end = $("[data-end]");
/** What has been done, a wish a step. The browser keeps it with this page, so that a reload goes on here. @type {string[]} */
const done = [];

const table = tableOn({
  ranked: false,
  cadogan: false,
  send: (message) => queueMicrotask(() => answer(message)),
  over() {},
  why(wish) {
    const not = whyNot(lesson.steps[done.length], wish);
    if (not || wish.type === "tap") queueMicrotask(() => point(true));
    return not;
  },
});
handOn($("main"), table, { cadogan: false, act: (name) => void table.deed(name) });
table.opened();

/** @param {ClientMessage} message */
function answer(message) {
  if (message.type === "sync") return begin();
  if (message.type === "hint") return point(true);
  const wish = message.type === "move" ? message.move : message.type;
  const told = lesson.steps[done.length]?.takes[wish];
  if (!told) return;
  done.push(wish);
  history.replaceState(done, "");
  table.heard(told);
  show();
}

/** Set the table as it stood when the page was left. */
function begin() {
  let { state } = receive(nothing(), lesson.position);
  for (const wish of history.state ?? []) {
    const told = lesson.steps[done.length]?.takes[wish];
    if (!told) break; // another script than the one that was begun
    state = receive(state, told).state;
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
  if (!step) return finish();
  tell(says, step.says);
  table.speech.say(step.says);
  point(step.shown);
}

/** Ring what is wanted. @param {boolean} shown */
function point(shown) {
  const step = lesson.steps[done.length];
  const move = shown ? pointed(step) : null;
  if (move) table.heard({ type: "hint", rev: done.length, move, reason: "" });
  // Where two cards serve equally well, both are ringed: the table's own hint knows one.
  const wanted = new Set(move ? Object.keys(step?.takes ?? {}).map((take) => parseMove(take).from) : []);
  for (const seat of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-place]"))) seat.toggleAttribute("data-too", wanted.has(seat.dataset.place ?? ""));
  $("[data-act=undo]").classList.toggle("point", !!step && "undo" in step.takes);
}

function finish() {
  set("learnt", "yes");
  document.body.classList.add("learnt");
  tell(says, gettext("You have made every kind of move: *home*, *build* and *fill*."));
  // What the last tap did is seen first.
  setTimeout(() => {
    end.hidden = false;
    end.querySelector("h2")?.focus();
  }, 1200);
}

// ---- ways out ----

for (const link of document.querySelectorAll("[data-skip]")) link.addEventListener("click", () => set("learnt", "skipped"));
$("[data-again]").addEventListener("click", () => {
  history.replaceState(null, "");
  location.reload();
});
$("[data-easy]").addEventListener("click", async (event) => {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  button.disabled = true;
  say(gettext("The House is being seated."));
  set("grade", "easy"); // another deal will be as easy
  const why = await sitDown("practice", { variant: "standard", grade: "easy" });
  say(why, true);
  button.disabled = !why;
});
