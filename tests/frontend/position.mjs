// A table for the tests: an attempt at rev 4 after four moves, eight of spades able to build on nine of diamonds.

import { connect, nothing, receive } from "#c/game-state.js";

const ROWS = [
  [["2C"], ["9D"], ["2D"], ["8H"], ["9S"], ["2S"], ["TD"], ["2H"]],
  [["8S"], ["3C"], ["4C"], ["5C"], ["6C"], ["7C"], ["9C"], ["TC"]],
  [["3D"], ["4D"], ["5D"], ["6D"], ["7D"], ["8D"], ["JD"], ["TS"]],
  [["3H"], ["4H"], ["5H"], ["6H"], ["7H"], ["9H"], ["TH"], ["JH"]],
];

export const position = (changes = {}) => ({
  type: "position", attempt: "x", slug: null, variant: "standard", ranked: false, rev: 4, ply: 4, moves: ["w", "x", "y", "z"],
  foundations: ["AC", "AC", "AD", "AD", "AH", "AH", "AS", "AS"], stock: 48, waste: [], legal: ["a2b1", "c1f"],
  status: "playing", home: 0, progress: 0, undo: true, dead: false, elapsed_ms: 1000, server_ms: 5000,
  ...changes, rows: [...(changes.rows ?? []), ...ROWS.slice(changes.rows?.length ?? 0)],
});

export const seated = (changes) => receive(connect(nothing()).state, position(changes)).state;

export const moved = (rev, move, changes = {}) => ({
  type: "moved", rev, ply: rev, move, turned: [], stock: 48, legal: [], status: "playing", home: 0, progress: 0,
  undo: true, dead: false, elapsed_ms: 2000, ...changes,
});
