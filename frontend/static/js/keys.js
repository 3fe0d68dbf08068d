// The law: which key means what on the table. Pure. Seats go by the key's position (event.code, so that every
// keyboard layout has the same four rows), everything else by what is written on the key (event.key).

import { placeOf } from "#c/cards.js";

const CAPS = ["12345678", "QWERTYUI", "ASDFGHJK", "ZXCVBNM,"];
const ROWS = CAPS.map((row) => [...row].map((cap) => (cap === "," ? "Comma" : (cap < "A" ? "Digit" : "Key") + cap)));

/** @typedef {"undo" | "redo" | "hint" | "home" | "finish" | "cancel" | "stock" | "waste" | "government" | "overview" | "standing" | "help"} Deed */
/** @typedef {"up" | "down" | "left" | "right" | "first" | "last"} Way */
/** @typedef {{do: "tap", place: string, choose?: true} | {do: "go", way: Way} | {do: Deed} | null} Command */
/** @typedef {Pick<KeyboardEvent, "code" | "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">} Press */

/** @type {Record<string, Way>} */
const WAYS = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Home: "first", End: "last",
};
/** @type {Record<string, Deed>} */
const DEEDS = {
  p: "stock", "/": "hint", Slash: "hint", ".": "home", 9: "waste", 0: "government", o: "overview", l: "standing", "?": "help",
};

/**
 * @param {Press} press @param {boolean} single are single keys on
 * @returns {Command} null for a key that is not the table's
 */
export function command(press, single) {
  if (press.ctrlKey || press.metaKey) {
    const key = press.key.toLowerCase();
    if (press.altKey || (key !== "z" && key !== "y")) return null;
    return { do: press.shiftKey || key === "y" ? "redo" : "undo" };
  }
  if (press.altKey) return null;
  const way = WAYS[press.key];
  if (way) return { do: "go", way };
  if (press.key === "Escape") return { do: "cancel" };
  if (!single) return null;
  if (press.key === "Backspace") return { do: press.shiftKey ? "redo" : "undo" };
  // F is also a seat of the Commons, so the finish is the capital letter: Shift and F.
  if (press.shiftKey && press.key === "F") return { do: "finish" };
  // In Spain Shift and 7 is "/", but first of all a seat.
  const deed = press.shiftKey && ROWS[0].includes(press.code) ? null : DEEDS[press.key.toLowerCase()] ?? DEEDS[press.code];
  if (deed) return { do: deed };
  for (const [row, codes] of ROWS.entries()) {
    const column = codes.indexOf(press.code);
    if (column >= 0) return { do: "tap", place: placeOf(row, column), ...(press.shiftKey && { choose: true }) };
  }
  return null;
}

/** What is written on the key of a seat. @param {number} row @param {number} column */
export const capOf = (row, column) => CAPS[row][column];
