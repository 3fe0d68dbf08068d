// The law: a line that is looked at: the server's replay, folded as a game's own messages are, one picture a ply.
// No rule is known here.

import "#c/site.js";
import { ApiError, call } from "#c/api.js";
import { parseMove, placeOf } from "#c/cards.js";
import { face } from "#c/face.js";
import { nothing, receive } from "#c/game-state.js";
import { viewOf } from "#c/view.js";
import { cardName, gettext, interpolate, placeName } from "#c/words.js";

/** @import {View} from "#c/view.js" */

/** Spades, hearts, diamonds, clubs, twice: the wire lists them `C C D D H H S S`. */
const ORDER = [6, 4, 2, 0, 7, 5, 3, 1];
const main = /** @type {HTMLElement} */ (document.querySelector("[data-line]"));
const find = (/** @type {string} */ name) => /** @type {HTMLElement} */ (main.querySelector(name));
const slider = /** @type {HTMLInputElement} */ (find("[data-at]"));
const benches = [...main.querySelectorAll(".bench")];
/** @type {View[]} */
const views = [];
/** @type {string[]} */
const moves = [];

try {
  const replay = await call(`deals/${main.dataset.line}/line`);
  let { state } = receive(nothing(), { type: "position", ...replay.position });
  keep();
  for (const message of replay.moved) {
    ({ state } = receive(state, { type: "moved", ...message }));
    moves.push(message.move);
    keep();
  }
  /** Keep the picture of this ply. */
  function keep() {
    const view = viewOf(state);
    if (view) views.push(view);
  }
  slider.max = String(moves.length);
  find("[data-acts]").hidden = find("[data-table]").hidden = false;
  draw();
} catch (error) {
  find("[data-said]").textContent = error instanceof ApiError && error.message ? error.message : gettext("The House did not answer. Try again.");
}

slider.addEventListener("input", draw);
main.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-step]"));
  if (!button) return;
  slider.value = String(Number(slider.value) + Number(button.dataset.step));
  draw();
});

function draw() {
  const ply = Number(slider.value);
  const view = views[ply];
  const move = ply ? parseMove(moves[ply - 1]) : null;
  benches[0].replaceChildren(benches[0].children[0], ...ORDER.map((index) => slot([view.foundations[index]], "", null)));
  for (let row = 0; row < 4; row += 1) {
    const bench = benches[row + 1];
    bench.replaceChildren(bench.children[0], ...view.rows[row].map((pile, column) => slot(pile, placeOf(row, column), move)));
  }
  find("[data-where]").textContent = `${ply}/${moves.length}`;
  find("[data-rest]").textContent = interpolate(gettext("%(home)s of 80 home, %(stock)s in the stock, %(waste)s on the waste"), {
    home: view.home, stock: view.stock, waste: view.waste.length,
  });
  find("[data-said]").textContent = move
    ? interpolate(gettext("Move %(ply)s: from %(from)s to %(to)s"), { ply, from: placeName(move.from), to: placeName(move.to) })
    : gettext("The table as it is dealt.");
}

/** @param {readonly string[]} pile @param {string} place @param {{from: string, to: string} | null} move */
function slot(pile, place, move) {
  const seat = document.createElement("span");
  seat.className = place && move?.to === place ? "slot to" : place && move?.from === place ? "slot from" : "slot";
  const card = pile[pile.length - 1];
  if (!card) return seat;
  const name = document.createElement("span");
  name.className = "sr";
  name.textContent = cardName(card);
  seat.append(name, face(card));
  if (pile.length > 1) {
    const count = document.createElement("small");
    count.textContent = String(pile.length);
    seat.append(count);
  }
  return seat;
}
