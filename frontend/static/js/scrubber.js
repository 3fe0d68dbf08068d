// The law: a replay to look at: the curve one drags along, steps, a pace, and the one table that shows the moment.
// Where it stands is one number, the ply; everything else follows from the frames.

import { call } from "#c/api.js";
import { boardOn } from "#c/board.js";
import { shape } from "#c/face.js";
import { number } from "#c/figures.js";
import { curveOf, framesOf, stepText, whereText } from "#c/replay.js";
import { reasonOf } from "#c/seat.js";
import { clockText, gettext } from "#c/words.js";

/** @import {Frame} from "#c/replay.js" */

/** Faster than this, cards are set down without a flight. */
const FLYING = 4;
/** So much of a replay has to be seen before it takes keys, px. */
const IN_VIEW = 160;
const NO_MARKS = { selected: null, peeked: null, targets: new Set(), sources: new Set(), builds: new Set(), hint: null, aim: null };

/** Fetch a game and show it; why it does not come is said in its place. @param {HTMLElement} root @param {string} path of the API */
export async function replayOn(root, path) {
  try {
    return scrubberOn(root, framesOf(await call(path)));
  } catch (error) {
    const words = root.querySelector("[data-step-text]");
    if (words) words.textContent = reasonOf(error);
    return null;
  }
}

/** @param {HTMLElement} root @param {readonly Frame[]} frames @param {AbortSignal} [signal] ends it */
export function scrubberOn(root, frames, signal) {
  const $ = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (root.querySelector(selector));
  const range = /** @type {HTMLInputElement} */ ($("[data-ply]"));
  const play = $("[data-play]");
  const board = boardOn($("[data-board]"), root);
  const end = frames.length - 1;
  let ply = -1;
  let timer = 0;

  range.max = String(end);
  range.disabled = false;
  drawCurve($("[data-curve]"), frames);
  for (const button of /** @type {HTMLButtonElement[]} */ ([...root.querySelectorAll("button[disabled]")])) button.disabled = false;

  /** @param {number} to @param {boolean} [flying] */
  function show(to, flying = false) {
    const next = Math.min(end, Math.max(0, to));
    if (next === ply) return;
    const onward = next === ply + 1;
    ply = next;
    const { view, motions, seconds } = frames[ply];
    board.draw(view, NO_MARKS, flying && onward ? motions : []);
    range.value = String(ply);
    range.setAttribute("aria-valuetext", whereText(frames, ply));
    $(".scr").style.setProperty("--at", String(end ? ply / end : 0));
    $("[data-at]").textContent = number(ply);
    $("[data-step-text]").textContent = stepText(frames, ply);
    $("[data-time]").textContent = clockText(seconds);
    $("[data-home]").textContent = String(view.home);
    $("[data-stockn]").textContent = String(view.stock);
    // A won game is not played on.
    const on = /** @type {HTMLButtonElement | null} */ (root.querySelector("[data-on]"));
    if (on) on.disabled = view.status === "won";
    const waste = root.querySelector("[data-wasten]");
    if (waste) waste.textContent = String(view.waste.length);
  }

  const pace = () => Number(/** @type {HTMLInputElement | null} */ (root.querySelector("input[name=pace]:checked"))?.value ?? 1);

  function tick() {
    if (ply >= end) return stop();
    show(ply + 1, pace() <= FLYING);
    timer = setTimeout(tick, 1000 / pace());
  }
  function start() {
    if (ply >= end) show(0);
    // A game that plays is seen: the table is below what moves it.
    if ($(".theatre").getBoundingClientRect().bottom > innerHeight) $(".dock").scrollIntoView();
    play.setAttribute("aria-pressed", "true");
    play.setAttribute("aria-label", gettext("Pause the replay"));
    timer = setTimeout(tick, 300);
  }
  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
    play.setAttribute("aria-label", gettext("Play the replay"));
  }

  play.addEventListener("click", () => (timer ? stop() : start()));
  range.addEventListener("input", () => {
    stop();
    show(Number(range.value));
  });
  root.addEventListener("click", (event) => {
    const step = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-step]"))?.dataset.step;
    if (!step) return;
    stop();
    show(step === "first" ? 0 : step === "last" ? end : ply + Number(step), true);
  });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    // While the replay is in view its keys are its own, but for controls that use them: the slider has arrows, a
    // button is pressed by Space, a field is written in.
    if (root.getBoundingClientRect().top > innerHeight - IN_VIEW || target.closest("textarea, select, input:not([type=range])")) return;
    const { key } = event;
    const step = { ArrowRight: ply + 1, ArrowLeft: ply - 1, Home: 0, End: end }[key];
    if (key === " " && !target.closest("button:not(.seat, .pack), summary")) play.click();
    else if (step !== undefined && target !== range) {
      stop();
      show(step, key.startsWith("Arrow"));
    } else return;
    event.preventDefault();
  }, { signal });
  signal?.addEventListener("abort", stop);

  return {
    frames,
    show,
    ply: () => ply,
    /** Mark a moment on the curve. @param {number} at a ply */
    mark(at) {
      const mark = $("[data-chance]");
      mark.style.setProperty("--at", String(end ? at / end : 0));
      mark.hidden = false;
    },
  };
}

/** @param {Element} svg @param {readonly Frame[]} frames */
function drawCurve(svg, frames) {
  const line = curveOf(frames);
  for (const [className, d] of [["under", `${line}L1000 90L0 90z`], ["over", line], ["base", "M0 89.5H1000"]]) {
    svg.appendChild(shape("path", className)).setAttribute("d", d);
  }
}
