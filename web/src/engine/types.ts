/**
 * What the engine takes and gives: plain JSON, so that all of it can be sent to a worker or written to a file.
 *
 * Seats are counted from 1; seat 0 is a spectator.
 */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Options = Readonly<Record<string, string | number>>;

/** How a game ended: the payoff of each seat (they add up to 1), and why it stopped. */
export interface Result {
  payoffs: number[];
  reason: string;
}

/** Something that happened in a move, as everybody saw it. */
export interface Event {
  event: string;
  seat?: number;
  [fact: string]: unknown;
}

/** All that a seat may know; each game adds its own parts. */
export interface View {
  game: string;
  players: number;
  options: Options;
  seat: number;
  turn: number | null;
  step: string;
  result: Result | null;
  [part: string]: unknown;
}

/** What a player at one seat has seen, and nothing else: the input of bots and of analysis. */
export interface Observation {
  game: string;
  laws: number;
  players: number;
  seat: number;
  /** The record of the game with everything blank that the seat may not know, in hexadecimal. */
  state: string;
  moves: string[];
  /** How often each position has occurred, where the game has a repetition rule. */
  repetitions: [key: string, times: number][];
  /** What everybody saw happen, move by move, where the game has secrets. */
  story: Event[][];
}

/** A game as one JSON document (docs/records.md). It holds the deal: do not show it to the players of a running game. */
export interface GameRecord {
  format: 1;
  game: string;
  players: number;
  options: Options;
  seed: string | null;
  strings: string[];
  laws: number;
  deal: Json;
  position: Json;
  moves: Json[];
  result: Result | null;
  engine: string;
  seats: string[];
  [field: string]: unknown;
}

/** How a match begins. What is left out is as `lido.new` has it. */
export interface Setup {
  players?: number;
  options?: Options;
  /** What chance draws from; from the system's randomness where none is given. */
  seed?: string | number;
  strings?: readonly string[];
  deal?: Json;
  position?: Json;
  /** The number of the laws; the newest by default. */
  laws?: number;
}

/** A game being played. Whatever is refused throws a LidoError and changes nothing. */
export interface Match {
  readonly game: string;
  readonly players: number;
  readonly options: Options;
  readonly laws: number;
  readonly seed: string | null;
  /** The seat that must act, or null when the game is over. */
  readonly turn: number | null;
  readonly result: Result | null;
  readonly moves: string[];
  /** Every move the seat to act may make, sorted as text; empty when the game is over. */
  legalMoves(): string[];
  /** Carries out a move and returns what everybody at the table saw happen. */
  play(move: string): Event[];
  /** Takes back the last moves. With `remember`, what everybody saw in them stays shown where the game can keep it. */
  undo(moves?: number, given?: { remember?: boolean }): void;
  /** All that a seat may know. A game that is over hides nothing, and with `ended` this one neither. */
  view(seat: number, given?: { ended?: boolean }): View;
  /** What a bot at that seat may be given. */
  observation(seat: number): Observation;
  /** The full position, secrets included, in the text form of the laws. */
  position(): Json;
  record(seats?: readonly string[]): GameRecord;
}

/** How long to think: for a time, or for a number of iterations, which then gives the same on every machine. */
export interface Thinking {
  ms?: number;
  iterations?: number;
}

/** What a search found about a legal move: how often it was tried, and its mean payoff for the seat to act. */
export interface Thought {
  move: string;
  visits: number;
  paid: number;
  /** How likely it looks to the network at first sight; 1 without one. */
  odds: number;
}

/** A bot of one level at one seat. It may keep state between its moves. */
export interface Bot {
  /** A legal move for the seat that must act. */
  choose(observation: Observation, given?: Thinking): string;
  /** What a level that searches finds; null for one that does not. Several workers can think about one move. */
  think(observation: Observation, given?: Thinking): Thought[] | null;
  /** The move that this level plays after what was thought, by itself and by others. */
  decide(observation: Observation, thoughts: readonly Thought[][]): string;
}

/** What a legal move is worth to the seat that must act, from -1 to 1. */
export interface Worth {
  move: string;
  value: number;
  /** Where the value is exact and no draw: how many moves the game then has, this one included. */
  plies: number | null;
}

/** What each legal move is worth, in the order of `legalMoves`: with best play where it is `exact`, else an estimate. */
export interface Analysis {
  seat: number;
  exact: boolean;
  moves: Worth[];
  /** The best move by a search, and the moves that it expects after it; empty where the values are exact. */
  line: string[];
  /** What the seat may believe of what is hidden from it, and how surely, as events that the words of the game tell. */
  beliefs: Event[];
}

/** The best move that was found, its value, and what is behind it as in an `Analysis`. */
export interface Hint {
  move: string;
  value: number;
  line: string[];
  beliefs: Event[];
}

export interface BotOptions {
  /** With a seed and `iterations` a bot always plays the same. */
  seed?: string | number;
  /** Which of several bots that think about the same moves it is, from 0: each searches its own tree. */
  tree?: number;
}

/** What there is to know about a game before it is played. */
export interface GameFacts {
  id: string;
  players: number[];
  /** The values of every option, the default first. */
  options: Readonly<Record<string, (string | number)[]>>;
  laws: number;
  /** The game is a draw when a position occurs this many times; 0 means never. */
  repetition: number;
  /** Whether seats may see different things: people who share a screen must then take turns looking at it. */
  secrets: boolean;
  /** The kinds of events that show what was hidden. */
  reveals: string[];
  /** The kinds of events that nobody takes back; null for those that reveal something. */
  irreversible: string[] | null;
  /** Whether the players of a tied game are offered another one. */
  againAfterTie: boolean;
}

/** One game, ready to be played. */
export interface Engine {
  readonly facts: GameFacts;
  newMatch(setup?: Setup): Match;
  /** The match at the end of a record (its JSON, parsed or not). The deal, every move and the result are checked. */
  replay(record: GameRecord | string): Match;
  /** The levels of bots for that number of players, the weakest first. */
  levels(players: number): string[];
  /** The levels that need the tables of the game: they play once it has them. Others only play better with them. */
  levelsWithTables(players: number): string[];
  /**
   * Whether it has its tables. Analysis then searches with the network of the game, and is exact where they say what a
   * position is worth; before, it searches without.
   */
  readonly hasTables: boolean;
  /** Gives the game its tables: the unpacked content of `GAME.tables`. `load(game, from, { tables: true })` does it. */
  giveTables(file: Uint8Array<ArrayBuffer>): void;
  bot(level: string, given?: BotOptions): Bot;
  analyse(observation: Observation, given?: Thinking & BotOptions): Analysis;
  /** The best move that was found for the seat that must act. */
  hint(observation: Observation, given?: Thinking & BotOptions): Hint;
  /** The seats that win together; a seat that plays alone is a team of its own. */
  teams(players: number, options?: Options): number[][];
  /** The options that are offered for another game after one with these, the best first. */
  rematches(options: Options): Options[];
}

/** The files of a game as `python -m lido.browser` writes them. */
export interface Files {
  core: Script;
  script: Script;
  wasm: WebAssembly.Module;
}

/** A module of JavaScript that `python -m lido.browser` has written. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Script = any;
