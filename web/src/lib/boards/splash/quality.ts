/** The quality of the picture: as high as the machine can draw without stuttering.
 *
 * It goes down at once, and up again after a while without load; a level that was too much twice is not tried again.
 */

export interface Level {
  /** Points drawn for each pixel of the screen, in each direction. */
  pixels: number;
  /** The resolution of the shadow map; 0 for no shadows. */
  shadow: number;
  /** Whether water is drawn finely. */
  fine: boolean;
}

const LEVELS: readonly Level[] = [
  { pixels: 1, shadow: 1024, fine: true },
  { pixels: 0.8, shadow: 512, fine: true },
  { pixels: 0.6, shadow: 256, fine: false },
  { pixels: 0.5, shadow: 0, fine: false },
  { pixels: 0.4, shadow: 0, fine: false },
];
/** The level of the one picture that is drawn when nothing moves. */
const STILL: Level = { pixels: 1.5, shadow: 1024, fine: true };
/** Idle frames before that picture. */
const RESTED = 24;
/** The first level on a machine without a graphics card. */
const WEAK = 2;
/** Frames that are measured together, and milliseconds for a frame that are too many. */
const JUDGED = 12;
const TOO_SLOW = 38;
/** Milliseconds for a frame at which three frames are enough to go down. */
const HOPELESS = 120;
/** Milliseconds for a frame that count as no load, and how often they are needed to go up. */
const EASY = 20;
const OFTEN = 10;

/** Whether WebGL is drawn by the processor, without a graphics card. */
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

  /** Whether the picture is the best there is: then the machine has time to spare. */
  get best(): boolean {
    return this.#level === 0;
  }

  /** Whether the last picture was drawn as well as this machine can. */
  get sharp(): boolean {
    return this.best || this.#rested >= RESTED;
  }

  begin(): void {
    this.#equip(LEVELS[this.#level]!);
  }

  /** Called when there is nothing to draw; returns whether to draw one picture of high quality. */
  rest(): boolean {
    this.#last = 0;
    if (this.#level === 0 || ++this.#rested !== RESTED) return false;
    this.#equip(STILL);
    return true;
  }

  /** Called for every frame; changes the level by the time that the last frames took. */
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
