// What the lesson takes of a tap, and why not the rest.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pointed, whyNot } from "#c/lesson.js";

const steps = [
  { says: "Tap the *2*.", else_says: "not that one", shown: true, takes: { b1f: {} } },
  { says: "", else_says: "look for a six", shown: false, takes: { b3c2: {}, f3c2: {} } },
  { says: "", else_says: "undo first", shown: true, takes: { undo: {} } },
  { says: "", else_says: "any", shown: true, takes: { a4b3: {}, b4b3: {}, c4b3: {} } },
  { says: "", else_says: "tap it", shown: true, takes: { h3: null } },
];
const move = (text) => ({ type: "move", move: text });

test("the wanted move is taken, and every one of several that serve equally well", () => {
  assert.equal(whyNot(steps[0], move("b1f")), "");
  assert.equal(whyNot(steps[1], move("b3c2")), "");
  assert.equal(whyNot(steps[1], move("f3c2")), "");
});
test("another legal move is told why it is not wanted now", () => {
  assert.equal(whyNot(steps[1], move("a3c2")), "look for a six");
});
test("a tap that is no move at all is left to the table's own words", () => {
  assert.equal(whyNot(steps[1], { type: "tap", move: null }), "");
});
test("undo is taken where it is the step, and refused elsewhere", () => {
  const undo = { type: "undo", move: null };
  assert.equal(whyNot(steps[2], undo), "");
  assert.equal(whyNot(steps[0], undo), "not that one");
});
test("after the last step nothing is taken", () => {
  assert.match(whyNot(undefined, move("c2b1")), /over/);
});
test("a card that may not move is tried by a tap: the table says why, and a move is not wanted", () => {
  assert.equal(whyNot(steps[4], { type: "tap", move: "h3" }), "");
  assert.equal(whyNot(steps[4], move("c2f1")), "tap it");
});
test("a free choice, an undo and the end have nothing to point at", () => {
  assert.deepEqual(steps.map(pointed), [["b1f"], ["b3c2", "f3c2"], [], [], ["h3"]]);
  assert.deepEqual(pointed(undefined), []);
});
