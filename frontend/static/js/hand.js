// The law: the hand at the table, whatever the table's source: taps, drags, the pointer that rests, and keys. It
// turns them into touches and deeds; what a page alone knows (a Division, a line) it is told by that page.

import { command } from "#c/keys.js";
import { afterFrame } from "#c/motion.js";
import { dragOn } from "#c/drag.js";
import { governmentText, overviewText, wasteLabel } from "#c/speech.js";
import { open } from "#c/site.js";
import { setting } from "#c/settings.js";

/** A mouse that rests on a card sees it rise; one that comes to tap need not wait for a frame of that. */
const REST_MS = 60;

/** @typedef {ReturnType<typeof import("#c/table.js").tableOn>} Table */

/**
 * @param {HTMLElement} main @param {Table} table
 * @param {object} page
 * @param {boolean} page.cadogan
 * @param {(act: string) => void} page.act  a button with data-act was pressed
 * @param {(deed: import("#c/keys.js").Deed) => boolean} [page.first]  keys that the page obeys itself
 */
export function handOn(main, table, { cadogan, act, first }) {
  const drag = dragOn(main, table);

  // A press on a seat would take the focus and be drawn before the tap is: the tap takes it, after its frame.
  main.addEventListener("mousedown", (event) => /** @type {Element} */ (event.target).closest("[data-place]") && event.preventDefault());
  let looked = false;
  main.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    // A press of Enter makes a click too (detail 0): that one belongs to no drag.
    if (event.detail && (drag.swallows() || looked)) return;
    const seat = /** @type {HTMLElement | null} */ (target.closest("[data-place], [data-foundation]"));
    if (seat) {
      const place = seat.dataset.place ?? "f";
      if (seat.dataset.place && event.detail) afterFrame(() => table.board.look(place, false))();
      table.touch(place, true, /** @type {MouseEvent} */ (event).shiftKey);
    }
  });

  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-act]"));
    if (!button?.dataset.act) return;
    if (button.getAttribute("aria-disabled") === "true") table.whyNotAct(button.dataset.act);
    else act(button.dataset.act);
  });

  // Only what changes is written, here and below: even the same class again would ask for a frame, and the tap's own
  // would wait for the next one.
  const { classList } = document.body;
  let rest = 0;
  addEventListener("pointerdown", () => {
    looked = false;
    clearTimeout(rest);
    if (classList.contains("keys")) classList.remove("keys");
  }, { capture: true, passive: true });
  for (const type of ["pointerover", "pointerleave"]) {
    main.addEventListener(type, (event) => {
      const { pointerType, target } = /** @type {PointerEvent} */ (event);
      if (pointerType !== "mouse") return;
      clearTimeout(rest);
      const seat = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest("[data-place]:not(.sel)"));
      rest = setTimeout(() => table.peek(seat?.dataset.place ?? null), REST_MS);
    });
  }
  let press = 0;
  main.addEventListener("touchstart", (event) => {
    const seat = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".seat:is(.src, .can, :has(.covered)):not(.dest)"));
    clearTimeout(press);
    const place = seat?.dataset.place;
    if (place) press = setTimeout(() => {
      if (document.body.classList.contains("dragging")) return;
      looked = true; // a long press shows, or chooses, and plays nothing
      if (seat.matches(".can")) table.touch(place, false, true);
      table.peek(place);
    }, 350);
  }, { passive: true });
  for (const type of ["touchend", "touchcancel"]) {
    main.addEventListener(type, () => {
      clearTimeout(press);
      table.peek(null);
    }, { passive: true });
  }
  main.addEventListener("contextmenu", (event) => {
    if (/** @type {Element} */ (event.target).closest(".seat, .pack")) event.preventDefault();
  });

  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (document.querySelector("dialog[open]") || target.closest("input, textarea, select")) return;
    const what = command(event, setting("keys") !== "off");
    if (!what || event.repeat && what.do !== "go" && what.do !== "undo" && what.do !== "redo") return;
    const onBoard = target === document.body || !!target.closest("[data-board]");
    if (what.do === "go") {
      if (!onBoard) return;
      event.preventDefault();
      return table.board.go(what.way);
    }
    event.preventDefault();
    if (what.do === "tap") {
      document.body.classList.add("keys");
      table.board.look(what.place);
      return table.touch(what.place, true, what.choose);
    }
    obey(what.do);
  });

  /** @param {import("#c/keys.js").Deed} deed */
  function obey(deed) {
    const view = table.view();
    if (deed === "help") return open("keys");
    if (!view || first?.(deed)) return undefined;
    if (deed === "stock") return cadogan ? table.touch("s", false) : undefined;
    if (deed === "waste") return hearWaste(view);
    if (deed === "government") return table.speech.say(governmentText(view.foundations, view.home));
    if (deed === "overview") return table.speech.say(overviewText(view, cadogan));
    return table.deed(deed);
  }

  /** The waste is heard by being looked at; the same key again plays its card. @param {import("#c/view.js").View} view */
  function hearWaste(view) {
    const waste = table.board.buttonAt("w");
    if (waste && document.activeElement === waste) return table.touch("w");
    document.body.classList.add("keys");
    table.board.look("w");
    table.speech.say(wasteLabel(view.waste, view.legal.some((move) => move[0] === "w")));
  }
}
