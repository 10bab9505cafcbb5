/** What the board shows ahead of the service: the effect of the reader's last move, until the service says so. */

import { untrack } from "svelte";
import type { Guess } from "../device/predict.ts";
import type { Shown, TableClient } from "../site/table.svelte.ts";

export class Ahead {
  readonly #table: TableClient;
  #guess = $state.raw<Guess | null>(null);
  /** The number of the move that was shown to its end before the service said that it was made. */
  #early = $state(-1);
  readonly #guesses: boolean = $derived.by(
    () => this.#guess !== null && this.#table.settled && this.#guess.after === this.#table.steps.newest?.n,
  );
  readonly shown: Shown = $derived.by(() => (this.#guesses ? this.#guess!.shown : this.#table.shown));

  constructor(table: TableClient) {
    this.#table = table;
    const { steps } = table;
    $effect(() => {
      if (this.#guesses || steps.shown?.number !== this.#early) return;
      untrack(() => steps.boardRested(this.#early));
      this.#early = -1;
    });
    $effect(() => {
      if (table.refused) [this.#guess, this.#early] = [null, -1];
    });
    // A table may come back to where a guess was made, if its service is restored.
    $effect(() => {
      if (this.#guess && steps.newest!.n > this.#guess.after) this.#guess = null;
    });
  }

  /** The board is at rest. */
  rested(): void {
    if (this.#guesses) this.#early = this.shown.number;
    else this.#table.steps.boardRested(this.shown.number);
  }

  /** A seat makes a move. The service may answer before the guess is loaded. */
  moves(seat: number, move: string): void {
    const table = this.#table;
    const after = table.steps.newest!.n;
    if (table.local) return;
    void import("../device/predict.ts")
      .then(({ guessed }) => guessed(table, seat, move, after))
      .then(
        (found) => (this.#guess = found),
        () => undefined,
      );
  }
}
