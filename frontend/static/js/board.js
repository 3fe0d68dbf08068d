// The law: the picture of the table in the page: one button a seat that stays, cards that come and go in it, marks,
// names, and the focus that roves. It is told a view and draws it; it decides nothing.

import { placeOf, rankOf, seatOf } from "#c/cards.js";
import { face } from "#c/face.js";
import { foundationLabel, seatLabel, wasteLabel } from "#c/speech.js";
import { capOf } from "#c/keys.js";
import { FLY_BACK, TO_SEAT, TURN, afterFrame, rise, travel, turn } from "#c/motion.js";

/** @import {View} from "#c/view.js" */
/** @import {Motion} from "#c/game-state.js" */
/** @import {Mark} from "#c/speech.js" */
/** @import {Way} from "#c/keys.js" */

/** Spades, hearts, diamonds, clubs, twice: the wire lists them `C C D D H H S S`, of a suit the higher first. */
const ORDER = [6, 4, 2, 0, 7, 5, 3, 1];
/** What is left free between the longest pile and the edge of its bench, px. */
const FOOT = 5;

/**
 * @typedef {{button: HTMLElement, place: string, foundation: number, pile: readonly string[]}} Seat
 * @typedef {{selected: string | null, peeked: string | null, targets: Set<string>, sources: Set<string>, builds: Set<string>, hint: string | null, aim: string | null}} Marks
 */

/** @param {Element} button @param {string} place @param {number} [foundation] @returns {Seat} */
const seatOn = (button, place, foundation = -1) => ({ button: /** @type {HTMLElement} */ (button), place, foundation, pile: [] });

/** @param {HTMLElement} root the grid @param {ParentNode} page where waste and stock are */
export function boardOn(root, page) {
  const benches = /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".bench")]);
  /** @type {Seat[][]} */
  const grid = benches.map((bench, row) => [...bench.querySelectorAll(".seat")].map(
    (button, column) => (row ? seatOn(button, placeOf(row - 1, column)) : seatOn(button, "f", ORDER[column])),
  ));
  const tallies = /** @type {HTMLElement[]} */ ([...page.querySelectorAll("[data-seats] span")]);
  /** @type {Seat[]} none, or one */
  const wastes = [...page.querySelectorAll("button[data-place=w]")].map((button) => seatOn(button, "w"));
  const stock = /** @type {HTMLElement | null} */ (page.querySelector("[data-place=s]"));
  /** @type {Promise<void> | null} the last cards are on their way home */
  let flying = null;
  let focus = [1, 0];
  /** @type {HTMLElement | undefined} the one seat that Tab reaches */
  let reached;
  /** @type {Map<Seat, () => string>} seats whose name has to be said anew */
  const unnamed = new Map();
  const nameAll = afterFrame(() => {
    for (const [{ button }, label] of unnamed) {
      const said = label();
      if (button.ariaLabel !== said) button.ariaLabel = said;
    }
    unnamed.clear();
  });
  for (const [row, seats] of grid.slice(1).entries()) {
    for (const [column, seat] of seats.entries()) {
      const cap = document.createElement("kbd");
      cap.className = "keycap";
      cap.setAttribute("aria-hidden", "true");
      cap.textContent = capOf(row, column);
      seat.button.append(cap);
    }
  }
  measure();
  rove();
  new ResizeObserver(measure).observe(root);

  /** How far a pile may fan out before it would reach the next bench. */
  function measure() {
    for (const bench of benches.slice(1)) {
      const slot = /** @type {HTMLElement} */ (bench.querySelector(".slot"));
      const card = parseFloat(getComputedStyle(slot).minHeight);
      const room = Math.floor(bench.clientHeight - slot.offsetTop - card - FOOT);
      bench.style.setProperty("--room", `${Math.max(6, room)}px`);
    }
  }

  /** @param {string} place @returns {Seat | undefined} */
  function seatAt(place) {
    const at = seatOf(place);
    return at ? grid[at.row + 1][at.column] : place === "w" ? wastes[0] : undefined;
  }

  /** The top card lying at a place. @param {string} place @param {number} [home] @returns {HTMLElement | null} */
  function topCard(place, home = -1) {
    const holder = place === "s" ? stock : place === "f" ? grid[0][ORDER.indexOf(home)]?.button : seatAt(place)?.button;
    const cards = holder?.querySelectorAll(":scope > .card");
    return cards?.length ? /** @type {HTMLElement} */ (cards[cards.length - 1]) : null;
  }

  /** Who is left flies home; then all is drawn. @param {View} view @param {Marks} marks */
  async function finish(view, marks) {
    const fly = async () => {
      const { homeward } = await import("#c/homeward.js");
      await homeward(grid, (seat, card) => flying && drawFoundation(seat, { ...view, foundations: view.foundations.map(() => card) }, marks));
    };
    flying = fly().catch(() => {}); // without a line there is none
    await flying;
    flying = null;
    draw(view, marks, []);
  }

  /**
   * @param {View} view @param {Marks} marks @param {Motion[]} motions @param {boolean} back a flight back
   */
  function draw(view, marks, motions, back = false) {
    if (flying) return;
    const flights = motions.map((motion) => {
      const card = topCard(motion.from, motion.from === "f" ? motion.home : -1);
      const there = motion.turn ? topCard(motion.to) : null;
      return { motion, there, from: card?.getBoundingClientRect(), turns: !!there?.classList.contains("back") };
    });
    for (const seat of grid[0]) drawFoundation(seat, view, marks);
    for (const [row, piles] of view.rows.entries()) {
      for (const [column, pile] of piles.entries()) drawSeat(grid[row + 1][column], pile, view, marks);
    }
    drawChain(view);
    for (const waste of wastes) drawSeat(waste, view.waste.slice(-1), view, marks);
    if (stock) {
      stock.classList.toggle("filled", view.stock > 0);
      stock.classList.toggle("can", view.legal.includes("s"));
      stock.ariaDisabled = String(!view.stock);
      stock.classList.toggle("waits", !!view.vacancy);
      stock.classList.toggle("hint", marks.hint === "s");
      stock.classList.toggle("over", marks.peeked === "s");
    }
    for (const { motion, there, from, turns } of flights) {
      const card = topCard(motion.to, motion.to === "f" ? motion.home : -1);
      if (!card || card === there) continue; // what was drawn ahead has flown already
      if (turns) turn(card);
      else if (from?.width) travel(card, from, back ? FLY_BACK : motion.turn ? TURN : TO_SEAT);
      else if (motion.turn) rise(card);
    }
    nameAll();
  }

  /** @param {Seat} seat @param {readonly string[]} pile @param {View} view @param {Marks} marks */
  function drawSeat(seat, pile, view, marks) {
    const { place } = seat;
    const changed = setPile(seat, pile);
    const vacant = view.vacancy === place;
    /** @type {Mark} */
    const mark = marks.selected === place ? "sel" : marks.targets.has(place) ? "dest"
      : !marks.sources.has(place) ? "" : view.vacancy ? "src" : "can";
    const wasted = place === "w";
    let classes = wasted ? "pack seat" : "seat";
    // Beside a hint the other cards are not ringed, though they may move as before.
    if (mark) classes += ` ${mark === "src" && marks.hint && marks.hint !== place ? "can" : mark}`;
    if (vacant) classes += " vacant";
    if (marks.peeked === place) classes += " over";
    if (marks.builds.has(place)) classes += " builds";
    if (marks.hint === place) classes += " hint";
    if (marks.aim === place) classes += " aim";
    if (seat.button.className !== classes) seat.button.className = classes;
    else if (!changed && !wasted) return;
    unnamed.set(seat, () => (wasted ? wasteLabel(view.waste, marks.sources.has(place)) : seatLabel(place, pile, mark, vacant)));
  }

  /** @param {Seat} seat @param {View} view @param {Marks} marks */
  function drawFoundation(seat, view, marks) {
    const card = view.foundations[seat.foundation];
    if (!card) return;
    const here = `@${seat.foundation}`;
    const dest = marks.targets.has(here);
    const classes = `seat${dest ? " dest" : ""}${marks.aim === here ? " aim" : ""}`;
    if (seat.pile[0] === card && seat.button.className === classes) return;
    if (seat.pile[0] !== card) {
      setPile(seat, [card]);
      seat.button.parentElement?.querySelector("i")?.style.setProperty("--p", String((rankOf(card) - 1) / 10));
      tallies[ORDER.indexOf(seat.foundation)]?.style.setProperty("--k", String(rankOf(card) - 1));
    }
    seat.button.className = classes;
    unnamed.set(seat, () => foundationLabel(card, dest ? "dest" : ""));
  }

  /** @param {Seat} seat @param {readonly string[]} pile @returns {boolean} has it changed */
  function setPile(seat, pile) {
    const { button } = seat;
    const old = seat.pile;
    if (old === pile || (old.length === pile.length && old.every((card, i) => card === pile[i]))) return false;
    let same = 0;
    while (same < old.length && same < pile.length && old[same] === pile[same]) same += 1;
    const cards = /** @type {HTMLElement[]} */ ([...button.querySelectorAll(":scope > .card")]);
    for (const card of cards.slice(same)) card.remove();
    const cap = button.querySelector(":scope > .keycap");
    for (const [i, card] of pile.entries()) {
      let element = cards[i];
      if (i >= same) {
        element = face(card);
        if (i) element.style.setProperty("--i", String(i));
        button.insertBefore(element, cap);
      }
      const last = i === pile.length - 1;
      element.classList.toggle("covered", !last);
      element.classList.toggle("upper", last);
    }
    const covered = (/** @type {readonly string[]} */ cards) => Math.max(0, cards.length - 1);
    if (covered(old) !== covered(pile)) button.style.setProperty("--n", String(covered(pile)));
    seat.pile = pile;
    return true;
  }

  /** The line of succession: the vacant bench and those that follow it. @param {View} view */
  function drawChain(view) {
    const vacant = view.vacancy ? Number(view.vacancy[1]) : 9;
    for (const [row, bench] of benches.entries()) {
      const link = row === vacant ? "vacant" : row > vacant ? "next" : undefined;
      if (bench.dataset.chain === link) continue;
      if (link) bench.dataset.chain = link;
      else delete bench.dataset.chain;
    }
  }

  function rove() {
    const { button } = grid[focus[0]][focus[1]];
    if (button === reached) return;
    if (reached) reached.tabIndex = -1;
    reached = button;
    button.tabIndex = 0;
  }

  /** The focus goes to a place. @param {string} place @param {boolean} [seen] with its ring */
  function look(place, seen = true) {
    buttonAt(place)?.focus({ preventScroll: true, ...(!seen && { focusVisible: false }) });
  }

  /** @param {Way} way */
  function go(way) {
    const [row, column] = focus;
    const to = { up: [row - 1, column], down: [row + 1, column], left: [row, column - 1], right: [row, column + 1], first: [row, 0], last: [row, 7] }[way];
    grid[to[0]]?.[to[1]]?.button.focus({ preventScroll: true }); // at the edge nothing
  }

  root.addEventListener("focusin", (event) => {
    for (const [r, seats] of grid.entries()) {
      const c = seats.findIndex(({ button }) => button === event.target);
      if (c >= 0) focus = [r, c];
    }
    rove();
  });

  /** @param {string} place @returns {HTMLElement | null} */
  const buttonAt = (place) => (place === "s" ? stock : seatAt(place)?.button ?? null);

  return {
    draw, finish, topCard, look, go, buttonAt,
    settled: () => flying,
    /** Where a card would lie: a seat, or a foundation as "@0".."@7". @param {string} target @returns {Element | null} */
    targetElement(target) {
      if (target[0] === "@") return grid[0][ORDER.indexOf(Number(target[1]))]?.button ?? null;
      return topCard(target) ?? buttonAt(target);
    },
  };
}
