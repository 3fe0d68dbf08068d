// The fold of what the server says and what the player wishes: tests/frontend/position.mjs lays the table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { connect, disconnect, nothing, receive, wish } from "#c/game-state.js";
import { viewOf } from "#c/view.js";
import { moved, position, seated } from "./position.mjs";

const send = (state, type, move) => {
  const step = wish(state, type, move);
  assert.ok(step, `${type} ${move ?? ""} cannot be wished`);
  return step;
};

test("a new connection asks for the truth before anything else, with what it knows as a hint", () => {
  assert.deepEqual(connect(nothing()).out, [{ type: "sync", rev: 0 }]);
  assert.deepEqual(connect(seated()).out, [{ type: "sync", rev: 4 }]);
});

test("a wished move is sent with the rev it would get and drawn at once", () => {
  const { state, out } = send(seated(), "move", "a2b1");
  assert.deepEqual(out, [{ type: "move", rev: 5, move: "a2b1" }]);
  const view = viewOf(state);
  assert.deepEqual(view.rows[0][1], ["9D", "8S"]);
  assert.equal(view.vacancy, "a2");
  assert.equal(view.pending, 1);
});

test("the succession of a seat just left may be sent ahead, down to the People", () => {
  let { state } = send(seated(), "move", "a2b1");
  assert.deepEqual(viewOf(state).legal, [..."abcdefgh"].map((c) => `${c}3a2`));
  let step = send(state, "move", "c3a2");
  assert.deepEqual(step.out, [{ type: "move", rev: 6, move: "c3a2" }]);
  assert.equal(viewOf(step.state).vacancy, "c3");
  step = send(step.state, "move", "d4c3");
  const view = viewOf(step.state);
  assert.equal(view.vacancy, null);
  assert.deepEqual(view.rows[3][3], ["??"], "the stock's card lies face down until it turns");
  assert.equal(view.stock, 47);
});

test("while events are under way a move is offered only if its places are untouched", () => {
  const { state } = send(seated({ legal: ["c1f", "a2b1", "d1e1"] }), "move", "c1f");
  assert.deepEqual(viewOf(state).rows[0][2], []);
  const two = seated({ legal: ["c1d1", "d1e1", "g1f"], rows: [[["2C"], ["9D"], ["3C", "7C"], ["8H"], ["9S"], ["2S"], ["2D"], ["2H"]]] });
  const step = send(two, "move", "c1d1");
  assert.deepEqual(viewOf(step.state).legal, ["g1f"]);
});

test("the ack of the own move confirms it and nothing travels twice", () => {
  const { state } = send(seated(), "move", "a2b1");
  const step = receive(state, moved(5, "a2b1"));
  assert.deepEqual(step.news.motions, []);
  assert.equal(step.state.pending.length, 0);
  assert.equal(step.state.base.rev, 5);
  assert.deepEqual(step.state.base.rows[0][1], ["9D", "8S"]);
});

test("a move of another tab travels, its turned card too, and ends what was sent behind it", () => {
  const { state } = send(seated(), "move", "a2b1");
  const step = receive(state, moved(5, "c1f", { turned: [["s", "d4", "TC"]] }));
  assert.deepEqual(step.news.motions.map((m) => [m.from, m.to, m.turn]), [["c1", "f", false], ["s", "d4", true]]);
  assert.deepEqual(step.state.pending, []);
  assert.equal(step.news.dropped.length, 1);
});

test("what is known already is dropped", () => {
  const state = seated();
  assert.equal(receive(state, moved(4, "a2b1")).state, state);
  assert.equal(receive(state, moved(1, "a2b1")).state, state);
});

test("a gap asks for the truth once and changes nothing", () => {
  const step = receive(seated(), moved(7, "a2b1"));
  assert.deepEqual(step.out, [{ type: "sync", rev: 4 }]);
  assert.equal(step.state.base.rev, 4);
  assert.deepEqual(receive(step.state, moved(8, "a2b1")).out, []);
});

test("a pong with a higher rev is a gap, one with the known rev is not", () => {
  assert.deepEqual(receive(seated(), { type: "pong", rev: 4, server_ms: 0 }).out, []);
  assert.deepEqual(receive(seated(), { type: "pong", rev: 5, server_ms: 0 }).out, [{ type: "sync", rev: 4 }]);
});

test("a refusal takes back that event and all sent behind it, with the reason", () => {
  let state = send(seated(), "move", "c1f").state;
  state = receive(state, moved(5, "c1f", { legal: ["a2b1"] })).state;
  state = send(state, "move", "a2b1").state;
  state = send(state, "move", "b3a2").state;
  const step = receive(state, { type: "rejected", rev: 6, code: "illegal_move", detail: "No." });
  assert.deepEqual(step.state.pending, []);
  assert.equal(step.news.dropped.length, 2);
  assert.equal(step.news.reason, "No.");
  assert.deepEqual(step.news.motions.map((m) => [m.from, m.to]), [["a2", "b3"], ["b1", "a2"]]);
  assert.equal(viewOf(step.state).rows[1][0][0], "8S");
});

test("a refusal that names no event of ours leaves events alone for practice_only, else asks for the truth", () => {
  const { state } = send(seated(), "move", "a2b1");
  assert.deepEqual(receive(state, { type: "rejected", rev: 99, code: "practice_only", detail: "" }).out, []);
  assert.deepEqual(receive(state, { type: "rejected", rev: 99, code: "too_fast", detail: "" }).out, [{ type: "sync", rev: 4 }]);
});

test("without a line events are kept, and sent again when they are still next", () => {
  const state = disconnect(seated());
  const one = send(state, "move", "a2b1");
  assert.deepEqual(one.out, []);
  const two = send(one.state, "move", "b3a2");
  const back = receive(connect(two.state).state, position());
  assert.deepEqual(back.out, [{ type: "move", rev: 5, move: "a2b1" }, { type: "move", rev: 6, move: "b3a2" }]);
  assert.equal(back.state.live, true);
});

test("a lost ack: what landed is not sent again, what follows is", () => {
  let { state } = send(seated(), "move", "a2b1");
  ({ state } = send(state, "move", "b3a2"));
  const truth = position({ rev: 5, ply: 5, moves: [..."wxyz", "a2b1"] });
  const back = receive(connect(disconnect(state)).state, truth);
  assert.deepEqual(back.out, [{ type: "move", rev: 6, move: "b3a2" }]);
  assert.deepEqual(back.news.dropped, []);
});

test("when another event stands where ours should, ours are dropped", () => {
  let { state } = send(seated(), "move", "a2b1");
  ({ state } = send(state, "move", "b3a2"));
  const truth = position({ rev: 5, ply: 5, moves: [..."wxyz", "c1f"] });
  const back = receive(connect(disconnect(state)).state, truth);
  assert.deepEqual(back.out, []);
  assert.equal(back.news.dropped.length, 2);
});

test("a position on a live socket sends nothing again", () => {
  const { state } = send(seated(), "move", "a2b1");
  assert.deepEqual(receive(state, position()).out, []);
});

test("an older position changes nothing", () => {
  const step = receive(seated(), position({ rev: 3, rows: [] }));
  assert.equal(step.state.base.rev, 4);
});

test("at most eight events are sent ahead, and nothing after a concession", () => {
  let state = seated();
  for (let i = 0; i < 8; i += 1) state = send(state, "undo").state;
  assert.equal(wish(state, "undo"), null);
  assert.equal(wish(send(seated(), "concede").state, "move", "a2b1"), null);
});

test("an undo of a move without its answer is drawn at once", () => {
  let { state } = send(seated(), "move", "a2b1");
  state = send(state, "undo").state;
  assert.deepEqual(viewOf(state).rows[1][0], ["8S"]);
  assert.equal(state.pending[1].rev, 6);
});

test("an undo of a move home restores seat and foundation, also where both are called f1", () => {
  const before = seated({ moves: ["x", "y", "z", "f1f"], foundations: ["AC", "AC", "AD", "AD", "AH", "AH", "2S", "AS"] });
  const step = receive(before, {
    type: "undone", rev: 5, ply: 3, restored: [["f1", ["2S"]], ["f0", ["AC"]], ["f1", ["AC"]]],
    stock: 48, legal: [], status: "playing", home: 0, progress: 0, undo: true, dead: false, elapsed_ms: 9,
  });
  assert.deepEqual(step.state.base.rows[0][5], ["2S"]);
  assert.deepEqual(step.state.base.foundations, ["AC", "AC", "AD", "AD", "AH", "AH", "AS", "AS"]);
  assert.deepEqual(step.state.base.moves, ["x", "y", "z"]);
});

test("of two equal foundations the one listed first takes the next card", () => {
  const step = receive(seated(), moved(5, "f1f"));
  assert.deepEqual(step.state.base.foundations.slice(6), ["2S", "AS"]);
});

test("turning the stock draws a back until the server tells the card", () => {
  const { state } = send(seated({ legal: ["s"], waste: ["4H"] }), "move", "s");
  assert.deepEqual(viewOf(state).waste, ["4H", "??"]);
  const step = receive(state, moved(5, "s", { turned: [["s", "w", "5C"]], stock: 47 }));
  assert.deepEqual(step.state.base.waste, ["4H", "5C"]);
  assert.deepEqual(step.news.motions.map((m) => m.to), ["w"]);
});

test("a card that comes from the waste leaves it", () => {
  const step = receive(seated({ waste: ["4H", "5C"] }), moved(5, "a4b3", { turned: [["w", "a4", "5C"]] }));
  assert.deepEqual(step.state.base.waste, ["4H"]);
  assert.deepEqual(step.state.base.rows[3][0], ["5C"]);
});

test("the end is told once, drops what is under way, and nothing can be wished after it", () => {
  const { state } = send(seated(), "concede");
  const step = receive(state, { type: "ended", rev: 5, status: "conceded", home: 0, seconds: 9, moves: 4, place: null, would_be: null });
  assert.equal(step.news.kind, "ended");
  assert.equal(step.state.base.status, "conceded");
  assert.equal(wish(step.state, "undo"), null);
  assert.deepEqual(viewOf(step.state).legal, []);
});

test("a lost position is not over while a move can be taken back", () => {
  const state = seated({ status: "lost", legal: [], undo: true });
  assert.equal(viewOf(state).over, false);
  assert.equal(viewOf(state).undo, true);
  assert.ok(wish(state, "undo"));
  assert.equal(viewOf(seated({ status: "lost", legal: [], undo: false })).over, true);
});

test("of two equal cards that could go home only one is sent ahead", () => {
  const rows = [[["2C"], ["9D"], ["2D"], ["2D"], ["9S"], ["2S"], ["TD"], ["2H"]]];
  const foundations = ["AC", "AC", "3D", "AD", "AH", "AH", "AS", "AS"];
  const { state } = send(seated({ rows, foundations, legal: ["c1f", "d1f", "f1f"] }), "move", "c1f");
  assert.deepEqual(viewOf({ ...state, base: { ...state.base, rows: [[["2C"], ["9D"], ["2D", "2D"], ["2D"], ["9S"], ["2S"], ["TD"], ["2H"]], ...state.base.rows.slice(1)] } }).legal, ["f1f"]);
});

test("a card that could go to two places waits while one of them is under way: a tap must ask as it would in the end", () => {
  const rows = [[["2C"], ["9D", "2D"], ["2D"], ["8H"], ["9S"], ["2S"], ["TD"], ["9H"]]];
  const ahead = send(seated({ rows, legal: ["b1f", "a2b1", "a2h1", "b2h1"] }), "move", "b1f");
  assert.deepEqual(viewOf(ahead.state).legal, ["b2h1"]);
});
test("several moves may be taken back ahead of the answers", () => {
  let state = seated();
  for (let i = 0; i < 3; i += 1) {
    assert.equal(viewOf(state).undo, true);
    state = send(state, "undo").state;
  }
});

// ---- taken back and made again ----

const undone = (rev, restored) => ({
  type: "undone", rev, ply: 4, restored, stock: 48, legal: ["a2b1"], status: "playing", home: 0, progress: 0, undo: true, dead: false,
  elapsed_ms: 3000,
});
const takenBack = () => receive(receive(seated(), moved(5, "a2b1")).state, undone(6, [["a2", ["8S"]], ["b1", ["9D"]]])).state;

test("a move taken back may be made again, once", () => {
  assert.equal(viewOf(seated()).redo, null);
  const state = takenBack();
  assert.equal(viewOf(state).redo, "a2b1");
  const again = send(state, "move", "a2b1");
  assert.equal(viewOf(again.state).redo, null);
  assert.equal(viewOf(receive(again.state, moved(7, "a2b1", { ply: 5 })).state).redo, null);
});

test("another move ends what could be made again", () => {
  assert.equal(viewOf(receive(takenBack(), moved(7, "c1f", { ply: 5 })).state).redo, null);
});

test("a table that is told anew knows of nothing to make again, unless it stands where it stood", () => {
  const state = takenBack();
  assert.equal(viewOf(receive(state, position({ rev: 6, ply: 4 })).state).redo, "a2b1");
  assert.equal(viewOf(receive(state, position({ rev: 9, ply: 4 })).state).redo, null);
});

test("while a move to be taken back is still under way nothing is made again", () => {
  const state = receive(seated(), moved(5, "a2b1")).state;
  assert.equal(viewOf(send(state, "undo").state).redo, null);
  const ahead = send(send(seated(), "move", "a2b1").state, "undo");
  assert.equal(viewOf(ahead.state).redo, "a2b1");
});

// ---- the waste ----

test("the waste's top card takes the seat of the People that was left, and what lies below it comes to sight", () => {
  const state = seated({ variant: "cadogan", waste: ["4S", "5D"], legal: ["a4b3", "w" + "c4", "s"] });
  const view = viewOf(send(state, "move", "a4b3").state);
  assert.deepEqual(view.rows[3][0], ["5D"]);
  assert.deepEqual(view.waste, ["4S"]);
  assert.equal(view.stock, 48);
  assert.ok(!view.legal.some((move) => move[0] === "w"), "what lies on the waste now the server has not offered");
});

test("a seat of the People that keeps a card takes none from the waste", () => {
  const state = seated({ variant: "cadogan", waste: ["5D"], legal: ["a4b3"] });
  state.base.rows = state.base.rows.map((row, r) => (r === 3 ? row.map((pile, c) => (c ? pile : ["4S", ...pile])) : row));
  const view = viewOf(send(state, "move", "a4b3").state);
  assert.deepEqual([view.rows[3][0], view.waste], [["4S"], ["5D"]]);
});
