// The words of a post-mortem: two measures, never mixed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chanceText, verdictText } from "#c/postmortem.js";

const FOUND = { last_chance: 143, settled: true, odds_before: 0.615, odds_after: 0.385, verdict: "mistake" };

test("the last chance is a move, and what follows is said as it is known", () => {
  assert.equal(chanceText(FOUND, 200), "By the true stock, which nobody saw, you could still have won until move 143; after the next one, nothing wins.");
  assert.equal(chanceText({ ...FOUND, settled: false }, 200), "By the true stock, which nobody saw, you could still have won until move 143; after the next one, no way to win is known.");
});

test("a game left while it could be won says so", () => {
  assert.equal(chanceText({ ...FOUND, last_chance: 200 }, 200), "It could still be won when you left it.");
});

test("a deal nobody can win is not called unwinnable", () => {
  assert.match(chanceText({ ...FOUND, last_chance: null }, 200), /^Nobody knows/);
});

test("a mistake and bad luck are told by the odds before and after", () => {
  assert.match(verdictText(FOUND), /^A mistake, .*from 61% to 38%\.$/);
  assert.match(verdictText({ ...FOUND, verdict: "bad luck" }), /^Bad luck: .*61% before that move and 38% after it\.$/);
});

test("where no chance was left before the move there was neither mistake nor luck, whatever an old verdict says", () => {
  for (const verdict of [null, "bad luck"]) {
    assert.match(verdictText({ ...FOUND, verdict, odds_before: 0, odds_after: 0 }), /as good as lost: .*0% before that move\.$/);
  }
});

test("without a move that lost it there is no verdict", () => {
  assert.equal(verdictText({ ...FOUND, verdict: null, odds_before: null, odds_after: null }), "");
});
