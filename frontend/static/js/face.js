// The law: how a card looks: markup from the sprite, nothing of where it lies or what it may do.
// Faces are cloned from one model each, since a model's <use> elements are built only once.

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
  const crown = use("crown", "");
  crown.setAttribute("viewBox", "0 0 100 80");
  element.append(crown);
  return element;
}

/** @param {string} className */
function shell(className) {
  const element = document.createElement("span");
  element.className = className;
  return element;
}

/** @param {string} id @param {string} className */
export function use(id, className) {
  const svg = document.createElementNS(SVG, "svg");
  if (className) svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const link = document.createElementNS(SVG, "use");
  link.setAttribute("href", `#${id}`);
  svg.append(link);
  return svg;
}
