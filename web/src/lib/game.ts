/** What the server sends of a game. Seats are counted from 1; seat 0 is a spectator. */

export interface Result {
  payoffs: readonly number[];
  reason: string;
}

/** All that a seat may know, as `match.view(seat)` gives it; each game adds its own parts. */
export interface View {
  game: string;
  players: number;
  options: Readonly<Record<string, string | number>>;
  seat: number;
  turn: number | null;
  step: string;
  result: Result | null;
}

/** Something that happened in a move, as everybody saw it. */
export interface Event {
  event: string;
  seat?: number;
  [fact: string]: unknown;
}

/** The last move: its number and its events. */
export interface LastMove {
  number: number;
  events: readonly Event[];
  /** How bad an analysis found it. */
  verdict?: { name: "inaccuracy" | "mistake" | "blunder"; sign: string };
}
