/** A puzzle being solved: the solver's moves, the replies to them, and how a wrong move is punished.
 *
 * There are no rules here: positions come from the record of the puzzle, its replies and punishments from its file.
 */

import { replay } from "../device/local.ts";
import type { ErrorMessage } from "../lib/words.ts";
import { errorMessage, type ReplayStep } from "../site/api.ts";
import { type Puzzle, recordOf } from "./shelf.ts";

/** Asks for a move; shows a reply; a wrong move stands; it is punished, or has been; solved; the solution is shown. */
export type Phase = "asks" | "replies" | "wrong" | "punishes" | "punished" | "solved" | "shown";

/** Milliseconds between two moves that are shown by themselves, and until one counts as shown although nothing says so. */
const PAUSE = 700;
const PATIENCE = 2_500;

export class Solving {
  readonly puzzle: Puzzle;
  phase = $state<Phase>("replies");
  step = $state.raw<ReplayStep | null>(null);
  refused = $state.raw<ErrorMessage | null>(null);
  /** The seat that the solver plays. */
  seat = $state(1);
  /** The moves since the position of the puzzle that are on the board. */
  made = $state.raw<readonly string[]>([]);
  /** The wrong move of the solver. */
  wrong = $state.raw<string | null>(null);

  readonly #done: (answers: readonly string[]) => void;
  #rest: () => void = () => undefined;
  #atRest = true;
  #ended = false;

  /** `done` is called with the moves of the solver when they have erred, solved it, or given up. */
  constructor(puzzle: Puzzle, done: (answers: readonly string[]) => void) {
    this.puzzle = puzzle;
    this.#done = done;
  }

  /** Show the position. */
  async begin(): Promise<void> {
    await this.#show([]);
    this.seat = this.step?.turn ?? 1;
    this.phase = "asks";
  }

  /** Nothing more is shown: the reader has gone elsewhere. */
  end(): void {
    this.#ended = true;
    this.rested();
  }

  /** The board has come to rest. */
  rested(): void {
    this.#atRest = true;
    this.#rest();
  }

  /** The solver makes a move. */
  async play(move: string): Promise<void> {
    if (this.phase !== "asks") return;
    const { line } = this.puzzle;
    const before = this.made;
    this.phase = "replies";
    if (!(await this.#show([...before, move]))) {
      this.phase = "asks";
      return;
    }
    if (move !== line[before.length]) {
      [this.phase, this.wrong] = ["wrong", move];
      this.#done(answersOf([...before, move]));
    } else if (before.length + 1 === line.length) {
      this.phase = "solved";
      this.#done(answersOf(line));
    } else {
      await this.#then([line[before.length + 1]!]);
      this.phase = "asks";
    }
  }

  /** Show by play why the move was wrong. */
  async punish(): Promise<void> {
    const asked = (this.made.length - 1) / 2;
    const shown = this.puzzle.why[asked]?.[this.wrong ?? ""] ?? [];
    this.phase = "punishes";
    await this.#then(shown);
    this.phase = "punished";
  }

  /** Take the wrong move back. */
  async again(): Promise<void> {
    const right = this.made.findIndex((move, at) => move !== this.puzzle.line[at]);
    const kept = right < 0 ? [] : this.made.slice(0, right - (right % 2));
    this.wrong = null;
    await this.#show(kept);
    this.phase = "asks";
  }

  /** Give up: show the solution from the beginning. */
  async reveal(): Promise<void> {
    if (this.phase === "asks") this.#done(answersOf(this.made));
    this.phase = "punishes";
    await this.#show([]);
    await this.#then(this.puzzle.line);
    this.phase = "shown";
  }

  /** Make moves one after the other, each when the board has come to rest. */
  async #then(moves: readonly string[]): Promise<void> {
    for (const move of moves) {
      await this.#settled();
      if (this.#ended) return;
      await this.#show([...this.made, move]);
    }
  }

  async #settled(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#rest = resolve;
      setTimeout(resolve, this.#atRest ? 0 : PATIENCE);
    });
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }

  /** Show the position after these moves; whether they may be made. */
  async #show(made: readonly string[]): Promise<boolean> {
    const record = recordOf(this.puzzle, made);
    try {
      const steps = await replay(record, { since: record.moves.length });
      this.#atRest = false;
      [this.step, this.made, this.refused] = [steps.at(-1)!, made, null];
      return true;
    } catch (error) {
      this.refused = errorMessage(error);
      return false;
    }
  }
}

/** The solver's own moves among these: every other one. */
function answersOf(moves: readonly string[]): readonly string[] {
  return moves.filter((_, at) => at % 2 === 0);
}
