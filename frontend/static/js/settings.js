// The law: what the player has set, kept by the account or, for a guest, in this browser only; the two never mix, but
// an account that has set nothing yet begins with the browser's. Values are strings; "" is the default. What the style
// sheets need stands as data-* on the root element (a small script in base.html puts it there before paint).

const KEY = "tdc.settings";
/** What stands on the root; `kept` is what the account keeps, as JSON or nothing yet (""); undefined for guests. */
const root = /** @type {DOMStringMap} */ (globalThis.document?.documentElement.dataset ?? {});
const { kept } = root;
const ON_ROOT = "theme deck size motion hand quiet keys".split(" ");
/** A build cannot be taken back once the stock has answered, so the first ranked games ask. */
export const ASK_FIRST = 3;

/** @typedef {"theme" | "deck" | "size" | "motion" | "hand" | "quiet" | "ask" | "keys" | "concede" | "rankedGames" | "standard" | "cadogan" | "told" | "asked" | "grade" | "practice" | "variant"} Name */

/** @returns {Record<string, string>} */
function read() {
  try {
    const found = JSON.parse(kept || localStorage.getItem(KEY) || "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {}; // no storage, or damaged: the defaults are good
  }
}

const values = read();
const listeners = new Set(/** @type {(() => void)[]} */ ([]));

/** @param {Name} name @returns {string} */
export const setting = (name) => values[name] ?? "";

/** @param {Name} name @param {string} value */
export function set(name, value) {
  values[name] = value;
  if (kept === undefined) {
    try {
      localStorage.setItem(KEY, JSON.stringify(values));
    } catch {
      // a browser that keeps nothing still plays
    }
  } else {
    tell();
  }
  apply();
  for (const listener of listeners) listener();
}

/** @type {typeof import("#c/api.js").call | undefined} */
let call;
let due = false;
let telling = false;

/** Tell the server, one call after the other, so that the last choice is what the account keeps. */
async function tell() {
  due = true;
  if (telling) return;
  telling = true;
  call = (await import("#c/api.js")).call;
  while (due) await put();
  telling = false;
}
async function put() {
  due = false;
  // They stand on the page; should the server not hear them, they go with the next change.
  await call?.("settings", { settings: values }, "PUT").catch(() => {});
}
globalThis.addEventListener?.("pagehide", () => due && put());

/** @param {() => void} listener */
export const onSetting = (listener) => listeners.add(listener);

/** Put on the root what the style sheets read. */
function apply() {
  for (const name of ON_ROOT) {
    if (values[name]) root[name] = values[name];
    else delete root[name];
  }
}

/** The first ranked games, by the heads of their ids, and one more: the day's two may be played in turn. */
export const firstGames = () => setting("rankedGames").split(" ").filter(Boolean);

/** @param {boolean} ranked @returns {boolean} does a build ask before it is made */
export function asks(ranked) {
  if (setting("ask")) return setting("ask") === "on";
  return ranked && firstGames().length <= ASK_FIRST;
}

/** @param {string} attempt counted once */
export function countRankedGame(attempt) {
  const games = firstGames();
  const head = attempt.slice(0, 8);
  if (games.length <= ASK_FIRST && !games.includes(head)) set("rankedGames", [...games, head].join(" "));
}

// What a guest has set is the new account's from its first page on.
if (kept === "" && Object.keys(values).length) tell();

export const still = () => setting("motion") === "reduce" || matchMedia("(prefers-reduced-motion: reduce)").matches;
