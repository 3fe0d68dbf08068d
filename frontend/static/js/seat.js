// The law: the ways from a page to a table, and what a page passes on. A refusal is said in the server's words.

import { ApiError, call } from "#c/api.js";
import { setting } from "#c/settings.js";
import { gettext } from "#c/words.js";

/** @param {unknown} error @returns {string} */
export const reasonOf = (error) => (error instanceof ApiError && error.message ? error.message : gettext("The House did not answer. Try again."));

/** Go to the table that a call gives. @param {string} path @param {object} body @returns {Promise<string>} why not */
export async function sitDown(path, body) {
  try {
    location.assign(`/play/${(await call(path, body)).attempt}/`);
    return "";
  } catch (error) {
    return reasonOf(error);
  }
}

/** The same deal from its beginning, as practice. @param {string} attempt */
export const again = (attempt) => sitDown(`attempts/${attempt}/practice`, { ply: 0 });

/** Another practice deal by the same rules, as hard as was chosen last. @param {string} variant */
export function another(variant) {
  const grade = setting("grade");
  return sitDown("practice", { variant, ...(grade && grade !== "any" ? { grade } : {}) });
}

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-anew], [data-another]"));
  if (!button) return;
  const { anew, another: variant = "standard" } = button.dataset;
  say(await (anew ? again(anew) : another(variant)), true);
});

let told = ""; // by the button that was tapped: it is said again to the ear alone

/** Say it where the page says such things. @param {string} words @param {boolean} [bad] */
export function say(words, bad = false) {
  const said = document.querySelector("[data-said]");
  if (!said) return;
  said.textContent = words;
  said.classList.toggle("bad", bad && !!words);
  said.classList.toggle("told", words === told);
  if (bad && words) said.scrollIntoView({ block: "nearest" });
}

/** Copy the address that lets others play a deal. @param {string} path @param {Element | null} [button] */
export const copyLink = (path, button) => copy(new URL(path, location.href).href, gettext("The link to this deal is copied."), button);

/** Copy words, or give them to be copied by hand. @param {string} words @param {string} said @param {Element | null} [button] that was tapped @returns {Promise<string>} what to say */
export async function copy(words, said, button) {
  try {
    await navigator.clipboard.writeText(words);
    if (button) sayOn(button, gettext("Copied"));
    told = button ? said : "";
    return said;
  } catch {
    return words;
  }
}

const SAID_MS = 2500;
/** Say where the finger is what a button did: its own label does, for a while. @param {Element} button @param {string} words */
export function sayOn(button, words) {
  const label = button.querySelector("span") ?? button;
  if (!(button instanceof HTMLElement) || label.textContent === words) return;
  const was = label.textContent;
  button.style.minWidth = `${button.offsetWidth}px`; // its neighbours stay
  label.textContent = words;
  setTimeout(() => (label.textContent = was), SAID_MS);
}
