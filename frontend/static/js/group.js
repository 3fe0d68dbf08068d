// The law: a group's page works without this; here bars are drawn and the link is copied.

import "#c/site.js";
import { drawProgress } from "#c/list.js";
import { gettext, tell } from "#c/words.js";

drawProgress(document);

const link = /** @type {HTMLInputElement} */ (document.querySelector("#link"));
const said = /** @type {HTMLElement} */ (document.querySelector("[data-said]"));

document.querySelector("[data-copy]")?.addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(link.value);
    tell(said, gettext("The link is copied."));
  } catch {
    link.select(); // no leave to write to the clipboard: the keys still copy
  }
});
