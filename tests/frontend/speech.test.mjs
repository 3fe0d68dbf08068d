// What the table says under it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hintText, overviewText, promptFor } from "#c/speech.js";
import { viewOf } from "#c/view.js";
import { seated } from "./position.mjs";

test("a build that asks with one place to go names it, and reads as a question; with several it asks where", () => {
  const asked = promptFor(viewOf(seated({ legal: ["a2b1", "c1f"] })), "a2", false);
  assert.match(asked, /^Build on the \*.+ of .+\*\? Tap that card to confirm/);
  assert.match(promptFor(viewOf(seated({ legal: ["a2b1", "a2c1"] })), "a2", false), /^Where shall/);
  assert.match(promptFor(viewOf(seated({ legal: ["c1f"] })), "c1", false), /^Where shall/);
});

test("a dead table never says that nothing can be built, nor how many cards can move", () => {
  const dead = viewOf(seated({ legal: ["a1b1"], dead: true }));
  for (const said of [promptFor(dead, null, false), overviewText(dead, false)]) assert.match(said, /No motion can carry: no move leads on any more\.$/);
});

test("the first build that asks says, as long as its card is chosen, what can turn the question off", () => {
  assert.match(promptFor(viewOf(seated({ legal: ["a2b1"] })), "a2", false, true), /\*settings\* can turn this question off/);
});

test("a dead table offers no finish, even with stock and waste empty; one that leads on does", () => {
  const empty = { stock: 0, waste: [] };
  for (const [changes, finish] of [[{}, true], [{ dead: true }, false], [{ legal: [] }, false], [{ stock: 1 }, false]]) {
    assert.equal(viewOf(seated({ ...empty, ...changes })).finish, finish);
  }
});

test("a hint that is heard says where its card lies; one that is seen rings it, and names the waste", () => {
  assert.equal(hintText(viewOf(seated()), "a2b1", "Why."), "*8 of spades* onto the 9 of diamonds. Why.");
  assert.equal(hintText(viewOf(seated()), "a2b1", "Why.", true), "*8 of spades (House of Lords 1)* onto the 9 of diamonds. Why.");
  const waste = viewOf(seated({ waste: ["8S"], legal: ["wb1"] }));
  assert.equal(hintText(waste, "wb1", "Why."), "*8 of spades (the waste)* onto the 9 of diamonds. Why.");
});
