// The law: the way into practice: a variant, a grade or a seed, and a link that carries a deal.

import "#c/site.js";
import { copyLink, say, sitDown } from "#c/seat.js";
import { set, setting } from "#c/settings.js";
import { gettext } from "#c/words.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-practice]"));

/** @returns {{variant: string, seed?: string, grade?: string}} */
const wish = () => {
  const data = new FormData(form);
  const seed = String(data.get("seed") ?? "").trim();
  const grade = String(data.get("grade") ?? "");
  return { variant: String(data.get("variant")), ...(seed ? { seed } : grade ? { grade } : {}) };
};

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  say(gettext("The House is being seated."));
  const { variant, grade, seed } = wish();
  if (!seed) {
    set("practice", variant);
    set("grade", grade ?? "any");
  }
  say(await sitDown("practice", wish()), true);
});

// A link carries a certain deal: there is none to copy until a seed names it.
const share = /** @type {HTMLButtonElement} */ (form.querySelector("[data-share]"));
share.addEventListener("click", async () => {
  const { variant, seed = "" } = wish();
  say(await copyLink(`?${new URLSearchParams({ variant, seed })}`, share));
});

// What was chosen last is chosen again, unless the address says what is wished.
if (!location.search) {
  for (const [name, value] of [["variant", setting("practice")], ["grade", setting("grade")]]) {
    const radio = value && form.querySelector(`input[name=${name}][value="${value === "any" ? "" : value}"]`);
    if (radio instanceof HTMLInputElement) radio.checked = true;
  }
}

// When a game was begun, by the visitor's own clock.
const when = new Intl.DateTimeFormat(document.documentElement.lang === "en" ? "en-GB" : document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll(".games time"))) {
  time.textContent = when.format(new Date(time.dateTime));
}

// A seed names its deal, whatever its grade.
const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("seed"));
const grades = /** @type {HTMLFieldSetElement} */ (form.querySelector("[data-grades]"));
const seeded = /** @type {HTMLElement} */ (form.querySelector("[data-seeded]"));
const choose = () => {
  grades.disabled = !!field.value.trim();
  seeded.hidden = !grades.disabled;
};
field.addEventListener("input", choose);
choose();
