/** What every board is given, and what every game holds for the page. */

import type { Component } from "svelte";
import type { Event, LastMove, View } from "../game.ts";
import type { ErrorMessage, Say } from "../words.ts";

/** Where pieces are that are being moved before everybody's eyes. */
export interface HandFrame {
  /** After how many moves of the game. */
  number: number;
  /** Seconds since the piece was taken up. */
  t: number;
  held: string | null;
  /** `[x, y, z, qw, qx, qy, qz]` of what has moved. */
  pieces: Readonly<Record<string, readonly number[]>>;
}

/** A hand over the table, for a game that needs one: everybody sees it, and whose turn it is steers it. */
export interface HandLine {
  /** Be told what the hand does; gives the way to be told no longer. */
  watch(seen: (frame: HandFrame) => void): () => void;
  /** Take the piece up; resolves when it is in the hand, or with what speaks against it. */
  hold(pose: readonly number[]): Promise<ErrorMessage | null>;
  /** Where the hand should be, so many seconds after it took the piece up. */
  steer(t: number, pose: readonly number[]): void;
  letGo(t: number): void;
}

export interface BoardProps<V extends View = View> {
  /** What the reader may know, as the server gives it. */
  view: V;
  /** The moves that the reader may play now; none while it is somebody else's turn. */
  legal: readonly string[];
  /** The move that led to the view. It is shown in motion when its number is one more than that shown before. */
  last?: LastMove | null;
  /** The names of the players, seat by seat. */
  names: readonly string[];
  /** The words of the page and of this game. */
  say: Say;
  /** Whether nothing may move. */
  still?: boolean;
  /** Whether a move is asked for once more before it is played. */
  confirm?: boolean;
  /** Whether there is more room across than down. */
  wide?: boolean;
  /** The seat whose side is nearest, on a board that has sides; the reader's own where it is not said. */
  near?: number;
  /** The hand over the table, for games that have one; it can be steered while it is the reader's turn. */
  hand?: HandLine | null;
  /** Why the last move was refused. */
  refused?: ErrorMessage | null;
  /** A legal move that is shown as advice. */
  hint?: string | null;
  /** Whether nothing is heard, and nothing is said under the board. */
  quiet?: boolean;
  /** A move has been chosen. */
  onmove?: (move: string) => void;
  /** The last move has been shown to its end. */
  onrest?: () => void;
}

/** A board in words: a table with a heading for every row and column. */
export interface TextTable {
  caption: string;
  columns: readonly string[];
  rows: readonly { name: string; cells: readonly string[] }[];
  /** What else must be known. */
  notes: readonly string[];
}

export interface MarkProps {
  seat: number;
  /** What the view says of this seat's secret, for games that have one. */
  token?: string | null;
}

/** All that the page knows of a game. */
export interface GameBoard<V extends View = View> {
  /** How high the board is for its width, where there is more room down than across. */
  tall: number;
  Board: Component<BoardProps<V>>;
  /** The sign of a seat, as a small picture. */
  Mark: Component<MarkProps>;
  /** The events of one move in the order in which people tell them, what they mention in words. */
  told(events: readonly Event[], names: readonly string[], say: Say): Event[];
  /** How many of the moves so far, given by their events, may no longer be told. */
  forgotten(view: V, moves: readonly (readonly Event[])[]): number;
  /** The board in words. */
  text(view: V, names: readonly string[], say: Say): TextTable;
  /** A few words on how a seat stands. */
  note(view: V, seat: number, say: Say): string;
  /** Whether the board itself says why a move was refused. */
  explains?: boolean;
  /** What to send for a move as people write it, for games whose moves are more than a text. */
  command?(written: string): { move: string; pose?: readonly number[] };
  /** Whether a move changes the picture, for games whose replays leave the others out when they run fast. */
  pictured?(events: readonly Event[]): boolean;
  /** What only the reader may know, in words, for games that have such a thing. */
  secret?(view: V, say: Say): string | null;
}
