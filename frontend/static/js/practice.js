// The law: the way into practice: a variant, a seed or none, and a link that carries both.

import "#c/site.js";
import { ApiError, call, tableUrl } from "#c/api.js";
import { gettext } from "#c/words.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-practice]"));
const said = /** @type {HTMLElement} */ (document.querySelector("[data-said]"));

const wish = () => {
  const data = new FormData(form);
  const seed = String(data.get("seed") ?? "").trim();
  return { variant: String(data.get("variant")), ...(seed ? { seed } : {}) };
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  say(gettext("The House is being seated."));
  try {
    location.assign(tableUrl(await call("practice", wish())));
  } catch (error) {
    say(error instanceof ApiError && error.message ? error.message : gettext("The House did not answer. Try again."), true);
  }
});

form.querySelector("[data-share]")?.addEventListener("click", async () => {
  const { variant, seed } = wish();
  if (!seed) return say(gettext("Write a seed first: without one every deal is another."), true);
  const url = new URL(location.pathname, location.href);
  url.search = String(new URLSearchParams({ variant, seed }));
  try {
    await navigator.clipboard.writeText(url.href);
    say(gettext("The link is copied."));
  } catch {
    say(url.href);
  }
});

/** @param {string} text @param {boolean} [bad] */
function say(text, bad = false) {
  said.textContent = text;
  said.classList.toggle("bad", bad);
}
