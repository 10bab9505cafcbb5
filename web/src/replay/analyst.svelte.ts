/** What the server thinks of the moments of a game, asked for one after the other: the one looked at comes first. */

import { type Analysis, api, type GameRecord, Trouble, trouble } from "../site/api.ts";
import type { ErrorMessage } from "../lib/words.ts";

/** How long to wait where the server is asked too often. */
const PAUSE = 2_200;

export class Analyst {
  found = $state.raw<ReadonlyMap<number, Analysis>>(new Map());
  /** Whether it is at work. */
  busy = $state(false);
  failed = $state.raw<ErrorMessage | null>(null);
  /** The moment that is looked at. */
  at = 0;

  readonly #record: GameRecord;
  /** How many moments there are to look at. */
  readonly moments: number;
  #ended = false;

  constructor(record: GameRecord, moments: number) {
    this.#record = record;
    this.moments = moments;
  }

  get complete(): boolean {
    return this.found.size >= this.moments;
  }

  end(): void {
    this.#ended = true;
  }

  /** Look at all moments of the game. */
  async work(): Promise<void> {
    this.busy = true;
    this.failed = null;
    for (let next = this.#next(); next !== null && !this.#ended; next = this.#next()) {
      try {
        const analysis = await api.analyse(after(this.#record, next), next);
        this.found = new Map([...this.found, [next, analysis]]);
      } catch (error) {
        if (!(error instanceof Trouble) || error.code !== "service.too-many") {
          this.failed = trouble(error);
          break;
        }
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    }
    this.busy = false;
  }

  #next(): number | null {
    if (!this.found.has(this.at) && this.at < this.moments) return this.at;
    for (let moment = 0; moment < this.moments; moment++) if (!this.found.has(moment)) return moment;
    return null;
  }
}

/** A game after so many moves: how it ended is left out. */
function after({ result: _, stopped: __, log: ___, ...record }: GameRecord, moves: number): GameRecord {
  return { ...record, moves: record.moves.slice(0, moves) };
}
