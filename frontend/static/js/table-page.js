// The law: the page of one attempt: it joins the table to its socket, its Division, its panels, and to the hand:
// clicks, drags and keys.

import { handOn } from "#c/hand.js";
import { closeDialogs, open } from "#c/site.js";
import { openSocket } from "#c/socket.js";
import { countRankedGame, set, setting } from "#c/settings.js";
import { tableOn } from "#c/table.js";
import { gettext, interpolate, ngettext, wordsOf } from "#c/words.js";

/**
 * @typedef {object} Page
 * @property {string} attempt
 * @property {string} socket
 * @property {"standard" | "cadogan"} variant
 * @property {boolean} ranked
 * @property {string} player
 * @property {import("#c/house.js").HouseGame[]} house
 * @property {string | null} other
 * @property {import("#c/end.js").Urls & {deal: string | null}} urls
 */

const DAY_MS = 86_400_000;
const page = /** @type {Page} */ (JSON.parse(document.getElementById("page")?.textContent ?? "{}"));
const cadogan = page.variant === "cadogan";
const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const strip = stripOn(/** @type {HTMLElement} */ (document.querySelector("[data-net]")));
const endPanel = /** @type {HTMLElement} */ (document.querySelector("[data-end]"));
let reason = "";
/** The server's clock minus this machine's monotonic one, ms. */
let serverMs = 0;
let called = false;
let wasDown = false;

const table = tableOn({
  ranked: page.ranked,
  cadogan,
  send: (message) => line.send(message),
  wished() {
    if (wasDown) strip(downText(table.kept()));
  },
  over(view, ended) {
    toDivision((division) => division.draw());
    if (ended) toDivision((division) => division.left());
    showEnd(view, ended);
  },
});

const line = openSocket(page.socket, {
  opened() {
    reason = "";
    toDivision((division) => division.restart());
    table.opened();
  },
  heard(message) {
    if ("server_ms" in message) serverMs = message.server_ms - performance.now();
    if (message.type === "standings") return toDivision((division) => division.standings(message));
    if (message.type === "standing") return toDivision((division) => division.standing(message));
    if (message.type === "closing") reason = message.reason;
    // The deal was voided: the page comes again as that of a practice game, and says why.
    else if (message.type === "position" && page.ranked && !message.ranked) location.reload();
    else table.heard(message);
    if ("progress" in message) toDivision((division) => division.own(message.elapsed_ms / 1000, message.progress));
    if (message.type === "position") callDivision();
    if (message.type === "position" && page.ranked && message.status === "playing") countRankedGame(page.attempt);
    if (message.type === "position" && !setting(page.variant)) set(page.variant, "played"); // no newcomer any more
  },
  lost: () => table.lost(),
  over(code) {
    table.lost();
    if (!table.view()?.over || code !== 1000) table.speech.alert(strip(closedText(code, reason), "over"));
  },
  line(down) {
    table.line(down);
    toDivision((division) => division.line(down));
    if (down) table.speech.alert(strip(downText(table.kept())));
    else if (wasDown) {
      table.speech.alert("");
      table.speech.say(strip(gettext("Connected again."), "back", 1600));
    }
    wasDown = down;
  },
});

// ---- the Division: it comes once the table stands, and then hears what it has missed ----

/** @typedef {ReturnType<typeof import("#c/division.js").divisionOn>} Division */

/** @type {(division: Division) => void} */
let arrived;
/** @type {Promise<Division>} */
const division = new Promise((arrive) => (arrived = arrive));

/** @param {(division: Division) => void} tell */
const toDivision = (tell) => void (page.ranked && division.then(tell));

async function callDivision() {
  if (called || !page.ranked) return;
  called = true;
  try {
    await wordsOf("division");
    const { divisionOn } = await import("#c/division.js");
    arrived(divisionOn(document, page.player, page.house, () => table.clock.seconds(), () => !!table.view()?.over));
  } catch {
    called = false; // the line is down; the next position calls again
  }
}

/** After the last card, and whole. @param {import("#c/view.js").View} view @param {import("#c/protocol.js").Ended | null} ended */
async function showEnd(view, ended) {
  await wordsOf("end");
  const { endOn } = await import("#c/end.js");
  await table.board.settled();
  endOn(endPanel, {
    status: view.status, seconds: ended?.seconds ?? table.clock.seconds(), moves: ended?.moves ?? view.moves, home: view.home,
    place: ended?.place ?? null, would_be: ended?.would_be ?? null, ranked: page.ranked, attempt: page.attempt,
    until: DAY_MS - (serverMs + performance.now()) % DAY_MS,
  }, page);
}

// ---- the hand ----

handOn(main, table, {
  cadogan,
  act(act) {
    if (act === "sheet") showSheet(false);
    else if (act === "concede") askConcede();
    else if (act === "restart" || act === "another" || act === "link") onward(act);
    else table.deed(act);
  },
  first(deed) {
    if (deed === "standing") {
      toDivision((division) => table.speech.say(division.text()));
      return true;
    }
    if (deed !== "cancel" || !document.body.classList.contains("sheet")) return false;
    showSheet(false);
    return true;
  },
});

if (document.getElementById("void")) open("void");

/** @param {"restart" | "another" | "link"} act */
async function onward(act) {
  closeDialogs();
  await wordsOf("seat");
  const { again, another, copyLink } = await import("#c/seat.js");
  if (act === "link") table.tell(await copyLink(page.urls.deal ?? page.urls.practice));
  else table.tell(await (act === "restart" ? again(page.attempt) : another(page.variant)));
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
  if (on) document.querySelector(".list .me")?.scrollIntoView({ block: "center" });
  ticker?.setAttribute("aria-expanded", String(on));
  const shut = /** @type {HTMLElement | null} */ (document.querySelector(".division .shut"));
  if (on) shut?.focus();
  else if (ticker instanceof HTMLElement && ticker.offsetParent) ticker.focus();
}
ticker?.addEventListener("click", () => showSheet(!document.body.classList.contains("sheet")));
document.addEventListener("click", (event) => {
  if (event.target === document.body && document.body.classList.contains("sheet")) showSheet(false);
});

// ---- the strip over the table: the line is down and what is kept, or it has ended and why ----

/** @param {HTMLElement} strip */
function stripOn(strip) {
  const text = /** @type {HTMLElement} */ (strip.querySelector("span"));
  let timer = 0;
  /** Show a sentence, and give it to be spoken. @param {string} sentence @param {"" | "back" | "over"} [kind] @param {number} [ms] */
  return (sentence, kind = "", ms = 0) => {
    clearTimeout(timer);
    strip.className = `net ${kind}`;
    text.textContent = sentence;
    strip.hidden = false;
    if (ms) timer = setTimeout(() => (strip.hidden = true), ms);
    return sentence;
  };
}

/** @param {number} kept events that wait @returns {string} */
const downText = (kept) => kept
  ? interpolate(ngettext(
    "No connection. Play on here: your last move is kept and will be sent.",
    "No connection. Play on here: your last %(kept)s moves are kept and will be sent.",
    kept,
  ), { kept })
  : gettext("No connection. Play on here: your moves are kept and will be sent.");

/** @param {number} code @param {string} reason @returns {string} */
function closedText(code, reason) {
  if (reason === "elsewhere") return gettext("This game is open in too many windows; this one has stopped. Reload it to go on here.");
  if (code === 4401 || reason === "signed_out") return gettext("You are signed out here, or this is not your game. Reload the page.");
  if (code === 1000 || reason === "deal_closed") return gettext("The boards have closed.");
  return gettext("The line has ended. Reload the page.");
}
