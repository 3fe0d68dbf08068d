// The law: the page of one attempt: it joins the table to its socket, its Division, its panels, and to the hand:
// clicks, drags and keys.

import "#c/site.js";
import { command } from "#c/keys.js";
import { divisionOn } from "#c/division.js";
import { dragOn } from "#c/drag.js";
import { governmentText, overviewText, wasteLabel } from "#c/speech.js";
import { open } from "#c/site.js";
import { openSocket } from "#c/socket.js";
import { countRankedGame, onSetting, setting } from "#c/settings.js";
import { showEnd, stripOn } from "#c/panel.js";
import { tableOn } from "#c/table.js";

/**
 * @typedef {object} Page
 * @property {string} attempt
 * @property {string} socket
 * @property {string | null} slug
 * @property {string} variant
 * @property {boolean} ranked
 * @property {string} player
 * @property {import("#c/panel.js").Urls} urls
 */

const page = /** @type {Page} */ (JSON.parse(document.getElementById("page")?.textContent ?? "{}"));
const cadogan = page.variant === "cadogan";
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const strip = stripOn(/** @type {HTMLElement} */ (document.querySelector("[data-net]")));
const endPanel = /** @type {HTMLElement} */ (document.querySelector("[data-end]"));
const division = page.slug ? divisionOn(document, page.player) : null;
let reason = "";
let wasDown = false;

const table = tableOn({
  ranked: page.ranked,
  cadogan,
  send: (message) => line.send(message),
  over(view, ended) {
    showEnd(endPanel, {
      status: view.status, seconds: ended?.seconds ?? table.clock.seconds(), moves: ended?.moves ?? view.moves, home: view.home,
      place: ended?.place ?? null, would_be: ended?.would_be ?? null, ranked: page.ranked,
    }, page.urls);
  },
});

const line = openSocket(page.socket, {
  opened() {
    reason = "";
    division?.restart();
    table.opened();
  },
  heard(message) {
    if (message.type === "standings") return division?.standings(message);
    if (message.type === "standing") return division?.standing(message);
    if (message.type === "closing") reason = message.reason;
    else table.heard(message);
    if (message.type === "position" && page.ranked && message.status === "playing") countRankedGame(page.attempt);
  },
  lost: () => table.lost(),
  over(code) {
    table.lost();
    if (!table.view()?.over || code !== 1000) table.speech.alert(strip.over(code, reason));
  },
  line(down) {
    if (down) table.speech.alert(strip.down(table.kept()));
    else if (wasDown) {
      strip.back();
      table.speech.say("");
    }
    wasDown = down;
  },
});

// ---- the hand ----

const drag = dragOn(main, {
  targets: (place) => table.targets(place),
  lifted: (place) => table.lift(place),
  dropped: (_place, move) => table.drop(move),
  cancelled: () => table.deed("cancel"),
});

main.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (drag.swallows()) return;
  const seat = /** @type {HTMLElement | null} */ (target.closest("button[data-place], button[data-foundation]"));
  if (seat) {
    const place = seat.dataset.place ?? "f";
    if (seat.dataset.place) table.board.look(place, false);
    table.touch(place);
  }
});

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-act]"));
  const act = button?.dataset.act;
  if (!act || button?.getAttribute("aria-disabled") === "true") return;
  if (act === "sheet") showSheet(false);
  else if (act === "concede") askConcede();
  else table.deed(act);
});

document.addEventListener("pointerdown", () => document.body.classList.remove("keys"), { passive: true });
for (const [type, on] of /** @type {[string, boolean][]} */ ([["pointerover", true], ["pointerout", false]])) {
  main.addEventListener(type, (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType !== "mouse") return;
    const seat = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".seat.src"));
    table.peek(on ? seat?.dataset.place ?? null : null);
  });
}
let press = 0;
main.addEventListener("touchstart", (event) => {
  const seat = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".seat.src"));
  clearTimeout(press);
  if (seat) press = setTimeout(() => table.peek(seat.dataset.place ?? null), 350);
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
  if (!what || event.repeat && what.do !== "go" && what.do !== "undo") return;
  const onBoard = target === document.body || !!target.closest("[data-board]");
  if (what.do === "go") {
    if (!onBoard) return;
    event.preventDefault();
    return table.board.go(what.way);
  }
  event.preventDefault();
  if (what.do === "tap") {
    document.body.classList.add("keys");
    table.board.look(what.place, true);
    return table.touch(what.place);
  }
  obey(what.do);
});

/** @param {import("#c/keys.js").Deed} deed */
function obey(deed) {
  const view = table.view();
  if (deed === "help") return open("keys");
  if (!view) return undefined;
  if (deed === "stock") return cadogan ? table.touch("s", false) : undefined;
  if (deed === "waste") return table.speech.say(wasteLabel(view.waste, view.legal.some((move) => move[0] === "w")));
  if (deed === "government") return table.speech.say(governmentText(view.foundations, view.home));
  if (deed === "overview") return table.speech.say(overviewText(view, cadogan));
  if (deed === "standing") return division ? table.speech.say(division.text()) : undefined;
  if (deed === "cancel" && document.body.classList.contains("sheet")) return showSheet(false);
  return table.deed(deed);
}

function askConcede() {
  if (table.view()?.over !== false) return;
  if (setting("concede") === "off") return void table.deed("concede");
  open("concede");
}
document.getElementById("concede")?.addEventListener("close", (event) => {
  const dialog = /** @type {HTMLDialogElement} */ (event.target);
  if (dialog.returnValue === "concede") table.deed("concede");
  dialog.returnValue = "";
});

// ---- the Division on a phone ----

const ticker = document.querySelector("[data-ticker]");
/** @param {boolean} on */
function showSheet(on) {
  document.body.classList.toggle("sheet", on);
  ticker?.setAttribute("aria-expanded", String(on));
  const shut = /** @type {HTMLElement | null} */ (document.querySelector(".division .shut"));
  if (on) shut?.focus();
  else if (ticker instanceof HTMLElement && ticker.offsetParent) ticker.focus();
}
ticker?.addEventListener("click", () => showSheet(!document.body.classList.contains("sheet")));
document.addEventListener("click", (event) => {
  if (event.target === document.body && document.body.classList.contains("sheet")) showSheet(false);
});
const quiet = () => {
  document.body.classList.toggle("quiet", setting("quiet") === "on");
  document.body.classList.toggle("lefty", setting("hand") === "left");
};
quiet();
onSetting(quiet);
