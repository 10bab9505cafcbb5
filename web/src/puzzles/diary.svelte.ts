/** What is known of the solver and of the puzzles of the days: by the service, and without a network by this device. */

import { ApiError, ask } from "../site/api.ts";
import type { Attempted, PuzzleAttempt, PuzzlesOfDays, Solver } from "../site/messages.ts";
import { visitor } from "../site/visitor.svelte.ts";
import { aged, today } from "./days.ts";

const KEY = "lido.puzzles";

/** An attempt that the service has not been told of. */
interface Untold {
  puzzle: string;
  moves: readonly string[];
  day?: string;
}

interface Diary {
  days: Readonly<Record<string, string>>;
  me: Solver;
  /** The day on which the service said so. */
  asOf: string;
  /** The puzzles that were tried on this device. */
  tried: readonly string[];
  untold: readonly Untold[];
}

const NOBODY: Solver = { rating: null, tried: 0, solved: 0, streak: 0, best: 0, today: false };
/** So many puzzles are remembered as tried. */
const MOST_TRIED = 5_000;

function kept(): Diary {
  const nothing = { days: {}, me: NOBODY, asOf: "", tried: [], untold: [] };
  try {
    return { ...nothing, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Diary>) };
  } catch {
    return nothing;
  }
}

class PuzzleDiary {
  #kept = $state.raw<Diary>(kept());
  /** The day as the service has it, and on this device without one. */
  day = $state(today());
  readonly me: Solver = $derived(aged(this.#kept.me, this.#kept.asOf, this.day));
  readonly tried: ReadonlySet<string> = $derived(new Set(this.#kept.tried));
  /** The puzzle of today; null where no service has told it. */
  readonly daily: string | null = $derived(this.#kept.days[this.day] ?? null);

  /** Ask the service for the puzzles of the days, and tell it what it has not been told. */
  async look(): Promise<void> {
    this.#kept = kept();
    this.day = today();
    if (visitor.offline) return;
    await this.#tell();
    const { today: now, days, me }: PuzzlesOfDays = await ask<PuzzlesOfDays>("GET", "/puzzles");
    this.day = now;
    this.#keep({ days, me, asOf: now });
  }

  /** Keep an attempt: what came of it, or null where it is told to the service later. */
  async attempt(puzzle: string, moves: readonly string[], solved: boolean): Promise<Attempted | null> {
    const day = puzzle === this.daily ? { day: this.day } : {};
    const { tried, untold } = this.#kept;
    const { me } = this;
    const more = { tried: [...new Set([...tried, puzzle])].slice(-MOST_TRIED) };
    this.#keep({ ...more, untold: [...untold, { puzzle, moves, ...day }] });
    const [told] = visitor.offline ? [] : await this.#tell().catch(() => []);
    if (told) this.#keep({ me: told.me, asOf: this.day });
    else if (solved && day.day && !me.today) {
      const streak = me.streak + 1;
      this.#keep({ me: { ...me, today: true, streak, best: Math.max(streak, me.best) }, asOf: this.day });
    }
    return told ?? null;
  }

  /** Tell the service of every attempt that it does not know of; what came of the last one, if it counts. */
  async #tell(): Promise<readonly Attempted[]> {
    let answers: Attempted[] = [];
    for (const { puzzle, moves, day } of this.#kept.untold) {
      try {
        const attempt = { moves: [...moves], ...(day ? { day } : {}) } satisfies PuzzleAttempt;
        answers = [await ask<Attempted>("POST", `/puzzles/${puzzle}/attempts`, attempt)];
      } catch (error) {
        answers = [];
        // What cannot count any more is dropped; what could not be said is said the next time.
        if (error instanceof ApiError && error.code === "site.offline") throw error;
      }
      this.#keep({ untold: this.#kept.untold.slice(1) });
    }
    return answers;
  }

  #keep(change: Partial<Diary>): void {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#kept));
    } catch {
      // A browser that stores nothing: it holds for this visit.
    }
  }
}

export const diary = new PuzzleDiary();
