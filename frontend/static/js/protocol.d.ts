// First draft by hand from the protocol; `manage.py write_protocol` replaces it with the same names.
export type Status = "playing" | "won" | "lost" | "conceded" | "expired";
export type Code =
  | "illegal_move" | "vacancy_first" | "stale" | "no_undo" | "no_line" | "attempt_over"
  | "practice_only" | "too_fast" | "too_long" | "bad_message";

export interface Position {
  type: "position";
  attempt: string;
  slug: string | null;
  variant: string;
  ranked: boolean;
  rev: number;
  ply: number;
  moves: string[];
  rows: string[][][];
  foundations: string[];
  stock: number;
  waste: string[];
  legal: string[];
  status: Status;
  home: number;
  progress: number;
  undo: boolean;
  dead: boolean;
  elapsed_ms: number;
  server_ms: number;
}
export interface Moved {
  type: "moved";
  rev: number;
  ply: number;
  move: string;
  turned: [string, string, string][];
  stock: number;
  legal: string[];
  status: Status;
  home: number;
  progress: number;
  undo: boolean;
  dead: boolean;
  elapsed_ms: number;
}
export interface Undone {
  type: "undone";
  rev: number;
  ply: number;
  restored: [string, string[]][];
  stock: number;
  legal: string[];
  status: Status;
  home: number;
  progress: number;
  undo: boolean;
  dead: boolean;
  elapsed_ms: number;
}
export interface Played {
  type: "played";
  rev: number;
  ply: number;
  moves: string[];
  turned: [string, string, string][];
  stock: number;
  legal: string[];
  status: Status;
  home: number;
  progress: number;
  undo: boolean;
  dead: boolean;
  elapsed_ms: number;
}
export interface Ended {
  type: "ended";
  rev: number;
  status: Status;
  home: number;
  seconds: number;
  moves: number | null;
  place: number | null;
  would_be: number | null;
}
export interface Rejected { type: "rejected"; rev: number | null; code: Code; detail: string }
export interface Hint { type: "hint"; rev: number; move: string | null; reason: string }
export interface Row {
  place: number | null;
  player: string;
  guest: boolean;
  status: Status;
  progress: number;
  home: number;
  moves: number | null;
  seconds: number;
}
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
export interface Standing { type: "standing"; slug: string; by: "time" | "moves"; revision: number; me: Row | null; near: Row[] }
export interface Closing {
  type: "closing";
  reason: "upgrade" | "signed_out" | "elsewhere" | "deal_closed" | "shutdown" | "too_fast";
}
export interface Pong { type: "pong"; rev: number; server_ms: number }

export type ServerMessage =
  | Position | Moved | Undone | Played | Ended | Rejected | Hint | Standings | Standing | Closing | Pong;

export interface Sync { type: "sync"; rev: number; build?: string }
export interface Move { type: "move"; rev: number; move: string }
export interface Undo { type: "undo"; rev: number }
export interface Concede { type: "concede"; rev: number }
export interface Finish { type: "finish"; rev: number }
export interface AskHint { type: "hint" }
export interface Ping { type: "ping" }
export type ClientMessage = Sync | Move | Undo | Concede | Finish | AskHint | Ping;
