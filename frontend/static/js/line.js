// The law: a certificate's line, looked at in the same way as a game that was played.

import "#c/site.js";
import { call } from "#c/api.js";
import { framesOf } from "#c/replay.js";
import { scrubberOn } from "#c/scrubber.js";
import { reasonOf } from "#c/seat.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-replay]"));
try {
  scrubberOn(root, framesOf(await call(`deals/${root.dataset.replay}/line`)), () => {}).show(0);
} catch (error) {
  const words = /** @type {HTMLElement} */ (root.querySelector("[data-step-text]"));
  words.textContent = reasonOf(error);
}
