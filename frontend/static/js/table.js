// The law: the table as a whole: it folds what its source says, turns taps, drags and keys into wishes, and has
// everything drawn. It knows no socket and no rule; a source may be a live game, a lesson or a replay.

import { announcer, endedText, eventText, fillText, hintText, listText, overviewText, promptFor, whyNotText } from "#c/speech.js";
import { boardOn } from "#c/board.js";
import { clockOn } from "#c/clock.js";
import { connect, disconnect, isOver, nothing, receive, shift, wish } from "#c/game-state.js";
import { parseMove } from "#c/cards.js";
import { cardAt, marksFor, movesFrom, nextHome, tap, targetOf } from "#c/tap.js";
import { afterFrame, nudge } from "#c/motion.js";
import { asks, set, setting, still } from "#c/settings.js";
import { viewOf } from "#c/view.js";
import { cardName, gettext, interpolate, tell } from "#c/words.js";

/** @import {ClientMessage, ServerMessage, Ended} from "#c/protocol.js" */
/** @import {Motion, Pending} from "#c/game-state.js" */
/** @import {View} from "#c/view.js" */

/** A tap on a seat whose card has just changed was meant for the old card. */
const GUARD_MS = 180;
/** A tap that could not be judged yet waits this long for the server. */
const HOLD_MS = 2500;
const REFUSAL_MS = 3500;

/**
 * @typedef {object} Options
 * @property {boolean} ranked
 * @property {boolean} cadogan
 * @property {(message: ClientMessage) => void} send  to the source
 * @property {() => void} [wished]  the player has done something, whether or not it could be sent
 * @property {(view: View, ended: Ended | null) => void} over  the game has ended
 * @property {(wish: Wish) => string} [why]  a guided table: why this is not wanted now, "" when it is, or no move at all
 */
/** @typedef {{type: Pending["type"] | "tap", move: string | null}} Wish a tap that is no move names its place */

/** @param {Options} options */
export function tableOn({ ranked, cadogan, send, wished, over, why }) {
  const $ = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
  const board = boardOn($("[data-board]"), document);
  const speech = announcer($("[data-say]"), $("[data-alert]"));
  const clock = clockOn($("[data-time]"));
  const prompt = $("[data-prompt]");
  const acts = new Map([...document.querySelectorAll("[data-act]:not([data-stuck])")].map((b) => [/** @type {HTMLElement} */ (b).dataset.act, /** @type {HTMLElement} */ (b)]));
  const counts = { moves: $("[data-moves]"), stock: $("[data-stockn]"), waste: $("[data-wasten]"), home: [...document.querySelectorAll("[data-home]")] };

  const conceding = /** @type {HTMLElement | null} */ (document.querySelector("[data-stuck]"));

  let state = nothing();
  /** @type {View | null} */
  let view = null;
  /** @type {string | null} */
  let selected = null;
  let first = false; // it is the first that asks before building: that says what can turn the question off
  /** @type {string | null} the source whose builds are shown */
  let peeked = null;
  /** @type {string | null} */
  let hinted = null;
  let hintSaid = "";
  let homing = false;
  let down = false; // the line: a hint cannot be kept and sent later
  let refusal = "";
  let refused = false;
  let refusalTimer = 0;
  let told = false; // the end
  let finishTold = false;
  let unfinished = { moves: -1, why: "" }; // a refused finish: until the next move, why
  /** @type {{place: string, card: string | undefined, until: number} | null} */
  let held = null;
  /** @type {Map<string, {at: number, before: string | undefined}>} */
  const changes = new Map();

  // ---- drawing ----

  /** @param {string | null} place */
  const canGo = (place) => place !== null && movesFrom(view?.legal ?? [], place).length > 0;

  /** @param {Motion[]} [motions] @param {boolean} [back] @param {boolean} [finished] */
  function draw(motions = [], back = false, finished = false) {
    const before = view;
    view = viewOf(state);
    if (!view) return;
    if (!canGo(selected)) selected = null;
    if (before) noteChanges(before, view, motions);
    const marks = marksFor(view, { selected, peeked, hinted });
    if (finished && !still()) board.finish(view, marks);
    else board.draw(view, marks, motions, back);
    drawWords();
  }
  const drawWords = afterFrame(() => {
    if (!view) return;
    drawCounts(view);
    drawPrompt(view);
  });

  /** @param {View} before @param {View} after @param {Motion[]} motions */
  function noteChanges(before, after, motions) {
    const at = performance.now();
    for (const { from, to } of motions) {
      for (const place of [from, to]) {
        const old = cardAt(before, place);
        if (place.length < 3 && old !== cardAt(after, place)) changes.set(place, { at, before: old });
      }
    }
  }

  /** @param {View} now */
  function drawCounts(now) {
    write(counts.moves, now.moves);
    write(counts.stock, now.stock);
    if (counts.waste) write(counts.waste, now.waste.length);
    for (const element of counts.home) write(element, now.home);
    enable("undo", now.undo);
    enable("redo", !!now.redo);
    enable("home", !!nextHome(now));
    enable("hint", !now.over && !now.pending && !down);
    const finish = acts.get("finish");
    // Once it was refused both ways stay: asking again, after another move, and card by card.
    const bothWays = now.finish && unfinished.moves >= 0;
    if (finish) finish.hidden = !now.finish;
    finish?.parentElement?.classList.toggle("full", bothWays);
    enable("finish", now.moves !== unfinished.moves);
    enable("concede", !now.over);
    if (conceding) conceding.hidden = !now.stuck;
    // A phone has room for four buttons: what ends the game takes the place of what sends single cards home.
    const home = acts.get("home");
    if (home) home.hidden = (now.finish && !bothWays) || now.stuck;
  }

  /** @param {string} act @param {boolean} on */
  function enable(act, on) {
    const button = acts.get(act);
    const value = on ? "false" : "true";
    if (button && button.getAttribute("aria-disabled") !== value) button.setAttribute("aria-disabled", value);
  }

  /** @param {View} now */
  function drawPrompt(now) {
    // Once a finish was refused, the next move is asked for again.
    const open = { ...now, finish: now.finish && unfinished.moves < 0 };
    tell(prompt, refusal || (hinted && hintSaid) || promptFor(open, selected, cadogan, first));
    prompt.classList.toggle("refused", refused);
  }

  /** @param {string} sentence @param {boolean} [bad] */
  function refuse(sentence, bad = true) {
    refusal = sentence;
    refused = bad;
    clearTimeout(refusalTimer);
    refusalTimer = setTimeout(() => {
      hush();
      if (view) drawPrompt(view);
    }, REFUSAL_MS);
  }

  /** Say under the table and aloud what is no move. @param {string} sentence @param {boolean} [bad] */
  function say(sentence, bad = true) {
    if (!view || !sentence) return;
    refuse(sentence, bad);
    drawPrompt(view);
    speech.say(sentence);
  }

  function hush() {
    refusal = "";
    refused = false;
  }

  // ---- what the source says ----

  /** @param {ServerMessage} message */
  function heard(message) {
    if (message.type === "hint") return hint(message.move, message.reason);
    const step = receive(state, message);
    const first = !state.base && step.state.base;
    state = step.state;
    step.out.forEach(send);
    if ("elapsed_ms" in message && state.base) clock.tell(state.base.elapsed_ms, !isOver(state.base));
    const { news } = step;
    if (news.kind === "none") return;
    if (news.kind === "ended" && message.type === "ended") clock.tell(message.seconds * 1000, false);
    if (news.kind !== "rejected") hinted = null;
    if (news.kind === "rejected") {
      refuse(news.reason);
      homing = false;
      if (news.code === "no_line" && view) unfinished = { moves: view.moves, why: news.reason };
    }
    if (news.dropped.length) homing = false;
    draw(news.motions, news.kind === "rejected" || news.kind === "undone", news.kind === "played");
    if (!view) return;
    speech.say(first ? overviewText(view, cadogan) : eventText(message, news, view), news.kind === "rejected" ? refusal : view.stuck || (view.finish && !finishTold) ? promptFor(view, null, cadogan) : "");
    finishTold ||= view.finish;
    if (view.over && !told) {
      told = true;
      homing = false;
      speech.alert(endedText(view.status));
    }
    if (first) setTimeout(listText, 0, []);
    // A last move is followed by "ended", with the place.
    if (view.over && (news.kind === "ended" || news.kind === "position")) over(view, state.ended);
    if (homing) sendHome();
    letGo();
  }

  /** A tap that waited for the server is judged now. */
  function letGo() {
    if (!held || !view || view.pending) return;
    const { place, card, until } = held;
    held = null;
    if (performance.now() < until && cardAt(view, place) === card) touch(place, false);
  }

  // ---- what the player does ----

  /** @param {Pending["type"]} type @param {string | null} [move] @returns {boolean} */
  function act(type, move = null) {
    const not = why?.({ type, move }) ?? "";
    if (not) {
      selected = null;
      if (move) nudge(board.topCard(parseMove(move).from));
      draw();
      say(not);
      return false;
    }
    const step = wish(state, type, move);
    if (!step) return false;
    const motions = view && move ? motionsOf(view, move, viewOf(step.state)) : [];
    state = step.state;
    selected = peeked = hinted = held = null;
    hush();
    step.out.forEach(send);
    draw(motions);
    wished?.();
    return true;
  }

  /** @param {View} before @param {string} move @param {View | null} after @returns {Motion[]} */
  function motionsOf(before, move, after) {
    if (move === "s") return [{ from: "s", to: "w", turn: false, home: -1 }];
    const motions = shift(before, move)?.motions ?? [];
    const { from } = parseMove(move);
    // The waste's top card takes the seat of the People that was left.
    return from !== "w" && after && after.waste.length < before.waste.length ? [...motions, { from: "w", to: from, turn: true, home: -1 }] : motions;
  }

  /**
   * @param {string} place @param {boolean} [guarded] by the double-tap guard
   * @param {boolean} [choose] the card is only chosen: where it goes is asked, even if it could go home
   */
  function touch(place, guarded = true, choose = false) {
    if (!view) return;
    const change = changes.get(place);
    const card = cardAt(view, place);
    if (guarded && change && performance.now() - change.at < GUARD_MS && change.before !== card) return;
    homing = false;
    peeked = null;
    const answer = tap(view, selected, place, asks(ranked), hinted, choose);
    if (answer.do === "move") return void act("move", answer.move);
    if (answer.do === "nudge") {
      selected = null;
      if (view.pending) held = { place, card, until: performance.now() + HOLD_MS };
      else deny(place);
    } else {
      // What was said before is about another card.
      hush();
      hinted = null;
      selected = answer.do === "select" ? answer.place : null;
      if (selected) {
        first = !setting("asked") && asks(ranked) && !setting("ask") && movesFrom(view.legal, selected).length === 1;
        if (first) set("asked", "yes");
        speech.say(promptFor(view, selected, cadogan, first));
      } else say(gettext("Put down: nothing has moved."), false);
    }
    draw();
  }

  /** Nothing can be done with a place now: say why. @param {string} place */
  function deny(place) {
    if (!view || view.pending) return;
    nudge(board.topCard(place) ?? board.buttonAt(place));
    say(why?.({ type: "tap", move: place }) || whyNotText(place, view, cadogan));
  }

  function sendHome() {
    homing = true;
    for (let move = view && nextHome(view); move; move = view && nextHome(view)) if (!act("move", move)) break;
    if (view && (view.vacancy || (!view.pending && !nextHome(view)))) homing = false;
  }

  /** @param {string | null} move @param {string} reason */
  function hint(move, reason) {
    if (!view || (move && !view.legal.includes(move))) return; // the player was faster
    hinted = move;
    hintSaid = move && reason ? hintText(view, move, reason) : reason;
    selected = null;
    if (!move) refuse(reason, false);
    else if (reason) hush(); // a lesson points without a word, and what it has just said stays
    draw();
    speech.say(move && reason ? hintText(view, move, reason, true) : reason);
  }

  /** @param {string} name of an action @returns {boolean} was it one of the table's */
  function deed(name) {
    if (!view) return false;
    if (name === "undo" && view.undo) {
      homing = false;
      act("undo");
    } else if (name === "redo" && view.redo) act("move", view.redo);
    else if (name === "home") sendHome();
    else if (name === "finish" && view.finish) view.moves === unfinished.moves ? say(unfinished.why) : act("finish");
    else if (name === "concede") act("concede");
    else if (name === "hint" && !ranked && !view.over && !down) send({ type: "hint" });
    else if (name === "cancel") {
      selected = hinted = peeked = null;
      homing = false;
      draw();
    } else return false;
    return true;
  }

  /** Why a greyed action cannot be done now. @param {string} name */
  function whyNotAct(name) {
    if (!view || view.over) return;
    const not = name === "home" ? view.vacancy ? fillText(view.vacancy) : gettext("No card can go home now.")
      : name === "finish" ? unfinished.why
      : name === "redo" ? gettext("Nothing was taken back.")
      : name !== "undo" ? "" : view.moves ? gettext("A card of the stock has been shown since: that stands.") : gettext("There is nothing to take back yet.");
    say(not);
  }

  return {
    heard, touch, deed, whyNotAct, board, speech, clock,
    view: () => view,
    /** The source is there: ask for the truth. */
    opened() {
      const step = connect(state);
      state = step.state;
      step.out.forEach(send);
    },
    lost() {
      state = disconnect(state);
    },
    /** @param {boolean} isDown */
    line(isDown) {
      down = isDown;
      if (view) drawCounts(view);
    },
    kept: () => state.pending.length,
    /** Say something that is no answer of the table's. @param {string} sentence */
    tell: (sentence) => say(sentence, false),
    /** @param {string | null} place looked at: its card rises, and what it could build on is shown while one chooses */
    peek(place) {
      if (place === peeked) return;
      peeked = place;
      draw();
    },
    /** @param {string} place */
    lift(place) {
      selected = place;
      first = false;
      peeked = null; // in the hand its own places are ringed alone
      draw();
    },
    deny,
    /** A card was let go where it cannot lie. @param {string} place */
    missed(place) {
      say(interpolate(gettext("The *%(card)s* cannot go there: its places are ringed while you hold it."), { card: cardName((view && cardAt(view, place)) ?? "") }));
    },
    /** @param {string} move */
    drop(move) {
      if (view?.legal.includes(move) && act("move", move)) return;
      selected = null;
      draw();
    },
    /** @param {string} place @returns {{to: string, element: Element}[]} where its card may be dropped, by the move */
    targets(place) {
      const now = view;
      if (!now) return [];
      return movesFrom(now.legal, place).flatMap((move) => {
        const element = board.targetElement(targetOf(now, move));
        return element ? [{ to: move, element }] : [];
      });
    },
  };
}

/** @param {Element} element @param {number} value */
function write(element, value) {
  const text = String(value);
  if (element.textContent !== text) element.textContent = text;
}
