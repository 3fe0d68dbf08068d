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
  if (!model) models.set(card, (model = card === BACK ? element("span", "card back", use("crown", "")) : front(card)));
  return /** @type {HTMLElement} */ (model.cloneNode(true));
}

/** @param {string} name */
function front(name) {
  const rank = rankOf(name);
  const suit = suitOf(name).toLowerCase();
  const card = element("span", "card", use(`r${LABELS[rank]}`, "rk"), use(suit, "st"));
  card.dataset.s = suit;
  if (rank === 11) card.append(use("rosette", "ros"));
  if (rank === 1) card.append(use("laurel", "lau"));
  card.append(use(suit, "pip"));
  return card;
}

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {string} className @param {...(Node | string)} children
 */
export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

/** A part of a drawing. @param {string} tag @param {string} className */
export function shape(tag, className) {
  const made = document.createElementNS(SVG, tag);
  if (className) made.setAttribute("class", className);
  return made;
}

/** A picture of the sprite. Its shapes are copied: a <use> would build a tree of its own for every card that comes. @param {string} id @param {string} className */
export function use(id, className) {
  const symbol = /** @type {Element} */ (document.getElementById(id));
  const svg = shape("svg", className);
  svg.setAttribute("aria-hidden", "true");
  for (const name of ["viewBox", "preserveAspectRatio"]) {
    const value = symbol.getAttribute(name);
    if (value) svg.setAttribute(name, value);
  }
  svg.append(...symbol.cloneNode(true).childNodes);
  return svg;
}
