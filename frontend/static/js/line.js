// The law: a certificate's line, looked at in the same way as a game that was played.

import "#c/site.js";
import { replayOn } from "#c/scrubber.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-replay]"));
(await replayOn(root, `deals/${root.dataset.replay}/line`))?.show(0);
