/** A move being chosen, tap by tap. */

import { begun, made, next, tapped, type Way } from "../choice.ts";
import type { Held } from "./spot.ts";

/** Milliseconds after which another move can be chosen although the last was not answered. */
const PATIENCE = 2000;

export class Chooser {
  readonly #ways: () => readonly Way[];
  readonly #confirm: () => boolean;
  readonly #chosen: (move: string) => void;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #sent = $state(false);

  taps = $state.raw<readonly string[]>([]);
  /** The move to confirm. */
  pending = $state<string | null>(null);
  /** The piece that is dragged, or was dropped and waits for confirmation. */
  held = $state.raw<Held | null>(null);
  /** From where to where the piece of the last move was dragged, if it was. */
  dropped: { from: string; to: string } | null = null;

  /** What can be tapped now. */
  readonly open = $derived.by(() => (this.#sent ? new Set<string>() : next(this.#ways(), this.taps)));
  /** The spots from which a piece can be dragged. */
  readonly grabs = $derived.by(
    () => new Set(this.#ways().flatMap(({ path }) => (path.length > 1 ? path.slice(0, 1) : []))),
  );
  /** Whether more has been tapped than was chosen automatically. */
  readonly begun = $derived.by(() => this.taps.length > begun(this.#ways()).length);

  constructor(ways: () => readonly Way[], confirm: () => boolean, chosen: (move: string) => void) {
    this.#ways = ways;
    this.#confirm = confirm;
    this.#chosen = chosen;
  }

  restart(): void {
    clearTimeout(this.#waiting);
    this.taps = begun(this.#ways());
    this.pending = null;
    this.held = null;
    this.#sent = false;
  }

  tap(target: string): void {
    if (this.#sent) return;
    if (this.pending !== null && this.taps.at(-1) === target) return this.play(this.pending);
    this.taps = tapped(this.#ways(), this.pending === null ? this.taps : this.taps.slice(0, -1), target);
    this.pending = null;
    const move = made(this.#ways(), this.taps);
    if (move !== null && this.#confirm()) this.pending = move;
    else if (move !== null) this.play(move);
  }

  play(move: string): void {
    const to = this.taps.at(-1);
    this.dropped = this.held && to !== undefined ? { from: this.held.id, to } : null;
    this.taps = begun(this.#ways());
    this.pending = null;
    this.#sent = true;
    this.#chosen(move);
    this.#waiting = setTimeout(() => this.restart(), PATIENCE);
  }

  /** Whether the piece on a spot can be dragged from there. */
  drags(spot: string): boolean {
    return !this.#sent && this.grabs.has(spot);
  }

  drag(held: Held): void {
    if (this.pending !== null || this.taps.length > 1 || this.taps[0] !== held.id) {
      this.taps = [held.id];
      this.pending = null;
    }
    this.held = held;
  }

  drop(spot: { id: string; x: number; y: number } | null): void {
    if (!this.held || !spot || !this.open.has(spot.id)) {
      this.held = null;
      return;
    }
    this.held = { id: this.held.id, x: spot.x, y: spot.y };
    this.tap(spot.id);
  }

  close(): void {
    clearTimeout(this.#waiting);
  }
}
