/** The steps of a table in the order in which they are shown: one clock for all that is on the screen. */

import { movesMade, type Step, worthALook } from "./log.ts";
import type { Info } from "./messages.ts";

/** What happened while nobody looked. */
export interface Absence {
  /** How many moves were made. */
  moves: number;
  /** The step that was shown before, and all since. */
  before: Step;
  steps: readonly Step[];
}

/** Milliseconds that a step is shown at least, and when the reader is in a hurry. */
const LEAST = 800;
const FAST = 200;
/** Milliseconds after which the next step is shown although the board has not said that it is at rest. */
const PATIENCE = 15_000;
/** Milliseconds that a step stays in what is read aloud. */
const TOLD = 10_000;

export class Steps {
  /** The step on the screen. */
  shown = $state.raw<Step | null>(null);
  /** Steps that are known but not shown yet. Nothing ever leaves this queue without being shown. */
  waiting = $state.raw<readonly Step[]>([]);
  /** Whether the step on the screen has had its time. */
  rested = $state(true);
  /** Whether the board still moves to the step on the screen. */
  moving = $state(false);
  /** The steps that are read aloud, in order. */
  told = $state.raw<readonly { key: number; step: Step; at: number }[]>([]);
  /** When the step on the screen appeared, by the clock of this device. */
  shownAt = $state(0);
  absence = $state.raw<Absence | null>(null);
  /** Whether the reader goes through what they missed. */
  reviewing = $state(false);
  fast = $state(false);

  /** Whether one step is shown after the other; otherwise all at once, in order. */
  #paced = true;
  /** Whether nothing more is shown for now. */
  #held = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the step on the screen waits for the board alone. */
  #due = false;
  #count = 0;
  #before: Step | null = null;
  /** What was shown while the page was hidden. */
  #unseen: Absence | null = null;

  /** Whether the newest step is on the screen. */
  readonly settled: boolean = $derived(!this.waiting.length);

  constructor() {
    document.addEventListener("visibilitychange", this.#looked);
  }

  end(): void {
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#looked);
  }

  /** The step that is written down beside the board: nobody reads how a move ends before the board has shown it. */
  get written(): Step | null {
    return this.moving ? this.#before : this.shown;
  }

  get newest(): Step | null {
    return this.waiting.at(-1) ?? this.shown;
  }

  /** How steps are shown: one after the other or at once; and whether the queue waits, as behind a curtain. */
  set(paced: boolean, held: boolean): void {
    if (this.#paced === paced && this.#held === held) return;
    [this.#paced, this.#held] = [paced, held];
    if (!paced) this.moving = false;
    this.#run();
  }

  /** Show a step at once, and forget what was known: where the page opens, or its table went back. */
  open(step: Step): void {
    [this.waiting, this.absence, this.reviewing, this.#unseen] = [[], null, false, null];
    this.#show(step);
    this.#rest();
  }

  /** Something happened. */
  add(...steps: readonly Step[]): void {
    if (this.absence) this.absence = { ...this.absence, steps: [...this.absence.steps, ...steps] };
    this.waiting = [...this.waiting, ...steps];
    if (document.hidden) this.#skipUnseen();
    else this.#run();
  }

  /** Something happened while there was no connection: show the newest, and offer the rest. */
  missed(...steps: readonly Step[]): void {
    if (!steps.length || !this.shown) return;
    const all = this.absence && !this.reviewing ? this.absence : { before: this.shown, steps: this.waiting };
    this.#offer(all.before, [...all.steps, ...steps]);
    this.waiting = [...this.waiting, ...steps];
    this.skip();
  }

  /** What everybody may know of the table has changed without an entry: who is there, and names. */
  changeInfo(change: (info: Info) => Info): void {
    const changed = (step: Step) => ({ ...step, info: change(step.info) });
    if (this.shown) this.shown = changed(this.shown);
    this.waiting = this.waiting.map(changed);
  }

  /** Replace the newest step by what is known better now. */
  amend(change: (step: Step) => Step): void {
    if (this.waiting.length) this.waiting = [...this.waiting.slice(0, -1), change(this.waiting.at(-1)!)];
    else if (this.shown) this.shown = change(this.shown);
  }

  /** The board is at rest after so many moves. */
  boardRested(number: number): void {
    if (number !== this.shown?.number) return;
    this.moving = false;
    if (this.#due) this.#rest();
  }

  /** The reader wants the next step now. */
  hurry(): void {
    this.#rest(true);
  }

  setFast(fast: boolean): void {
    this.fast = fast;
    if (fast) this.hurry();
  }

  /** Show the newest step; those before are read aloud and written down, as all are. */
  skip(): void {
    this.reviewing = false;
    for (const step of this.waiting) this.#show(step);
    this.waiting = [];
    this.#rest();
  }

  /** Show what was missed, step by step. */
  review(): void {
    const { absence } = this;
    if (!absence) return;
    [this.absence, this.reviewing] = [null, true];
    this.#show(absence.before);
    this.waiting = absence.steps;
    this.#hold(false);
  }

  dismiss(): void {
    this.absence = null;
  }

  #run(): void {
    while (this.rested && this.waiting.length && !this.#held && !this.#manual) {
      const [next, ...rest] = this.waiting as readonly [Step, ...Step[]];
      const moves = next.number !== this.shown?.number;
      this.#show(next);
      this.waiting = rest;
      if (this.#paced && next.entries.some(worthALook)) this.#hold(moves);
    }
    if (!this.waiting.length && this.rested) this.reviewing = false;
  }

  /** Whether the reader turns the pages: who wants no motion and goes through what they missed. */
  get #manual(): boolean {
    return this.reviewing && !this.#paced;
  }

  #hold(moves: boolean): void {
    clearTimeout(this.#timer);
    [this.rested, this.moving, this.#due] = [false, moves, false];
    this.#timer = setTimeout(this.#timedOut, this.fast ? FAST : LEAST);
  }

  readonly #timedOut = (): void => {
    this.#due = true;
    if (!this.moving || this.fast) return this.#rest();
    // The board may never say that it rests, as when it is not drawn.
    this.#timer = setTimeout(() => this.#rest(), PATIENCE);
  };

  #rest(asked = false): void {
    clearTimeout(this.#timer);
    [this.#timer, this.moving, this.rested] = [undefined, false, true];
    if (asked && this.#manual && this.waiting.length) {
      this.#show(this.waiting[0]!);
      this.waiting = this.waiting.slice(1);
    }
    this.#run();
  }

  #show(step: Step): void {
    const now = Date.now();
    if (this.shown)
      this.told = [...this.told.filter(({ at }) => at > now - TOLD), { key: ++this.#count, step, at: now }];
    [this.#before, this.shown] = [this.shown, step];
    this.shownAt = now;
  }

  /** Nobody looks: the newest is shown, so that a turn is announced, and the rest is offered later. */
  #skipUnseen(): void {
    if (!this.shown || this.#held) return;
    const before = this.#unseen?.before ?? this.shown;
    this.#unseen = { moves: 0, before, steps: [...(this.#unseen?.steps ?? []), ...this.waiting] };
    this.skip();
  }

  readonly #looked = (): void => {
    if (document.hidden) return this.waiting.length ? this.#skipUnseen() : undefined;
    if (!this.#unseen) return;
    const { before, steps } = this.absence ?? this.#unseen;
    this.#unseen = null;
    this.#offer(before, steps);
  };

  #offer(before: Step, steps: readonly Step[]): void {
    const moves = movesMade(steps);
    this.absence = moves ? { moves, before, steps } : null;
  }
}
