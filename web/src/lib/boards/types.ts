/** The props of a board, and what the page needs of every game. */

import type { Component, Snippet } from "svelte";
import type { Event, LastMove, View } from "../game.ts";
import type { ErrorMessage, Say } from "../words.ts";

/** The pieces that move while a hand places one. */
export interface HandFrame {
  /** How many moves of the game there were before. */
  number: number;
  /** Seconds since the piece was picked up. */
  t: number;
  held: string | null;
  /** `[x, y, z, qw, qx, qy, qz]` of every piece that has moved. */
  pieces: Readonly<Record<string, readonly number[]>>;
  /** How hard, from 0 to 1, something new was touched since the frame before. */
  touch?: number;
  /** Seconds until the hand opens by itself; null where it is open or the program leads it. */
  left?: number | null;
}

/** The hand over the table, in games where pieces are placed by hand: all see it, the player to move steers it. */
export interface HandChannel {
  /** Listen to what the hand does; returns a function that stops listening. */
  watch(seen: (frame: HandFrame) => void): () => void;
  /** Pick the piece up; resolves when it is in the hand, or with the reason why it may not be. */
  hold(): Promise<ErrorMessage | null>;
  /** What the hand aims at, `t` seconds after it picked the piece up. */
  steer(t: number, pose: readonly number[]): void;
  letGo(t: number): void;
}

export interface BoardProps<V extends View = View> {
  /** What the reader may know, as the server gives it. */
  view: V;
  /** The moves that the reader may play now; none while it is somebody else's turn. */
  legal: readonly string[];
  /** The move that led to the view. It is animated when its number is one more than that of the move shown before. */
  last?: LastMove | null;
  /** The names of the players, seat by seat. */
  names: readonly string[];
  /** The face of a seat, for boards that show who plays; none where nobody is known. */
  face?: Snippet<[number]> | undefined;
  /** The sentences of the page and of this game. */
  say: Say;
  /** Whether animation is off. */
  still?: boolean;
  /** Whether a move must be confirmed before it is played. */
  confirm?: boolean;
  /** Whether the room for the board is wider than it is high. */
  wide?: boolean;
  /** The seat whose side is drawn nearest, on a board that has sides; by default the reader's own. */
  near?: number;
  /** The hand over the table, for games that have one; the reader can steer it on their own turn. */
  hand?: HandChannel | null;
  /** Why the last move was refused. */
  refused?: ErrorMessage | null;
  /** A legal move to mark as a hint. */
  hint?: string | null;
  /** Whether the board is without sound and without the line of text under it. */
  quiet?: boolean;
  /** The picture that the service drew of the view, for games without a board of their own. */
  picture?: string | null;
  /** Whether several people share this screen: then the board keeps the reader's secret until it is asked for. */
  shared?: boolean;
  /** Whether the reader plays alone, on all seats: then nothing is said of neighbours. */
  alone?: boolean;
  /** What the reader must do now; a board that can tell it here does not write it under itself. */
  onprompt?: (prompt: string) => void;
  /** What is shown now instead of whose turn it is, such as the replay of a fall; empty when that is over. */
  onshow?: (what: string) => void;
  /** A move has been chosen. */
  onmove?: (move: string) => void;
  /** The animation of the last move has ended. */
  onrest?: () => void;
}

/** An accident that somebody declares, in games where people agree on accidents. */
export interface DeclaredAccident {
  /** Who declares it; null where nobody does any more. */
  seat: number | null;
  /** The seat at fault; null for nobody. */
  fault: number | null;
  /** The seats of the people who have not agreed yet. */
  waits: readonly number[];
  /** Why nothing came of the last one. */
  why?: string | null;
}

export interface AccidentProps<V extends View = View> {
  view: V;
  names: readonly string[];
  /** The seat for which the reader may declare an accident; null for none. */
  seat: number | null;
  /** The reader's own seats. */
  mine: readonly number[];
  declared: DeclaredAccident | null;
  say: Say;
  /** Declare an accident by the fault of a seat or of nobody; resolves with the reason why it was refused, if it was. */
  ondeclare: (seat: number, fault: number | null) => Promise<ErrorMessage | null>;
  onanswer: (seat: number, agreed: boolean) => Promise<ErrorMessage | null>;
}

/** A board as text: a table with a heading for every row and column. */
export interface TextTable {
  caption: string;
  columns: readonly string[];
  rows: readonly { name: string; cells: readonly string[] }[];
  /** What the table does not show. */
  notes: readonly string[];
}

export interface MarkProps {
  seat: number;
  /** The token of the seat, for games that have tokens. */
  token?: string | null;
}

/** How the page opens a table when a visitor just wants to play. */
export interface QuickGame {
  players?: number;
  options?: Readonly<Record<string, string>>;
}

/** All that the page knows of a game. */
export interface GameBoard<V extends View = View> {
  /** The board's height divided by its width, where the room is higher than it is wide. */
  tall: number;
  /** Whether it is drawn across where the room is wider than it is high. */
  turns?: boolean;
  Board: Component<BoardProps<V>>;
  /** The small picture that stands for a seat. */
  Mark: Component<MarkProps>;
  /** The events of one move in the order in which the log tells them, with their facts in words. */
  told(events: readonly Event[], names: readonly string[], say: Say): Event[];
  /** How many of the moves so far, given by their events, the log must leave out. */
  forgotten(view: V, moves: readonly (readonly Event[])[]): number;
  /** The board as text. */
  text(view: V, names: readonly string[], say: Say): TextTable;
  /** A few words on the standing of a seat. */
  note(view: V, seat: number, say: Say): string;
  /** What the list of players shows of a seat's token, for games that have tokens. */
  token?(view: V, seat: number, shared: boolean): string | null;
  /** The aim in one line, where it depends on the view; else it is the sentence `<game>.aim`. */
  aim?(view: V, shared: boolean, say: Say): string;
  /** The tips that matter now, the most important first: the sentences `<game>.tip-<name>`.
   *
   * On a screen that people share they tell nothing of a secret. */
  tips?(view: V, legal: readonly string[], shared: boolean): readonly string[];
  /** The points of each seat at the end of a game, in its own terms; null where it has none. */
  score?(view: V): readonly number[] | null;
  /** Why a game ended so, with the names of the players; null where the general sentence says it all. */
  reason?(view: V, names: readonly string[], say: Say): string | null;
  /** Whether the foot of the board is full, so that what lies over it lies at its top. */
  fullFoot?: boolean;
  /** Whether the board itself shows why a move was refused. */
  explains?: boolean;
  /** What to send for a typed move, for games whose moves are more than a text. */
  command?(written: string): { move: string; details?: Record<string, unknown> };
  /** Whether a move changes the picture; a replay in time lapse skips the others. */
  pictured?(events: readonly Event[]): boolean;
  /** The reader's secret in words, for games that have one. */
  secret?(view: V, say: Say): string | null;
  /** Declares accidents and answers who declares one; for games that have accidents. */
  Accident?: Component<AccidentProps<V>>;
  /** Whether a seat has nothing more to do in this game although it goes on. */
  isOut?(view: V, seat: number): boolean;
  /** How a quick game is opened, where the fewest players and the default options are not the best. */
  quick?: QuickGame;
}
