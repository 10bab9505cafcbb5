/** The stream of one placement, shown live and replayed at any speed. */

import { between, distance, type Pose, type Scene } from "./pose.ts";

export interface Frame {
  /** Seconds since the piece was picked up. */
  t: number;
  held: string | null;
  /** Only the pieces that have moved. */
  pieces: Readonly<Record<string, Pose>>;
  /** How hard, from 0 to 1, the piece in the hand touched something since the frame before. */
  touch?: number;
}

interface Still {
  t: number;
  held: string | null;
  scene: Scene;
  touch: number;
}

/** How far a piece must move to be counted as falling. */
const FALLING = 0.003;

export class Film {
  /** How many moves of the game there were before. */
  readonly number: number;
  #stills: Still[] = [];
  #start: Scene;
  /** Whether the stream has ended. */
  closed = false;

  constructor(number: number, start: Scene) {
    this.number = number;
    this.#start = start;
  }

  get length(): number {
    return this.#stills.length;
  }

  get begin(): number {
    return this.#stills[0]?.t ?? 0;
  }

  get end(): number {
    return this.#stills.at(-1)?.t ?? 0;
  }

  get last(): Still | undefined {
    return this.#stills.at(-1);
  }

  add(frame: Frame): void {
    const scene = new Map([...(this.last?.scene ?? this.#start), ...Object.entries(frame.pieces)]);
    this.#stills.push({ t: frame.t, held: frame.held, scene, touch: frame.touch ?? 0 });
  }

  /** The scene at a time, interpolated between frames. */
  at(t: number): Still {
    const after = this.#stills.findIndex((still) => still.t > t);
    if (after === -1) return this.#stills.at(-1)!;
    const [one, other] = [this.#stills[Math.max(0, after - 1)]!, this.#stills[after]!];
    if (one === other) return one;
    const share = (t - one.t) / (other.t - one.t);
    const scene = new Map(
      [...other.scene].map(([piece, pose]) => [piece, between(one.scene.get(piece) ?? pose, pose, share)]),
    );
    return { t, held: one.held, scene, touch: 0 };
  }

  /** When the tower began to fall, and when most of the fall was over. */
  fall(longest: number): readonly [from: number, to: number] {
    const released = this.#stills.find((still) => still.held === null)?.t ?? this.begin;
    const began = this.#stills.find((still) => this.#moved(still))?.t ?? released;
    const from = Math.max(this.begin, Math.min(released, began) - 0.12);
    return [from, Math.min(this.end, from + longest)];
  }

  /** Whether a piece that was there before is no longer where it was. */
  #moved(still: Still): boolean {
    return [...this.#start].some(([piece, pose]) => distance(pose, still.scene.get(piece) ?? pose) > FALLING);
  }

  /** The hardest touch of the piece in the hand between two times; 0 where there was none. */
  touch(from: number, to: number): number {
    return Math.max(0, ...this.#stills.filter(({ t }) => t > from && t <= to).map(({ touch }) => touch));
  }

  /** How hard pieces hit something between two times: the change of their speeds in metres per second. */
  knocks(from: number, to: number): number[] {
    const found: number[] = [];
    for (let index = 2; index < this.#stills.length; index++) {
      const [one, two, three] = this.#stills.slice(index - 2, index + 1) as [Still, Still, Still];
      if (three.t <= from || three.t > to) continue;
      for (const piece of three.scene.keys()) {
        const hit = knock(piece, one, two, three);
        if (hit > 0 && piece !== three.held) found.push(hit);
      }
    }
    return found;
  }
}

/** The speed at which a falling piece was stopped; 0 where it was not. */
function knock(piece: string, one: Still, two: Still, three: Still): number {
  const [a, b, c] = [one, two, three].map((still) => still.scene.get(piece));
  if (!a || !b || !c || a === b) return 0;
  const [before, after] = [(b[2] - a[2]) / (two.t - one.t), (c[2] - b[2]) / (three.t - two.t)];
  return before < -0.05 && after - before > 0.08 ? after - before : 0;
}
