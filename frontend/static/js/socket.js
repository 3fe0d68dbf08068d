// The law: one page, one socket. It opens, comes back, notices a dead line and carries frames; what they mean is
// not its business, and it keeps no outbox (events without an answer live in game-state.js).

/** @import {ServerMessage, ClientMessage} from "#c/protocol.js" */

const SUBPROTOCOL = "constitution.v1";
/** Close codes after which coming back would change nothing. */
const FOR_GOOD = new Set([1000, 4400, 4401, 4404]);
const COME_BACK_LATER = 4012;
const PING_MS = 15_000;
/** How long an answer may take before the line counts as down, and before another is tried. */
const PATIENCE_MS = 1500;
const SILENCE_MS = 5000;
const LONGEST_WAIT_MS = 8000;

/**
 * @typedef {object} Ears
 * @property {() => void} opened
 * @property {(message: ServerMessage) => void} heard
 * @property {() => void} lost
 * @property {(code: number) => void} over  closed for good
 * @property {(down: boolean) => void} line  an answer is overdue, or the line is back
 */

/** @param {string} path @param {Ears} ears */
export function openSocket(path, ears) {
  const url = new URL(path, location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  /** @type {WebSocket} */
  let socket;
  let tries = 0; // since something was heard
  let next = 0;
  let overdue = 0;
  let silence = 0;
  let down = false;
  let over = false;

  function connect() {
    const mine = socket = new WebSocket(url, SUBPROTOCOL);
    expect();
    mine.addEventListener("open", () => {
      if (mine !== socket) return;
      clearTimeout(silence);
      silence = 0;
      ears.opened();
    });
    mine.addEventListener("message", (event) => {
      if (mine !== socket) return;
      tries = 0;
      answered();
      setDown(false);
      ears.heard(JSON.parse(event.data));
    });
    mine.addEventListener("close", ({ code }) => mine === socket && closed(code));
  }

  /** @param {number} code */
  function closed(code) {
    clearTimeout(silence);
    silence = 0;
    if (FOR_GOOD.has(code)) {
      over = true;
      answered();
      clearInterval(beat);
      return ears.over(code);
    }
    overdue ||= setTimeout(() => setDown(true), PATIENCE_MS);
    ears.lost();
    // With jitter, so that a restart is not met by everybody at once.
    next = setTimeout(connect, code === COME_BACK_LATER ? Math.random() * 5000
      : Math.min(LONGEST_WAIT_MS, 400 * 1.6 ** tries++) * (0.5 + Math.random()));
  }

  /** Another line at once; what the old one still says is not heard. */
  function renew() {
    if (over) return;
    const old = socket;
    clearTimeout(next);
    clearTimeout(silence);
    silence = 0;
    ears.lost();
    connect();
    old.close();
  }

  const setDown = (/** @type {boolean} */ on) => {
    if (down !== on) ears.line((down = on));
  };
  function expect() {
    overdue ||= setTimeout(() => setDown(true), PATIENCE_MS);
    silence ||= setTimeout(renew, SILENCE_MS);
  }
  function answered() {
    clearTimeout(overdue);
    clearTimeout(silence);
    overdue = silence = 0;
  }

  /** @param {ClientMessage} message */
  const send = (message) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify(message));
    expect();
  };
  const beat = setInterval(() => send({ type: "ping" }), PING_MS);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && send({ type: "ping" }));
  addEventListener("online", () => (socket.readyState === WebSocket.OPEN ? send({ type: "ping" }) : renew()));
  addEventListener("pagehide", () => socket.readyState === WebSocket.OPEN && socket.close());
  addEventListener("pageshow", (event) => event.persisted && renew());
  connect();

  return { send };
}
