// The settings: kept in this browser, put on the root for the style sheets, and damaged storage does no harm.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

let kept;
let broken;
globalThis.localStorage = {
  getItem: (key) => (broken ? fail() : kept.get(key) ?? null),
  setItem: (key, value) => (broken ? fail() : void kept.set(key, value)),
};
const fail = () => {
  throw new Error("no storage here");
};
let calm = false;
globalThis.matchMedia = () => ({ matches: calm });
globalThis.document = { documentElement: { dataset: {} } };
let round = 0;
const fresh = () => import(`#c/settings.js`).then(() => import(`../../frontend/static/js/settings.js?${(round += 1)}`));

beforeEach(() => {
  kept = new Map();
  broken = calm = false;
  document.documentElement.dataset = {};
});

test("the defaults are the empty string", async () => {
  const { setting } = await fresh();
  for (const name of ["theme", "deck", "size", "motion", "hand", "quiet", "ask", "keys", "concede", "standard"]) assert.equal(setting(name), "");
});
test("what is set is kept for the next page", async () => {
  (await fresh()).set("deck", "4");
  assert.equal((await fresh()).setting("deck"), "4");
});
for (const [name, value] of [["theme", "dark"], ["deck", "4"], ["size", "large"], ["motion", "reduce"], ["hand", "left"], ["quiet", "on"], ["keys", "off"]]) {
  test(`${name} stands on the root for the style sheets, and goes when it is taken back`, async () => {
    const { set } = await fresh();
    set(name, value);
    assert.equal(document.documentElement.dataset[name], value);
    set(name, "");
    assert.equal(name in document.documentElement.dataset, false);
  });
}
for (const name of ["ask", "concede", "standard"]) {
  test(`${name} is no business of the style sheets`, async () => {
    (await fresh()).set(name, "on");
    assert.deepEqual(document.documentElement.dataset, {});
  });
}
test("who listens hears of every change", async () => {
  const { set, onSetting, setting } = await fresh();
  const heard = [];
  onSetting(() => heard.push(setting("quiet")));
  set("quiet", "on");
  set("quiet", "");
  assert.deepEqual(heard, ["on", ""]);
});
test("an account's settings are told one call after the other, and the last choice is told last", async () => {
  document.documentElement.dataset.kept = "";
  document.cookie = "";
  const told = [];
  let answer;
  globalThis.fetch = (_path, { body }) => {
    told.push(JSON.parse(body).settings.deck);
    return new Promise((resolve) => (answer = resolve));
  };
  const ok = { ok: true, json: async () => ({}) };
  const { set } = await fresh();
  for (const deck of ["2", "4"]) set("deck", deck);
  const calls = async (count) => {
    while (told.length < count) await new Promise(setImmediate);
  };
  await calls(1);
  set("deck", "2");
  set("deck", "3");
  assert.equal(told.length, 1, "the first call is not answered yet");
  answer({ ok: false, status: 500, json: async () => ({}) });
  await calls(2);
  answer(ok);
  await new Promise(setImmediate);
  set("deck", "4");
  await calls(3);
  assert.deepEqual(told, ["4", "3", "4"], "a call that failed stops none after it");
});
test("a new account is told what the guest had set, without another change", async () => {
  document.documentElement.dataset.kept = "";
  kept.set("tdc.settings", '{"deck":"4"}');
  const told = new Promise((resolve) => (globalThis.fetch = (_path, { body }) => resolve(body)));
  await fresh();
  assert.deepEqual(JSON.parse(await told).settings, { deck: "4" });
});
test("damaged or missing storage gives the defaults, and settings hold for this page", async () => {
  kept.set("tdc.settings", "{oops");
  assert.equal((await fresh()).setting("deck"), "");
  kept.set("tdc.settings", "7");
  assert.equal((await fresh()).setting("deck"), "");
  broken = true;
  const { set, setting } = await fresh();
  set("deck", "4");
  assert.equal(setting("deck"), "4");
});
test("building asks in the first three ranked games, never in practice", async () => {
  const { asks, countRankedGame } = await fresh();
  for (const game of ["one", "two", "three"]) {
    countRankedGame(game);
    countRankedGame(game); // a reload is the same game
    assert.equal(asks(true), true);
  }
  assert.equal(asks(false), false);
  countRankedGame("one"); // gone back to: the day has two games
  assert.equal(asks(true), true);
  countRankedGame("four");
  assert.equal(asks(true), false);
});
test("asking before building can be set for always and for never", async () => {
  const { asks, set } = await fresh();
  set("ask", "on");
  assert.deepEqual([asks(true), asks(false)], [true, true]);
  set("ask", "off");
  assert.deepEqual([asks(true), asks(false)], [false, false]);
});
test("nothing moves if the device or the player wishes so", async () => {
  const { set, still } = await fresh();
  assert.equal(still(), false);
  set("motion", "reduce");
  assert.equal(still(), true);
  set("motion", "");
  calm = true;
  assert.equal(still(), true);
});
