/** The analysis of a recorded game, position by position: by this device, or where it cannot by the service. */

import { analyse, analysesAtOnce } from "../device/local.ts";
import type { ErrorMessage } from "../lib/words.ts";
import { type Analysis, ApiError, errorMessage, type GameRecord } from "../site/api.ts";
import { after } from "./record.ts";
import { analysedByService } from "./stream.ts";

/** Milliseconds to wait when the service is asked too often. */
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
  /** The positions that are being analysed. */
  readonly #underway = new Set<number>();
  readonly #ending = new AbortController();

  constructor(record: GameRecord, steps: number) {
    this.#record = record;
    this.steps = steps;
  }

  get complete(): boolean {
    return this.found.size >= this.steps;
  }

  get #ended(): boolean {
    return this.#ending.signal.aborted;
  }

  end(): void {
    this.#ending.abort();
  }

  /** Analyse all positions of the game. */
  async work(): Promise<void> {
    this.busy = true;
    this.failed = null;
    try {
      const lanes = await analysesAtOnce(this.#record);
      if (lanes) await Promise.all(Array.from({ length: lanes }, () => this.#lane()));
      else await this.#streamed();
    } catch (error) {
      if (!this.#ended) this.failed = errorMessage(error);
    }
    this.busy = false;
  }

  /** The analysis of one position; null where there is none. */
  async position(at: number): Promise<Analysis | null> {
    while (!this.#ended) {
      const known = this.found.get(at);
      if (known) return known;
      try {
        this.#underway.add(at);
        this.#keep(at, await analyse(after(this.#record, at), at));
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "service.too-many") {
          this.failed = errorMessage(error);
          return null;
        }
        await new Promise((done) => setTimeout(done, PAUSE));
      } finally {
        this.#underway.delete(at);
      }
    }
    return null;
  }

  /** Analyse one position after the other, beside other lanes. */
  async #lane(): Promise<void> {
    for (let next = this.#next(); next !== null && !this.#ended; next = this.#next())
      if (!(await this.position(next))) break;
  }

  async #streamed(): Promise<void> {
    const first = Math.min(this.at, this.steps - 1);
    const record = after(this.#record, this.#record.moves.length);
    const answers = analysedByService(record, first, this.#ending.signal);
    for await (const { at, ...analysis } of answers) this.#keep(at, analysis);
  }

  #keep(at: number, analysis: Analysis): void {
    this.found = new Map([...this.found, [at, analysis]]);
  }

  #next(): number | null {
    const open = (step: number) => !this.found.has(step) && !this.#underway.has(step);
    if (open(this.at) && this.at < this.steps) return this.at;
    for (let step = 0; step < this.steps; step++) if (open(step)) return step;
    return null;
  }
}
