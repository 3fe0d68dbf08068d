// The law: a certificate's line, looked at in the same way as a game that was played.

import "#c/site.js";
import { ApiError, call } from "#c/api.js";
import { framesOf } from "#c/replay.js";
import { scrubberOn } from "#c/scrubber.js";
import { gettext } from "#c/words.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-replay]"));
try {
  scrubberOn(root, framesOf(await call(`deals/${root.dataset.replay}/line`)), () => {}).show(0);
} catch (error) {
  const words = /** @type {HTMLElement} */ (root.querySelector("[data-step-text]"));
  words.textContent = error instanceof ApiError && error.message ? error.message : gettext("The House did not answer. Try again.");
}
