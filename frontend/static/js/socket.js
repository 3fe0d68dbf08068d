// The law: one page, one socket. It opens, comes back, notices a dead line and carries frames; what they mean is
// not its business, and it keeps no outbox (events without an answer live in game-state.js).

import ReconnectingWebSocket from "ws";

/** @import {ServerMessage, ClientMessage} from "#c/protocol.js" */

const SUBPROTOCOL = "constitution.v1";
/** Close codes after which coming back would change nothing. */
const FOR_GOOD = new Set([1000, 4400, 4401, 4404]);
const COME_BACK_LATER = 4012;
const PING_MS = 15_000;
/** How long an answer may take before the line counts as down. */
const PATIENCE_MS = 1500;
const SILENCE_MS = 5000;

/**
 * @typedef {object} Ears
 * @property {() => void} opened
 * @property {(message: ServerMessage) => void} heard
 * @property {() => void} lost
 * @property {(code: number) => void} over  closed for good
 * @property {(down: boolean) => void} line  an answer is overdue, or the line is back
 */

/**
 * The library makes close events of its own (code 1000, for a time-out or an error): only the browser's own tell
 * what the server said.
 * @param {unknown} event @returns {event is CloseEvent}
 */
const isForGood = (event) => event instanceof CloseEvent && FOR_GOOD.has(event.code);

/** @param {string} path @param {Ears} ears */
export function openSocket(path, ears) {
  const url = new URL(path, location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  let wait = 0; // before the next attempt, after "come back later"
  let overdue = 0;
  let silence = 0;
  let down = false;
  let awaited = 0;

  const socket = new ReconnectingWebSocket(
    async () => {
      const ms = wait || Math.random() * 200; // jitter, so that a restart is not met by everybody at once
      wait = 0;
      if (ms) await new Promise((resolve) => setTimeout(resolve, ms));
      return url.href;
    },
    SUBPROTOCOL,
    {
      minReconnectionDelay: 400, maxReconnectionDelay: 8000, reconnectionDelayGrowFactor: 1.6, minUptime: 3000,
      connectionTimeout: 6000, maxEnqueuedMessages: 0,
      shouldReconnectOnClose: (event) => !isForGood(event),
    },
  );

  const setDown = (/** @type {boolean} */ on) => {
    if (down !== on) ears.line((down = on));
  };
  overdue = setTimeout(() => setDown(true), PATIENCE_MS);
  const expect = () => {
    awaited += 1;
    if (!overdue) overdue = setTimeout(() => setDown(true), PATIENCE_MS);
    if (!silence) silence = setTimeout(() => socket.reconnect(), SILENCE_MS);
  };
  const answered = () => {
    awaited = 0;
    clearTimeout(overdue);
    clearTimeout(silence);
    overdue = silence = 0;
  };

  socket.addEventListener("open", () => {
    ears.opened();
  });
  socket.addEventListener("message", (event) => {
    answered();
    setDown(false);
    ears.heard(JSON.parse(/** @type {MessageEvent<string>} */ (event).data));
  });
  socket.addEventListener("close", (event) => {
    clearTimeout(silence);
    silence = 0;
    if (isForGood(event)) {
      answered();
      clearInterval(beat);
      return ears.over(event.code);
    }
    if (event instanceof CloseEvent && event.code === COME_BACK_LATER) wait = Math.random() * 5000;
    if (!overdue) overdue = setTimeout(() => setDown(true), PATIENCE_MS);
    ears.lost();
  });

  /** @param {ClientMessage} message */
  const send = (message) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify(message));
    expect();
  };
  const probe = () => {
    if (document.visibilityState === "hidden") return;
    if (socket.readyState === WebSocket.OPEN) send({ type: "ping" });
  };
  const beat = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) send({ type: "ping" });
  }, PING_MS);
  document.addEventListener("visibilitychange", probe);
  addEventListener("online", () => (socket.readyState === WebSocket.OPEN ? probe() : socket.reconnect()));
  addEventListener("pagehide", () => socket.close());
  addEventListener("pageshow", (event) => event.persisted && socket.reconnect());

  return { send, awaited: () => awaited };
}
