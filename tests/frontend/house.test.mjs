// House players in the Division: against the player's own clock, without a place.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fit, houseRow, merge, rivals, stepsAt } from "#c/house.js";
import { placeAmong } from "#c/list.js";

const GAME = { key: "teller", name: "The Teller", status: "lost", home: 31, moves: 140, seconds: 50, period: 15, curve: [0, 10, 20, 40, 44] };
const WON = { key: "speaker", name: "The Speaker", status: "won", home: 80, moves: 279, seconds: 600, period: 300, curve: [0, 136, 272, 272] };

const person = (player, progress, more = {}) => ({
  place: 1, player, guest: false, status: "playing", progress, home: 0, moves: null, seconds: 10, ...more,
});
const names = (rows) => rows.map((row) => row.player);

test("steps between two points of a curve are in proportion, and whole", () => {
  assert.equal(stepsAt(GAME, 0), 0);
  assert.equal(stepsAt(GAME, 15), 10);
  assert.equal(stepsAt(GAME, 22.5), 15);
  assert.equal(stepsAt(GAME, 44.9), 39);
});

test("after its last second a house player stands where its game ended", () => {
  assert.equal(stepsAt(GAME, 50), 44);
  assert.equal(stepsAt(GAME, 5000), 44);
});

test("a house player plays until its seconds have passed on the player's clock, and has no place", () => {
  assert.deepEqual([houseRow(GAME, 49).status, houseRow(GAME, 49).home], ["playing", 0]);
  assert.deepEqual([houseRow(GAME, 50).status, houseRow(GAME, 50).home], ["lost", 31]);
  assert.deepEqual([houseRow(WON, 600).status, houseRow(WON, 600).seconds, houseRow(WON, 600).moves], ["won", 600, 279]);
  assert.equal(houseRow(WON, 600).place, null);
});

test("house players stand among people by progress, and a tie goes to the person", () => {
  const rows = merge([person("Ada", 0.5), person("Ben", 0.1)], [houseRow(WON, 300), houseRow(GAME, 45)]);
  assert.deepEqual(names(rows), ["Ada", "The Speaker", "The Teller", "Ben"]);
});

test("a house player that has won stands among the winners by its time", () => {
  const fast = person("Ada", 1, { status: "won", seconds: 500 });
  const slow = person("Ben", 1, { status: "won", seconds: 700 });
  assert.deepEqual(names(merge([fast, slow, person("Cy", 0.9)], [houseRow(WON, 800)])), ["Ada", "The Speaker", "Ben", "Cy"]);
});

test("of games that have ended without being won the one with more cards home is ahead, as on the board", () => {
  const lost = person("Ada", 0.9, { status: "lost", home: 30 });
  assert.deepEqual(names(merge([lost], [houseRow(GAME, 60)])), ["The Teller", "Ada"]);
  assert.deepEqual(names(merge([{ ...lost, home: 31 }], [houseRow(GAME, 60)])), ["Ada", "The Teller"]);
});

test("the order of people is the server's, whatever their progress", () => {
  assert.deepEqual(names(merge([person("Ada", 0.2), person("Ben", 0.6)], [])), ["Ada", "Ben"]);
});

test("where room is short, house players far from one's own row go first, and one's own row stays", () => {
  const house = [0.9, 0.8, 0.7, 0.3, 0.2].map((progress, i) => ({ ...houseRow(GAME, 1), house: `h${i}`, player: `H${i}`, progress }));
  const rows = merge([person("Ada", 0.75), person("me", 0.25)], house);
  assert.deepEqual(names(fit(rows, "me", 4)), ["Ada", "H3", "me", "H4"]);
  assert.deepEqual(names(fit(rows, "me", 7)), names(rows));
});

test("among many people the first three and those around one's own row stay", () => {
  const rows = Array.from({ length: 20 }, (_, i) => person(`p${i}`, 1 - i / 20));
  assert.deepEqual(names(fit(rows, "p15", 6)), ["p0", "p1", "p2", "p14", "p15", "p16"]);
});

test("three are run against: the best, one in the middle and a weak one", () => {
  const games = [5, 40, 90, 120, 200].map((steps, i) => ({ ...GAME, key: `k${i}`, home: steps, curve: [0, steps] }));
  assert.deepEqual(rivals(games).map((game) => game.key), ["k1", "k2", "k4"]);
  assert.equal(rivals(games.slice(0, 2)).length, 2);
  assert.deepEqual(rivals([]), []);
});

test("a running game has a place once somebody has won, one that ended unwon has none", () => {
  const [first, won, gone] = [person("a", 0), person("b", 1, { status: "won" }), person("c", 0, { status: "conceded" })];
  assert.equal(placeAmong(first, [first, gone]), 0);
  assert.equal(placeAmong(first, [won, first]), 1);
  assert.equal(placeAmong(gone, [won, gone]), 0);
});
