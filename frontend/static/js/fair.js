// The law: what a seed gives: its seal and its 80 cards (the recipe is on the page "Check a deal"). Pure, and by the
// platform's own SHA-256, so that the page proves the server's word instead of repeating it.

const RANKS = "23456789TJ";
const SUITS = "CDHS";
const RANGE = 1n << 64n;

/** @param {string} seed */
export const isSeed = (seed) => /^[A-Za-z0-9-]{1,64}$/.test(seed);

/** Web Crypto exists on secure pages (https, localhost) alone. */
export const canHash = () => !!globalThis.crypto?.subtle;

/** The seal of a seed, in hexadecimal. @param {string} seed @returns {Promise<string>} */
export async function commitmentOf(seed) {
  const digest = await sha256(`constitution-v1-commit:${seed}`);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The 80 cards of a seed, in the order of the deal. @param {string} seed @returns {Promise<string[]>} */
export async function cardsOf(seed) {
  const cards = [1, 2].flatMap(() => [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit)));
  const source = numbersOf(seed);
  for (let i = 79; i > 0; i -= 1) {
    const count = BigInt(i + 1);
    const limit = RANGE - (RANGE % count);
    let u;
    do u = /** @type {bigint} */ ((await source.next()).value);
    while (u >= limit);
    const j = Number(u % count);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

/** Four numbers of 64 bits from each digest, without end. @param {string} seed */
async function* numbersOf(seed) {
  for (let n = 0; ; n += 1) {
    const view = new DataView(await sha256(`constitution-v1:${seed}:${n}`));
    for (const at of [0, 8, 16, 24]) yield view.getBigUint64(at);
  }
}

/** @param {string} text */
const sha256 = (text) => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
