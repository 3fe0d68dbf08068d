// The law: the page that checks a deal. What it says it has worked out itself (fair.js); the server is asked for one
// thing alone, the table as it was really dealt, and that is held against the own result.

import "#c/site.js";
import { call } from "#c/api.js";
import { element, face } from "#c/face.js";
import { canHash, cardsOf, commitmentOf, isSeed } from "#c/fair.js";
import { cardName, gettext } from "#c/words.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-check]"));
const verdict = /** @type {HTMLElement} */ (document.querySelector("[data-verdict]"));
const found = /** @type {HTMLElement} */ (document.querySelector("[data-found]"));
const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value.trim();

form.addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
if (field("seed")) check();

async function check() {
  verdict.replaceChildren();
  found.hidden = true;
  const seed = field("seed");
  if (!seed) return say(gettext("Write the seed first."), false);
  if (!isSeed(seed)) return say(gettext("A seed is 1 to 64 letters, digits or dashes."), false);
  if (!canHash()) return say(gettext("This browser works out hashes on secure pages only (https). Use the recipe below."), false);
  const [seal, cards] = await Promise.all([commitmentOf(seed), cardsOf(seed)]);
  show(seal, cards);
  const promised = field("commitment").toLowerCase();
  if (promised === seal) say(gettext("The seal fits: this seed is the one that was promised."), true);
  else if (promised) say(gettext("The seal does not fit: this is not the seed that was promised."), false);
  if (form.dataset.deal) await compare(form.dataset.deal, cards);
}

/** @param {string} seal @param {string[]} cards */
function show(seal, cards) {
  /** @type {HTMLElement} */ (found.querySelector("[data-seal]")).textContent = seal;
  /** @type {HTMLElement} */ (found.querySelector("[data-cards]")).textContent = cards.join(" ");
  for (const [row, bench] of [...found.querySelectorAll(".bench")].entries()) {
    bench.replaceChildren(bench.children[0], ...cards.slice(row * 8, row * 8 + 8).map(seatOf));
  }
  /** @type {HTMLElement} */ (found.querySelector("[data-stock]")).replaceChildren(...cards.slice(32).map(seatOf));
  found.hidden = false;
}

/** @param {string} card */
function seatOf(card) {
  return element("span", "at", element("span", "sr", cardName(card)), face(card));
}

/** @param {string} slug @param {string[]} cards */
async function compare(slug, cards) {
  try {
    const { position } = await call(`deals/${slug}/line`);
    const dealt = position.rows.flat(2);
    if (dealt.join(" ") === cards.slice(0, 32).join(" ")) say(gettext("The table that was played is the one that this seed gives."), true);
    else say(gettext("The table that was played is not the one that this seed gives."), false);
  } catch {
    // Without a certificate there is no line to hold against it; seal and cards stand for themselves.
  }
}

/** @param {string} text @param {boolean} good */
function say(text, good) {
  verdict.append(element("p", good ? "verdict" : "verdict bad", text));
}
