// A replay: the server's messages as pictures, a step in words, the curve.

import assert from "node:assert/strict";
import { test } from "node:test";

import { curveOf, framesOf, stepText, whereText } from "#c/replay.js";
import { moved, position } from "./position.mjs";

const frames = framesOf({
  position: position({ rev: 0, ply: 0, moves: [], elapsed_ms: 0 }),
  moved: [
    moved(1, "a2b1", { progress: 0.25, legal: ["a3a2"] }),
    moved(2, "c1f", { progress: 0.5, home: 1, elapsed_ms: 61_500 }),
    moved(3, "s", { progress: 0.5, home: 1, stock: 47, turned: [["s", "w", "TD"]] }),
  ],
});

test("the first picture is the deal; there is one more for every move", () => {
  assert.equal(frames.length, 4);
  assert.equal(stepText(frames, 0), "The table as it is dealt.");
  assert.deepEqual(frames[0].view.rows[0][1], ["9D"]);
  assert.deepEqual(frames[1].view.rows[0][1], ["9D", "8S"]);
});

test("nothing may be moved in a picture", () => {
  assert.ok(frames.every((frame) => !frame.view.legal.length));
});

test("each step is a sentence that names card and places", () => {
  assert.equal(stepText(frames, 1), "Move 1: the 8 of spades goes from House of Lords 1 to Privy Council 2.");
  assert.equal(stepText(frames, 2), "Move 2: the 2 of diamonds goes home from Privy Council 3.");
  assert.equal(stepText(frames, 3), "Move 3: the stock turns up the 10 of diamonds.");
});

test("the scrubber says move, time and cards home", () => {
  assert.equal(whereText(frames, 2), "Move 2 of 3, 01:01, 1 card home");
});

test("the curve shows the cards home from the deal to the last move", () => {
  assert.equal(curveOf(frames), "M0.0 88.0L333.3 88.0L666.7 87.0L1000.0 87.0");
});
