// The law: the page of a game that is over: the words to pass on, the post-mortem, and the replay where
// it may be seen. It draws what the page was given and computes no result.

import "#c/site.js";
import { call } from "#c/api.js";
import { ordinal } from "#c/figures.js";
import { stepText } from "#c/replay.js";
import { replayOn } from "#c/scrubber.js";
import { copy, reasonOf, say, sayOn, sitDown } from "#c/seat.js";
import { gettext } from "#c/words.js";

/** @typedef {{attempt: string, share: string, postmortem: {last_chance: number | null} | null, poster: string | null}} Game */
const game = /** @type {Game} */ (JSON.parse(document.getElementById("game")?.textContent ?? "{}"));
const POLL_MS = 2000;
const POLLS = 60;

for (const place of document.querySelectorAll("[data-ordinal]")) place.textContent = ordinal(Number(place.textContent));

// ---- to pass on ----

const { share: text } = game;
const pass = /** @type {HTMLElement | null} */ (document.querySelector("[data-pass]"));
const copier = document.querySelector("[data-copy]");
if (pass && "share" in navigator) {
  pass.hidden = false;
  copier?.classList.remove("primary");
}
/** The picture goes along where that is possible. It is fetched beforehand: a share must follow the tap at once. @type {File[]} */
const files = [];
if (pass && !pass.hidden && game.poster) fetchPicture(game.poster);
pass?.addEventListener("click", async () => {
  try {
    await navigator.share(files.length ? { text, files } : { text });
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") await handOn(text, pass);
  }
});
copier?.addEventListener("click", ({ currentTarget }) => handOn(text, currentTarget));
document.querySelector("[data-picture]")?.addEventListener("click", ({ currentTarget }) => {
  if (currentTarget instanceof Element) sayOn(currentTarget, gettext("Saved"));
  say(gettext("The picture is saved among your downloads."));
});

/** @param {string} address */
async function fetchPicture(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return; // then the words go alone
  const file = new File([await answer.blob()], "constitution.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) files.push(file);
}

/** @param {string} words @param {EventTarget | null} button that was tapped */
const handOn = async (words, button) => say(await copy(words, gettext("Copied."), button instanceof Element ? button : null));

// ---- the replay ----

const chance = game.postmortem?.last_chance;
const theatre = /** @type {HTMLElement | null} */ (document.querySelector("[data-replay]"));
/** Here once its frames are; the buttons need not wait for it. @type {Awaited<ReturnType<typeof replayOn>> | null} */
let scrubber = null;

/** The move that the address names, as in `#87`. @returns {number | null} */
function linkedPly() {
  const named = /^#(\d{1,4})$/.exec(location.hash);
  return named ? Number(named[1]) : null;
}
window.addEventListener("hashchange", () => scrubber?.show(linkedPly() ?? scrubber.ply()));
document.querySelector("[data-link]")?.addEventListener("click", ({ currentTarget }) => {
  history.replaceState(null, "", `#${scrubber?.ply() ?? 0}`);
  handOn(location.href, currentTarget);
});

for (const button of /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-on]")])) {
  button.addEventListener("click", async () => {
    const ply = button.dataset.on === "here" ? scrubber?.ply() : chance;
    if (ply !== undefined && ply !== null) say(await sitDown(`attempts/${game.attempt}/practice`, { ply }), true);
  });
}

document.querySelector("[data-record]")?.addEventListener("click", async ({ currentTarget }) => {
  const answer = await fetch(`/api/v1/attempts/${game.attempt}/record`).catch(() => null);
  if (answer?.ok) await handOn(await answer.text(), currentTarget);
  else say(gettext("The House did not answer. Try again."));
});

// ---- the post-mortem ----

const inquest = document.querySelector("[data-postmortem]");
const ask = /** @type {HTMLButtonElement | null} */ (inquest?.querySelector("[data-ask]"));
ask?.addEventListener("click", async () => {
  ask.disabled = true;
  write("[data-chance-text]", gettext("The clerk is looking. That takes a few seconds, or longer when others wait."));
  try {
    for (let i = 0; i < POLLS; i += 1) {
      if ((await call(`attempts/${game.attempt}/postmortem`, {})).ready) {
        // The page comes again with what was found, and begins there for eye and ear.
        location.hash = "pm-title";
        return location.reload();
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    write("[data-chance-text]", gettext("The clerk is still looking. Come back to this page later."));
  } catch (error) {
    write("[data-chance-text]", reasonOf(error));
  }
  ask.disabled = false;
});

inquest?.querySelector("[data-look]")?.addEventListener("click", () => {
  scrubber?.show(chance ?? 0);
  theatre?.scrollIntoView({ block: "start" });
});

scrubber = theatre && await replayOn(theatre, `attempts/${game.attempt}/replay`);
scrubber?.show(linkedPly() ?? scrubber.frames.length - 1);
if (linkedPly() !== null) theatre?.scrollIntoView({ block: "start" });
// What was found leads to its moment.
if (scrubber && typeof chance === "number") {
  const { frames, mark } = scrubber;
  mark(chance);
  if (chance < frames.length - 1) write("[data-fatal]", stepText(frames, chance + 1));
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-look], [data-on=chance]"))) button.hidden = false;
}

/** @param {string} selector in the post-mortem @param {string} words */
function write(selector, words) {
  const where = inquest?.querySelector(selector);
  if (where) where.textContent = words;
}
