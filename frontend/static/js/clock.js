// The law: the clock is the server's. This one only shows it: what the server said, plus what this machine's
// monotonic clock has counted since. The visitor's date and time are never read.

import { clockText } from "#c/words.js";

/** @param {HTMLElement} element */
export function clockOn(element) {
  let base = 0;
  let since = performance.now();
  let running = false;
  let timer = 0;
  const show = () => {
    const ms = base + (running ? performance.now() - since : 0);
    const text = clockText(ms / 1000);
    if (element.textContent !== text) element.textContent = text;
    clearTimeout(timer);
    if (running) timer = setTimeout(show, 1000 - (ms % 1000) + 5);
  };
  return {
    /** @param {number} elapsedMs as the server just said @param {boolean} on */
    tell(elapsedMs, on) {
      base = elapsedMs;
      since = performance.now();
      running = on;
      show();
    },
    /** @returns {number} whole seconds as shown */
    seconds: () => Math.floor((base + (running ? performance.now() - since : 0)) / 1000),
  };
}
