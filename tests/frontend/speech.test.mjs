// What the table says under it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { chosenText, hintText, overviewText, promptFor } from "#c/speech.js";
import { viewOf } from "#c/view.js";
import { seated } from "./position.mjs";

test("a build that asks with one place to go names it, and reads as a question; with several it asks where", () => {
  const asked = promptFor(viewOf(seated({ legal: ["a2b1", "c1f"] })), "a2", false);
  assert.match(asked, /^Build on the \*.+ of .+\*\? Tap that card to confirm/);
  assert.match(promptFor(viewOf(seated({ legal: ["a2b1", "a2c1"] })), "a2", false), /^Where shall/);
  assert.match(promptFor(viewOf(seated({ legal: ["c1f"] })), "c1", false), /^Where shall/);
});

test("a dead table never says that nothing can be built, nor how many cards can move", () => {
  const dead = viewOf(seated({ legal: ["a1b1"], dead: true, undo: false }));
  for (const said of [promptFor(dead, null, false), overviewText(dead, false)]) assert.match(said, /No motion can carry: no move leads on any more\.$/);
});

test("the first build that asks says what can turn the question off", () => {
  assert.match(chosenText(viewOf(seated({ legal: ["a2b1"] })), "a2", true), /\*settings\* can turn this question off/);
});

test("a hint that is heard says where its card lies when its twin lies on the table too; one that is seen rings it", () => {
  const ROW = [["2C"], ["9D"], ["2D"], ["8H"], ["9S"], ["2S"], ["TD"]];
  assert.equal(hintText(viewOf(seated()), "a2b1", "Why."), "*8 of spades* onto the 9 of diamonds. Why.");
  const twins = viewOf(seated({ rows: [[...ROW, ["8S"]]] }));
  assert.equal(hintText(twins, "a2b1", "Why."), "*8 of spades* onto the 9 of diamonds. Why.");
  assert.equal(hintText(twins, "a2b1", "Why.", true), "*8 of spades (House of Lords 1)* onto the 9 of diamonds. Why.");
});
