/** What goes over the sockets, as docs/server.md explains it. */

import type { Event, View } from "../lib/game.ts";
import type { Facts } from "../lib/words.ts";

export interface Player {
  seat: number;
  person?: string;
  name?: string;
  /** The bot that plays, be it for the person. */
  level?: string;
  here?: boolean;
  present?: boolean;
  left?: boolean;
  replaceable?: boolean;
  /** Milliseconds left on the clock when this was sent. */
  time?: number;
  rating?: number;
  kept?: boolean;
  asked?: boolean;
  agreed?: boolean;
}

export interface Info {
  table: string;
  game: string;
  options: Readonly<Record<string, string | number>>;
  status: "open" | "running" | "over" | "closed";
  host: string;
  public: boolean;
  commitment: string;
  seats: readonly Player[];
  turn?: number;
  moves?: number;
  rated?: boolean;
  clock?: { seconds: number; per?: string; plus?: number };
  watchers?: number;
  payoffs?: readonly number[];
  reason?: string;
  seed?: string;
  again?: string;
}

export interface SeatView {
  view: View | null;
  legal?: readonly string[];
  undo?: boolean;
}

export type SeatViews = Readonly<Record<number, SeatView>>;

/** An entry of the log, by its kind. */
export interface Entry {
  kind: string;
  seat?: number;
  person?: string;
  level?: string;
  why?: string;
  agreed?: boolean;
  move?: string;
  by?: string;
  reason?: string;
  payoffs?: readonly number[];
}

export interface News {
  type: "news";
  n: number;
  at: number;
  event: Entry;
  game_events?: readonly Event[];
  info?: Info;
  turn?: number;
  clocks?: readonly (number | null)[];
  views?: SeatViews;
}

export interface ChatMessage {
  type: "chat";
  n: number;
  at: number;
  person: string;
  name: string | null;
  text: string | null;
}

export interface Welcome {
  type: "welcome";
  n: number;
  at: number;
  you: string;
  info: Info;
  views: SeatViews;
  missed?: readonly News[];
  chat?: readonly ChatMessage[];
}

export type FromTable =
  | Welcome
  | News
  | ChatMessage
  | { type: "done"; number: number; n: number }
  | { type: "refused"; code: string; facts: Facts; sentence: string; number?: number }
  | { type: "presence"; info: Info }
  | { type: "thinking"; seat: number }
  | { type: "hint"; number: number; seat: number; move: string }
  | { type: "frame"; t: number; held: string | null; pieces: Readonly<Record<string, readonly number[]>> }
  | { type: "ping"; id: number };

export type FromLobby =
  { type: "lobby"; tables: readonly Info[] } | { type: "changed"; info: Info } | { type: "ping"; id: number };

/** What a person wants done; it is numbered when it is sent. */
export type Command =
  | { do: "sit"; seat: number; string: string; here?: boolean }
  | { do: "bot"; seat: number; level: string }
  | { do: "stand" | "undo" | "resign" | "return" | "hint"; seat: number }
  | { do: "move"; seat: number; move: string; details?: Readonly<Record<string, unknown>> }
  | { do: "answer"; seat: number; agreed: boolean }
  | { do: "leave" | "rematch" | "close" }
  | { do: "replace"; seat: number; level: string }
  | { do: "say"; text: string }
  | { do: "mute"; on: boolean }
  | { do: "hold"; seat: number; pose: readonly number[] }
  | { do: "let-go"; t: number };
