// The law: a card under the finger. It knows pointers and distances, and asks which places are open to the card;
// what a drop means is said by whoever listens. Escape, the right button and a second finger put the card back.

import { FLY_BACK } from "#c/motion.js";
import { still } from "#c/settings.js";

const MOUSE_PX = 5;
const TOUCH_PX = 10;
/** How near, in card widths, a legal place draws the card to itself. */
const MAGNET = 1.1;

/**
 * @param {HTMLElement} root
 * @param {Pick<import("#c/hand.js").Table, "targets" | "lift" | "drop" | "missed" | "deny" | "deed">} table
 * @returns {{swallows: () => boolean}} whether the click that now comes belongs to a drag
 */
export function dragOn(root, table) {
  let swallow = false;

  root.addEventListener("pointerdown", (down) => {
    swallow = false;
    const seat = /** @type {Element} */ (down.target).closest("[data-place]");
    const place = /** @type {HTMLElement | null} */ (seat)?.dataset.place;
    const card = seat?.querySelector(".card.upper");
    if (!seat || !place || !(card instanceof HTMLElement) || down.button || !down.isPrimary) return;
    /** @type {ReturnType<typeof table.targets>} asked for once it is a drag: most are taps */
    let targets = [];
    const far = down.pointerType === "touch" ? TOUCH_PX : MOUSE_PX;
    const bench = seat.closest(".bench");
    const stop = new AbortController();
    const { signal } = stop;
    let dragging = false;
    let dx = 0;
    let dy = 0;

    const finish = () => {
      stop.abort();
      if (!dragging) return;
      document.body.classList.remove("dragging");
      card.classList.remove("drag");
      bench?.classList.remove("above");
    };
    const flyBack = () => {
      if (!dragging) return finish();
      const from = `translate(${dx}px,${dy}px)`;
      card.style.transform = "";
      if (!still()) card.animate([{ transform: from }, { transform: "none" }], { duration: FLY_BACK });
      finish();
      table.deed("cancel");
    };
    /** Most presses are taps: what ends a drag is heard once it is one. */
    const watch = () => {
      addEventListener("blur", flyBack, { signal });
      addEventListener("contextmenu", (event) => {
        event.preventDefault();
        flyBack();
      }, { signal });
      addEventListener("pointerdown", flyBack, { signal, capture: true });
      addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        flyBack();
      }, { signal, capture: true });
    };
    addEventListener("pointermove", (move) => {
      if (move.pointerId !== down.pointerId) return;
      dx = move.clientX - down.clientX;
      dy = move.clientY - down.clientY;
      if (!dragging) {
        if (!move.buttons) return finish(); // let go where nobody heard it
        if (Math.hypot(dx, dy) < far) return;
        targets = table.targets(place);
        swallow = true;
        if (!targets.length) {
          finish();
          return table.deny(place);
        }
        dragging = true;
        watch();
        if (seat instanceof HTMLElement) seat.setPointerCapture(down.pointerId);
        document.body.classList.add("dragging");
        table.lift(place);
        card.classList.add("drag");
        bench?.classList.add("above");
      }
      card.style.transform = `translate(${dx}px,${dy}px)`;
    }, { signal });
    addEventListener("pointerup", (up) => {
      if (up.pointerId !== down.pointerId) return;
      if (!dragging) return finish();
      const to = nearest(card, targets);
      if (!to) {
        flyBack();
        // Laid down again where it was, it was only looked at.
        return Math.hypot(dx, dy) > card.offsetWidth ? table.missed(place) : undefined;
      }
      table.drop(to); // the flight to the seat starts from where the card hangs
      card.style.transform = "";
      finish();
    }, { signal });
    addEventListener("pointercancel", flyBack, { signal });
  });

  return { swallows: () => swallow && !(swallow = false) };
}

/** @param {Element} card @param {{to: string, element: Element}[]} targets @returns {string | null} */
function nearest(card, targets) {
  const box = card.getBoundingClientRect();
  let best = null;
  let reach = box.width * MAGNET;
  for (const { to, element } of targets) {
    const there = element.getBoundingClientRect();
    const distance = Math.hypot(there.x + there.width / 2 - box.x - box.width / 2, there.y + there.height / 2 - box.y - box.height / 2);
    if (distance < reach) {
      best = to;
      reach = distance;
    }
  }
  return best;
}
