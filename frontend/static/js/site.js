// The law: what every page has: the dialogs that open by a button, the settings form, dates and times in words of
// the visitor's language. It knows no game.

import { onSetting, set, setting } from "#c/settings.js";
import { clockText, language } from "#c/words.js";

/** @import {Name} from "#c/settings.js" */

document.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  const opener = target.closest("[data-open]");
  if (opener) open(/** @type {HTMLElement} */ (opener).dataset.open ?? "");
  // A click on the backdrop closes; inside, the form's buttons do.
  if (target instanceof HTMLDialogElement && target.open) {
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
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

const form = document.querySelector("#settings form");
if (form instanceof HTMLFormElement) {
  show(form);
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

/** Seconds in the page as the clock writes them. @param {ParentNode} root */
export function writeTimes(root = document) {
  for (const element of root.querySelectorAll("[data-seconds]")) {
    const { seconds } = /** @type {HTMLElement} */ (element).dataset;
    if (seconds && !element.textContent?.trim()) element.textContent = clockText(Number(seconds));
  }
}
writeTimes();

/** Dates in the page as the visitor's language writes them. */
for (const element of document.querySelectorAll("time[data-date]")) {
  const day = new Date(`${element.getAttribute("datetime")}T00:00:00Z`);
  const dateStyle = /** @type {"medium" | "full"} */ (element.getAttribute("data-date") || "full");
  if (!Number.isNaN(day.getTime())) {
    element.textContent = new Intl.DateTimeFormat(language() === "en" ? "en-GB" : language(), { dateStyle, timeZone: "UTC" }).format(day).replace(/,/g, "");
  }
}
