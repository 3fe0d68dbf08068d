import assert from "node:assert/strict";
import { test } from "node:test";

import { capOf, command } from "#c/keys.js";

const press = (code, key, more = {}) => ({ code, key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test("the keyboard is the table: four rows by the key's position", () => {
  assert.deepEqual(command(press("Digit1", "1"), true), { do: "tap", place: "a1" });
  assert.deepEqual(command(press("KeyI", "i"), true), { do: "tap", place: "h2" });
  assert.deepEqual(command(press("KeyQ", "a"), true), { do: "tap", place: "a2" }, "on a French keyboard too");
  assert.deepEqual(command(press("KeyK", "k"), true), { do: "tap", place: "h3" });
  assert.deepEqual(command(press("Comma", ","), true), { do: "tap", place: "h4" });
});
test("deeds go by what is written on the key", () => {
  for (const [key, deed] of Object.entries({ "/": "hint", ".": "home", p: "stock", 9: "waste", 0: "government", o: "overview", l: "standing", "?": "help" }))
    assert.deepEqual(command(press("Elsewhere", key), true), { do: deed });
  assert.deepEqual(command(press("Slash", "?", { shiftKey: true }), true), { do: "help" });
  assert.deepEqual(command(press("Backspace", "Backspace"), true), { do: "undo" });
});
test("F is a seat of the Commons, the capital letter finishes", () => {
  assert.deepEqual(command(press("KeyF", "f"), true), { do: "tap", place: "d3" });
  assert.deepEqual(command(press("KeyF", "F", { shiftKey: true }), true), { do: "finish" });
});
test("with single keys off only arrows, Escape and Control-Z are left", () => {
  assert.equal(command(press("KeyQ", "q"), false), null);
  assert.equal(command(press("Backspace", "Backspace"), false), null);
  assert.deepEqual(command(press("ArrowUp", "ArrowUp"), false), { do: "go", way: "up" });
  assert.deepEqual(command(press("Escape", "Escape"), false), { do: "cancel" });
  assert.deepEqual(command(press("KeyZ", "z", { ctrlKey: true }), false), { do: "undo" });
  assert.deepEqual(command(press("KeyZ", "Z", { ctrlKey: true, shiftKey: true }), true), { do: "redo" });
});
test("keys of the browser and the system are left alone", () => {
  assert.equal(command(press("KeyR", "r", { ctrlKey: true }), true), null);
  assert.equal(command(press("KeyQ", "q", { altKey: true }), true), null);
  assert.equal(command(press("Tab", "Tab"), true), null);
});
test("the key of a seat is what is written on it", () => {
  assert.equal(capOf(0, 0), "1");
  assert.equal(capOf(3, 7), ",");
});
test("what was taken back is made again by Shift and Backspace, by Ctrl-Shift-Z, by Ctrl-Y", () => {
  assert.deepEqual(command(press("Backspace", "Backspace", { shiftKey: true }), true), { do: "redo" });
  assert.deepEqual(command(press("KeyZ", "Z", { ctrlKey: true, shiftKey: true }), false), { do: "redo" });
  assert.deepEqual(command(press("KeyY", "y", { ctrlKey: true }), false), { do: "redo" });
  assert.equal(command(press("KeyY", "y", { ctrlKey: true, altKey: true }), true), null);
});
test("Shift and the key of a seat only chooses its card", () => {
  assert.deepEqual(command(press("Digit3", "#", { shiftKey: true }), true), { do: "tap", place: "c1", choose: true });
  const spanish = press("Digit7", "/", { shiftKey: true });
  assert.deepEqual(command(spanish, true), { do: "tap", place: "g1", choose: true }, "where / is Shift and 7, too");
  assert.deepEqual(command(press("Slash", "-"), true), { do: "hint" }, "and there the hint has the key of / elsewhere");
});
