// The proof in the browser: the same seal and cards as the contract's vectors.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { canHash, cardsOf, commitmentOf, isSeed } from "#c/fair.js";

const deals = JSON.parse(readFileSync(new URL("../vectors/deals.json", import.meta.url), "utf8"));

test("the seal of every example is the contract's", async () => {
  assert.ok(canHash());
  for (const deal of deals) assert.equal(await commitmentOf(deal.seed), deal.commitment);
});

test("the cards of every example are the contract's", async () => {
  assert.ok(deals.length > 3);
  for (const deal of deals) assert.equal((await cardsOf(deal.seed)).join(" "), deal.cards);
});

test("another seed has another seal and other cards", async () => {
  assert.notEqual(await commitmentOf("1"), await commitmentOf("2"));
  assert.notDeepEqual(await cardsOf("1"), await cardsOf("2"));
});

test("a seed is 1 to 64 letters, digits or dashes", () => {
  for (const good of ["1", "29-nov-example", "a".repeat(64)]) assert.ok(isSeed(good), good);
  for (const bad of ["", "a".repeat(65), "ä", "a b", "a\n"]) assert.ok(!isSeed(bad), bad);
});
