// The law: the same practice deal once more, or for somebody else. Loaded when it is asked for.

import { ApiError, call, tableUrl } from "#c/api.js";
import { gettext } from "#c/words.js";

/** Begin a practice game again from its deal. @param {string} attempt @returns {Promise<string>} why not */
export async function begin(attempt) {
  try {
    location.assign(tableUrl(await call(`attempts/${attempt}/practice`, { ply: 0 })));
    return "";
  } catch (error) {
    return error instanceof ApiError && error.message ? error.message : gettext("The House did not answer. Try again.");
  }
}

/** Copy the address that lets others play a deal. @param {string} path @returns {Promise<string>} what to say */
export async function copyLink(path) {
  const url = new URL(path, location.href).href;
  try {
    await navigator.clipboard.writeText(url);
    return gettext("The link to this deal is copied.");
  } catch {
    return url;
  }
}
