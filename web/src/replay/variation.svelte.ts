/** Moves tried from a position of a recorded game, for all players by hand. */

import { replay } from "../device/local.ts";
import { errorMessage, type GameRecord, type ReplayStep } from "../site/api.ts";
import type { ErrorMessage } from "../lib/words.ts";
import { after } from "./record.ts";

export class Variation {
  /** The position that it starts from. */
  readonly from: number;
  steps = $state.raw<readonly ReplayStep[]>([]);
  refused = $state.raw<ErrorMessage | null>(null);
  busy = $state(false);

  readonly #record: GameRecord;
  readonly #start: ReplayStep;
  readonly #pictures: boolean;
  readonly step: ReplayStep = $derived.by(() => this.steps.at(-1) ?? this.#start);

  constructor(record: GameRecord, from: number, start: ReplayStep, pictures: boolean) {
    this.#record = record;
    this.from = from;
    this.#start = start;
    this.#pictures = pictures;
  }

  /** Play a move here. */
  async play(move: string): Promise<void> {
    if (this.busy) return;
    [this.busy, this.refused] = [true, null];
    const base = after(this.#record, this.from);
    const moves = [...base.moves, ...this.steps.map((step) => step.move!), move];
    try {
      const found = await replay({ ...base, moves }, { since: moves.length, pictures: this.#pictures });
      this.steps = [...this.steps, ...found.slice(-1)];
    } catch (error) {
      this.refused = errorMessage(error);
    } finally {
      this.busy = false;
    }
  }

  back(): void {
    this.steps = this.steps.slice(0, -1);
    this.refused = null;
  }
}
