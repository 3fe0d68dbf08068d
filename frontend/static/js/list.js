// The law: a short list of the Division on a page that only watches, row by row as the server gives it.

import { write } from "#c/division.js";
import { flip } from "#c/motion.js";

/** @import {Row} from "#c/protocol.js" */

/** Progress that the server wrote as an attribute, since a page may carry no inline style. @param {ParentNode} root */
export function drawProgress(root) {
  for (const bar of /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-progress]")])) {
    bar.style.setProperty("--p", bar.dataset.progress ?? "0");
  }
}

/** @param {HTMLElement} list @returns {(rows: Row[]) => void} */
export function rowWriter(list) {
  /** @type {Map<string, HTMLLIElement>} */
  const known = new Map();
  const me = list.dataset.player;
  return (rows) => flip(known.values(), () => {
    const order = rows.map((row) => {
      let item = known.get(row.player);
      if (!item) {
        item = document.createElement("li");
        item.append(...["rank", "name", "how", "val"].map((name) => {
          const span = document.createElement("span");
          span.className = name;
          return span;
        }));
        known.set(row.player, item);
      }
      write(item, row, !!me && row.player === me);
      return item;
    });
    for (const [name, item] of known) if (!order.includes(item)) known.delete(name);
    list.replaceChildren(...order);
  });
}
