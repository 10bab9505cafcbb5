/** How finely the stage is drawn: as finely as the machine can without stuttering.
 *
 * It becomes coarser at once, and finer again after a while that was easy; what was too much twice is not tried again.
 */

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
  { pixels: 0.4, shadow: 0 },
];
/** When nothing moves there is time for one picture that is finer than all. */
const STILL: Level = { pixels: 1.5, shadow: 1024 };
/** Turns without anything to draw before that. */
const RESTED = 24;
/** Where a machine without a graphics card begins. */
const WEAK = 2;
/** Pictures after which it is judged, and milliseconds a picture that are too many. */
const JUDGED = 12;
const TOO_SLOW = 38;
/** Three pictures that take so long are enough to judge. */
const HOPELESS = 120;
/** Milliseconds a picture that are easy, and how often they must be. */
const EASY = 20;
const OFTEN = 10;

/** Whether the machine has no graphics card, so that its processor draws. */
export function drawsByProcessor(): boolean {
  const context = document.createElement("canvas").getContext("webgl2");
  const names = context?.getExtension("WEBGL_debug_renderer_info");
  const name = context && names ? `${context.getParameter(names.UNMASKED_RENDERER_WEBGL)}` : "";
  return /swiftshader|llvmpipe|softpipe|software/i.test(name);
}

export class Quality {
  #level: number;
  #times: number[] = [];
  #easy = 0;
  /** How often each level was too much. */
  readonly #failed = LEVELS.map(() => 0);
  #last = 0;
  #rested = 0;
  readonly #equip: (level: Level) => void;

  constructor(equip: (level: Level) => void, weak: boolean) {
    this.#equip = equip;
    this.#level = weak ? WEAK : 0;
  }

  begin(): void {
    this.#equip(LEVELS[this.#level]!);
  }

  /** There is nothing to draw; whether it is time for a fine picture of what there is. */
  rest(): boolean {
    this.#last = 0;
    if (this.#level === 0 || ++this.#rested !== RESTED) return false;
    this.#equip(STILL);
    return true;
  }

  /** A picture is drawn; where the last ones took too long, they become coarser. */
  measure(now = performance.now()): void {
    if (this.#rested >= RESTED) this.begin();
    this.#rested = 0;
    if (this.#last) this.#times.push(now - this.#last);
    this.#last = now;
    const enough = this.#times.length >= JUDGED || this.#times.filter((took) => took > HOPELESS).length > 2;
    if (!enough) return;
    const middle = this.#times.sort((one, other) => one - other)[this.#times.length >> 1]!;
    this.#times = [];
    this.#easy = middle < EASY ? this.#easy + 1 : 0;
    if (middle > TOO_SLOW && this.#level + 1 < LEVELS.length) {
      this.#failed[this.#level]! += 1;
      this.#become(this.#level + 1);
    } else if (this.#easy >= OFTEN && this.#level > 0 && this.#failed[this.#level - 1]! < 2)
      this.#become(this.#level - 1);
  }

  #become(level: number): void {
    [this.#level, this.#easy] = [level, 0];
    this.begin();
  }
}
