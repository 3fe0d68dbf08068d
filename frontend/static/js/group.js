// The law: a group's page works without this; here bars are drawn and the link is copied.

import "#c/site.js";
import { drawBars } from "#c/list.js";
import { copy, say } from "#c/seat.js";
import { gettext } from "#c/words.js";

drawBars();

const link = /** @type {HTMLInputElement} */ (document.querySelector("#link"));
document.querySelector("[data-copy]")?.addEventListener("click", async () => {
  link.select(); // without leave to write to the clipboard the keys still copy
  say(await copy(link.value, gettext("The link is copied.")));
});
