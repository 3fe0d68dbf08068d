// A result as text: whole sentences, nothing of the cards.

import assert from "node:assert/strict";
import { test } from "node:test";

import { shareText } from "#c/share.js";

const GAME = {
  status: "won", variant: "standard", ranked: true, number: 332, date: "2026-11-29", seconds: 804, moves: 276, home: 80,
  place: 7, players: 1284, grade_label: "hard", house: { beaten: 7, of: 10 },
};

test("a won ranked game is told by day, grade, time, moves, place and house players", () => {
  assert.equal(shareText(GAME, "https://x/games/1/"), [
    "The Daily Constitutional, No. 332", "29 November 2026, Standard", "Grade: hard.", "Won in 13:24 with 276 moves.", "7th of 1,284 players.",
    "Ahead of 7 of 10 house players.", "https://x/games/1/",
  ].join("\n"));
});

test("a perfect line is celebrated", () => {
  assert.match(shareText({ ...GAME, moves: 272 }, ""), /by a perfect line: 272 moves/);
});

test("a game not won says how many cards are home", () => {
  const text = shareText({ ...GAME, status: "lost", home: 1, moves: 120 }, "");
  assert.match(text, /Not won: 1 card of 80 home in 13:24\./);
  assert.doesNotMatch(text, /120/);
});

test("who has no place, and practice, say nothing of places", () => {
  assert.doesNotMatch(shareText({ ...GAME, place: null }, ""), /1,284/);
  const practice = { ...GAME, ranked: false, number: null, date: null, place: null, players: null, house: null, grade_label: "" };
  assert.equal(shareText(practice, "u"), "The Daily Constitutional, practice\nStandard\nWon in 13:24 with 276 moves.\nu");
});
