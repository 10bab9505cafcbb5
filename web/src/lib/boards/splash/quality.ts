/** How finely the stage is drawn: as finely as the machine can without stuttering. */

export interface Level {
  /** Points to a pixel of the screen. */
  pixels: number;
  /** Points across the map of shadows; 0 for none. */
  shadow: number;
}

const LEVELS: readonly Level[] = [
  { pixels: 1, shadow: 1024 },
  { pixels: 0.8, shadow: 512 },
  { pixels: 0.6, shadow: 256 },
  { pixels: 0.5, shadow: 0 },
];
/** Pictures after which it is judged, and milliseconds a picture that are too many. */
const JUDGED = 12;
const TOO_SLOW = 38;
/** A longer pause was no drawing at all. */
const PAUSE = 250;

export class Quality {
  #level = 0;
  #times: number[] = [];
  #last = 0;
  readonly #equip: (level: Level) => void;

  constructor(equip: (level: Level) => void) {
    this.#equip = equip;
  }

  begin(): void {
    this.#equip(LEVELS[this.#level]!);
  }

  /** A picture is drawn; where the last ones took too long, they become coarser. */
  measure(now = performance.now()): void {
    const took = now - this.#last;
    this.#last = now;
    if (took > PAUSE) return void (this.#times = []);
    this.#times.push(took);
    if (this.#times.length < JUDGED) return;
    const middle = this.#times.sort((one, other) => one - other)[JUDGED >> 1]!;
    this.#times = [];
    if (middle > TOO_SLOW && this.#level + 1 < LEVELS.length) this.#equip(LEVELS[++this.#level]!);
  }
}
