import assert from "node:assert/strict";
import { test } from "node:test";

import { marksFor, nextHome, tap } from "#c/tap.js";
import { viewOf } from "#c/view.js";
import { seated } from "./position.mjs";

const view = (legal, changes) => viewOf(seated({ legal, ...changes }));
const play = (move) => ({ do: "move", move });

test("a tap sends a card home if it can go, even when it could also build", () => {
  assert.deepEqual(tap(view(["c1b1", "c1f"]), null, "c1", true), play("c1f"));
});
test("a tap plays the only build", () => {
  assert.deepEqual(tap(view(["a2b1", "c1f"]), null, "a2", false), play("a2b1"));
});
test("ask before building turns the only build into a choice", () => {
  assert.deepEqual(tap(view(["a2b1"]), null, "a2", true), { do: "select", place: "a2" });
});
test("builds onto equal piles count as one", () => {
  const rows = [[["9D"], ["9D"], ["2D"], ["8H"], ["9S"], ["2S"], ["TD"], ["2H"]]];
  assert.deepEqual(tap(view(["a2a1", "a2b1"], { rows }), null, "a2", false), play("a2a1"));
});
test("builds onto unequal piles are chosen", () => {
  const rows = [[["TS", "9D"], ["9D"], ["2D"], ["8H"], ["9S"], ["2S"], ["TD"], ["2H"]]];
  assert.deepEqual(tap(view(["a2a1", "a2b1"], { rows }), null, "a2", false), { do: "select", place: "a2" });
});
test("a tap on a ringed destination plays, on the chosen card lets go, on another card begins anew", () => {
  const v = view(["a2a1", "a2b1", "c1f"]);
  assert.deepEqual(tap(v, "a2", "b1", true), play("a2b1"));
  assert.deepEqual(tap(v, "a2", "a2", true), { do: "deselect" });
  assert.deepEqual(tap(v, "a2", "c1", true), play("c1f"));
  assert.deepEqual(tap(v, "a2", "h4", true), { do: "nudge" });
});
test("a chosen card may go to the Government by a tap there", () => {
  assert.deepEqual(tap(view(["c1f", "c1b1"]), "c1", "f", false), play("c1f"));
});
test("a fill is one tap on a source, never asked twice; other taps change nothing", () => {
  const rows = [undefined, [[], ["3C"], ["4C"], ["5C"], ["6C"], ["7C"], ["9C"], ["TC"]]];
  rows[0] = [["2C"], ["9D", "8S"], ["2D"], ["8H"], ["9S"], ["2S"], ["TD"], ["2H"]];
  const v = view(["a3a2", "b3a2"], { rows });
  assert.equal(v.vacancy, "a2");
  assert.deepEqual(tap(v, null, "b3", true), play("b3a2"));
  assert.deepEqual(tap(v, null, "c1", true), { do: "nudge" });
  assert.equal(nextHome(v), undefined);
});
test("a tap on the stock turns it", () => {
  assert.deepEqual(tap(view(["s"]), null, "s", true), play("s"));
});
test("a card without a move only nudges", () => {
  assert.deepEqual(tap(view([]), null, "a1", false), { do: "nudge" });
});
test("a tap on either end of what a hint shows makes that move, whatever else the card could do", () => {
  const v = view(["a2a1", "a2b1", "b1f", "c1f"]);
  assert.deepEqual(tap(v, null, "a2", false, "a2b1"), play("a2b1"));
  assert.deepEqual(tap(v, null, "b1", false, "a2b1"), play("a2b1"));
  assert.deepEqual(tap(v, null, "f", false, "c1f"), play("c1f"));
  assert.deepEqual(tap(v, null, "a2", false, "h4b1"), { do: "select", place: "a2" });
});
test("a hint to turn the stock leaves the waste alone", () => {
  const v = view(["s", "wd4"], { waste: ["5S"] });
  assert.deepEqual(tap(v, null, "w", false, "s"), play("wd4"));
});
test("a hint marks its source and its target apart", () => {
  const { hint, aim } = marksFor(view(["a2b1", "c1f"]), { selected: null, peeked: null, hinted: "c1f" });
  assert.deepEqual([hint, aim], ["c1", "@2"]);
});
test("what a card could build on is shown of a card that may move, not of one that is only looked at", () => {
  const looked = { selected: null, peeked: "a2", hinted: null };
  const v = { ...view(["b2c3"]), vacancy: "c3" };
  assert.equal(marksFor(v, looked).builds.size, 0);
});
test("a card that could go home is only chosen when that is asked for, and then goes where it is told", () => {
  const v = view(["c1f", "c1b1"]);
  assert.deepEqual(tap(v, null, "c1", false, null, true), { do: "select", place: "c1" });
  assert.deepEqual(tap(v, "c1", "b1", false), play("c1b1"));
  assert.deepEqual(tap(v, "c1", "c1", false), play("c1f"));
});
