// Made by `manage.py write_protocol` from games/play/protocol.py. Do not edit.
export type Status = "playing" | "won" | "lost" | "conceded" | "expired";
export type Code = "illegal_move" | "vacancy_first" | "stale" | "no_undo" | "no_line" | "attempt_over" | "practice_only" | "too_fast" | "too_long" | "bad_message";
/** One row of the standings. Not won: `moves` is null and `seconds` the time so far.

    One that takes no place (a guest's) has none; one's own then says which it would be. */
export interface Row {
  place: number | null;
  player: string;
  guest: boolean;
  status: Status;
  progress: number;
  home: number;
  moves: number | null;
  seconds: number;
  would_be?: number | null;
}
/** The whole truth of an attempt. */
export interface Position {
  type: "position";
  rev: number;
  ply: number;
  stock: number;
  legal: string[];
  status: Status;
  home: number;
  progress: number;
  undo: boolean;
  dead: boolean;
  elapsed_ms: number;
  attempt: string;
  slug: string | null;
  variant: string;
  ranked: boolean;
  moves: string[];
  rows: string[][][];
  foundations: string[];
  waste: string[];
  server_ms: number;
}
/** A move stands, durably. */
export interface Moved {
  type: "moved";
  rev: number;
  ply: number;
  stock: number;
  legal: string[];
  status: Status;
  home: number;
  progress: number;
  undo: boolean;
  dead: boolean;
  elapsed_ms: number;
  move: string;
  turned: [string, string, string][];
}
/** The last move was taken back; `restored` gives the changed places whole.

    Seats come first, then `w`, and after a card came back from home all foundations `f0`-`f7`:
    `f1` to `f4` are names of both kinds, and the order tells them apart. */
export interface Undone {
  type: "undone";
  rev: number;
  ply: number;
  stock: number;
  legal: string[];
  status: Status;
  home: number;
  progress: number;
  undo: boolean;
  dead: boolean;
  elapsed_ms: number;
  restored: [string, string[]][];
}
/** Plain play has played the rest. */
export interface Played {
  type: "played";
  rev: number;
  ply: number;
  stock: number;
  legal: string[];
  status: Status;
  home: number;
  progress: number;
  undo: boolean;
  dead: boolean;
  elapsed_ms: number;
  moves: string[];
  turned: [string, string, string][];
}
/** The attempt is over, whatever ended it. */
export interface Ended {
  type: "ended";
  rev: number;
  status: Status;
  home: number;
  seconds: number;
  moves: number;
  place: number | null;
  would_be: number | null;
}
/** An event was refused and nothing changed; `detail` is in the visitor's language. */
export interface Rejected {
  type: "rejected";
  rev: number;
  code: Code;
  detail: string;
}
/** A hint, or null with the reason. */
export interface Hint {
  type: "hint";
  rev: number;
  move: string | null;
  reason: string;
}
/** The top of a deal's board, the same text for everybody. */
export interface Standings {
  type: "standings";
  slug: string;
  by: "time" | "moves";
  revision: number;
  players: number;
  playing: number;
  finished: number;
  top: Row[];
}
/** Your own row and its neighbours. */
export interface Standing {
  type: "standing";
  slug: string;
  by: "time" | "moves";
  revision: number;
  me: Row | null;
  near: Row[];
}
/** The server is about to close this socket. */
export interface Closing {
  type: "closing";
  reason: "upgrade" | "signed_out" | "elsewhere" | "deal_closed" | "shutdown" | "too_fast";
}
/** The answer to a ping; a higher rev than yours is a gap. */
export interface Pong {
  type: "pong";
  rev: number;
  server_ms: number;
}
/** The first frame, and after any gap: asks for the whole truth. */
export interface Sync {
  type: "sync";
  rev: number;
  build?: string;
}
/** The wish to make a move; `rev` is the number it would get. */
export interface Move {
  type: "move";
  rev: number;
  move: string;
}
/** The wish to take back the last move. */
export interface Undo {
  type: "undo";
  rev: number;
}
/** The wish to give the attempt up. */
export interface Concede {
  type: "concede";
  rev: number;
}
/** The wish to have plain play play the rest. */
export interface Finish {
  type: "finish";
  rev: number;
}
/** Asks for a hint; practice only. */
export interface AskHint {
  type: "hint";
}
/** I am still here. */
export interface Ping {
  type: "ping";
}
export type ServerMessage =
  | Position
  | Moved
  | Undone
  | Played
  | Ended
  | Rejected
  | Hint
  | Standings
  | Standing
  | Closing
  | Pong;
export type ClientMessage =
  | Sync
  | Move
  | Undo
  | Concede
  | Finish
  | AskHint
  | Ping;
