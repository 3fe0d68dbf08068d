// What the lesson takes of a tap, and why not the rest.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pointed, whyNot } from "#c/lesson.js";

const lesson = {
  position: {},
  no: { 1: "from the Lords", 2: "from the Commons", 3: "from the People", "": "nowhere", over: "over" },
  steps: [
    { says: "Tap the *2*.", else_says: "not that one", shown: true, takes: { b1f: {} } },
    { says: "", else_says: "look for a six", shown: false, takes: { b3c2: {}, f3c2: {} } },
    { says: "", else_says: "undo first", shown: true, takes: { undo: {} } },
    { says: "", else_says: "any", shown: true, takes: { a4b3: {}, b4b3: {}, c4b3: {} } },
  ],
};
const move = (text) => ({ type: "move", move: text, place: text.slice(0, 2) });
const tap = (place) => ({ type: "tap", move: null, place });

test("the wanted move is taken, and every one of several that serve equally well", () => {
  assert.equal(whyNot(lesson, 0, move("b1f"), { vacancy: null }), "");
  assert.equal(whyNot(lesson, 1, move("b3c2"), { vacancy: "c2" }), "");
  assert.equal(whyNot(lesson, 1, move("f3c2"), { vacancy: "c2" }), "");
});
test("another legal move is told why it is not wanted now", () => {
  assert.equal(whyNot(lesson, 1, move("a3c2"), { vacancy: "c2" }), "look for a six");
});
test("a tap that is no move at all is told what the vacancy takes, or that there is nowhere to go", () => {
  assert.equal(whyNot(lesson, 1, tap("a1"), { vacancy: "c2" }), "from the Commons");
  assert.equal(whyNot(lesson, 0, tap("a4"), { vacancy: null }), "nowhere");
});
test("undo is taken where it is the step, and refused elsewhere", () => {
  const undo = { type: "undo", move: null, place: "" };
  assert.equal(whyNot(lesson, 2, undo, { vacancy: "c2" }), "");
  assert.equal(whyNot(lesson, 0, undo, { vacancy: null }), "not that one");
});
test("after the last step nothing is taken", () => {
  assert.equal(whyNot(lesson, 4, move("c2b1"), { vacancy: null }), "over");
});
test("a free choice, an undo and the end have nothing to point at", () => {
  assert.deepEqual(lesson.steps.map(pointed), ["b1f", "b3c2", null, null]);
  assert.equal(pointed(undefined), null);
});
