/** Asks the server to analyse the positions of a game, one at a time, the one on the screen first. */

import { type Analysis, api, type GameRecord, ApiError, errorMessage } from "../site/api.ts";
import { after } from "./record.ts";
import type { ErrorMessage } from "../lib/words.ts";

/** Milliseconds to wait after the server has said that it is asked too often. */
const PAUSE = 2_200;

export class Analyst {
  found = $state.raw<ReadonlyMap<number, Analysis>>(new Map());
  busy = $state(false);
  failed = $state.raw<ErrorMessage | null>(null);
  /** The position on the screen. */
  at = 0;

  readonly #record: GameRecord;
  /** The number of positions to analyse. */
  readonly steps: number;
  #ended = false;

  constructor(record: GameRecord, steps: number) {
    this.#record = record;
    this.steps = steps;
  }

  get complete(): boolean {
    return this.found.size >= this.steps;
  }

  end(): void {
    this.#ended = true;
  }

  /** Analyse all positions of the game. */
  async work(): Promise<void> {
    this.busy = true;
    this.failed = null;
    for (let next = this.#next(); next !== null && !this.#ended; next = this.#next())
      if (!(await this.position(next))) break;
    this.busy = false;
  }

  /** The analysis of one position; null where there is none. */
  async position(at: number): Promise<Analysis | null> {
    while (!this.#ended) {
      const known = this.found.get(at);
      if (known) return known;
      try {
        const analysis = await api.analyse(after(this.#record, at), at);
        this.found = new Map([...this.found, [at, analysis]]);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "service.too-many") {
          this.failed = errorMessage(error);
          return null;
        }
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    }
    return null;
  }

  #next(): number | null {
    if (!this.found.has(this.at) && this.at < this.steps) return this.at;
    for (let step = 0; step < this.steps; step++) if (!this.found.has(step)) return step;
    return null;
  }
}
