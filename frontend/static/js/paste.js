// The law: the page of a pasted record: the server reads the text and says what every move did, or at which line or
// ply it is wrong; here it is only shown.

import "#c/site.js";
import { call } from "#c/api.js";
import { number } from "#c/figures.js";
import { framesOf } from "#c/replay.js";
import { scrubberOn } from "#c/scrubber.js";
import { reasonOf, say, sitDown } from "#c/seat.js";
import { gettext, interpolate } from "#c/words.js";

const $ = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
const form = /** @type {HTMLFormElement} */ ($("[data-paste]"));
const area = /** @type {HTMLTextAreaElement} */ ($("#record"));
const file = /** @type {HTMLInputElement} */ ($("#file"));
const LONGEST = 65536;
let shown = "";
let keys = new AbortController();

form.addEventListener("submit", (event) => {
  event.preventDefault();
  replay();
});
file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  file.value = "";
  if (!chosen) return;
  if (chosen.size > LONGEST) return say(gettext("That file is too large for a record."), true);
  area.value = await chosen.text();
  replay();
});

async function replay() {
  say("");
  try {
    shown = area.value;
    show(await call("replay", shown));
  } catch (error) {
    area.setAttribute("aria-invalid", "true");
    say(reasonOf(error), true);
  }
}

/** @param {any} game */
function show(game) {
  area.removeAttribute("aria-invalid");
  const frames = framesOf(game);
  const old = $("[data-replay]");
  // A new root: the old one's listeners go with it.
  const root = /** @type {HTMLElement} */ (old.cloneNode(false));
  const template = /** @type {HTMLTemplateElement} */ ($(`template[data-variant="${game.position.variant}"]`));
  root.append(template.content.cloneNode(true));
  root.hidden = false;
  old.replaceWith(root);
  keys.abort();
  keys = new AbortController();
  const scrubber = scrubberOn(root, frames, keys.signal);
  const all = root.querySelector(".pos .muted");
  if (all) all.textContent = interpolate(gettext("of %(moves)s"), { moves: number(frames.length - 1) });
  root.querySelector("[data-on]")?.addEventListener("click", async () => {
    say(await sitDown("practice", { variant: "standard", record: shown, ply: scrubber.ply() }), true);
  });
  scrubber.show(0);
  // The keys that step through a replay are its own once it has the focus.
  /** @type {HTMLElement} */ (root.querySelector("[data-play]")).focus({ preventScroll: true });
  root.scrollIntoView({ block: "start" });
}
