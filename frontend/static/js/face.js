// The law: how a card looks: markup from the sprite, nothing of where it lies or what it may do.
// Faces are cloned from one model each.

import { BACK, rankOf, suitOf } from "#c/cards.js";

const SVG = "http://www.w3.org/2000/svg";
const LABELS = ["", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

/** @type {Map<string, HTMLElement>} */
const models = new Map();

/** @param {string} card @returns {HTMLElement} */
export function face(card) {
  let model = models.get(card);
  if (!model) models.set(card, (model = card === BACK ? back() : front(card)));
  return /** @type {HTMLElement} */ (model.cloneNode(true));
}

/** @param {string} card */
function front(card) {
  const rank = rankOf(card);
  const suit = suitOf(card).toLowerCase();
  const element = shell("card");
  element.dataset.s = suit;
  element.append(use(`r${LABELS[rank]}`, "rk"), use(suit, "st"));
  if (rank === 11) element.append(use("rosette", "ros"));
  if (rank === 1) element.append(use("laurel", "lau"));
  element.append(use(suit, "pip"));
  return element;
}

function back() {
  const element = shell("card back");
  element.append(use("crown", ""));
  return element;
}

/** @param {string} className */
function shell(className) {
  const element = document.createElement("span");
  element.className = className;
  return element;
}

/** A picture of the sprite. Its shapes are copied: a <use> would build a tree of its own for every card that comes. @param {string} id @param {string} className */
export function use(id, className) {
  const symbol = /** @type {Element} */ (document.getElementById(id));
  const svg = document.createElementNS(SVG, "svg");
  if (className) svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  for (const name of ["viewBox", "preserveAspectRatio"]) {
    const value = symbol.getAttribute(name);
    if (value) svg.setAttribute(name, value);
  }
  svg.append(...symbol.cloneNode(true).childNodes);
  return svg;
}
