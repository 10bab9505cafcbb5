/** What a board turns over at the end of a game, one after the other: all at once would take longer than a frame. */

/** Milliseconds from one to the next. */
const STEP = 30;

export class Unveiling {
  #count = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Whether the one with that number, from 0, has been turned over. */
  has(index: number): boolean {
    return index < this.#count;
  }

  /** Turn over so many of them; without motion at once. */
  begin(count: number, still: boolean): void {
    this.end();
    if (still) this.#count = count;
    else
      this.#timer = setInterval(() => {
        this.#count += 1;
        if (this.#count >= count) clearInterval(this.#timer);
      }, STEP);
  }

  /** Cover all of them again. */
  end(): void {
    clearInterval(this.#timer);
    this.#count = 0;
  }
}
