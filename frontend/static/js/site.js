// The law: what every page has: the dialogs that open by a button, the settings form. It knows no game.

import { onSetting, set, setting } from "#c/settings.js";
import { gettext } from "#c/words.js";

/** @import {Name} from "#c/settings.js" */

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const opener = target.closest("[data-open]");
  if (opener) open(/** @type {HTMLElement} */ (opener).dataset.open ?? "");
  // A click on the backdrop closes; inside, the form's buttons do. The second click of a double one was the opener's.
  if (target instanceof HTMLDialogElement && target.open && event.detail < 2) {
    const box = target.getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    if (!inside && (event.clientX || event.clientY)) target.close();
  }
});

export function closeDialogs() {
  document.querySelectorAll("dialog[open]").forEach((d) => /** @type {HTMLDialogElement} */ (d).close());
}

/** @param {string} id of a dialog */
export function open(id) {
  closeDialogs();
  const dialog = document.getElementById(id);
  if (!(dialog instanceof HTMLDialogElement)) return;
  dialog.showModal();
  const where = /** @type {HTMLElement | null} */ (dialog.querySelector("[data-from]"));
  if (where) fill(where);
}

/** Most of what a dialog holds comes when it is first opened. @param {HTMLElement} where */
async function fill(where) {
  try {
    const answer = await fetch(where.dataset.from ?? "");
    if (!answer.ok) throw new Error(answer.statusText);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");  // our own; runs no script
    where.replaceChildren(...page.body.childNodes);
    delete where.dataset.from;
    if (form instanceof HTMLFormElement) show(form);
  } catch {
    where.textContent = gettext("The House did not answer. Try again.");
  }
}

const form = document.querySelector("#settings form");
if (form instanceof HTMLFormElement) {
  form.addEventListener("change", (event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const name = /** @type {Name} */ (input.name);
    if (input.type === "radio") set(name, input.value);
    else set(name, input.checked !== "invert" in input.dataset ? input.value : "");
  });
  onSetting(() => show(form));
}

/** @param {HTMLFormElement} form */
function show(form) {
  for (const input of form.querySelectorAll("input")) {
    const now = setting(/** @type {Name} */ (input.name));
    if (input.type === "radio") input.checked = input.value === now;
    else input.checked = (input.value === now) !== "invert" in input.dataset;
  }
}
