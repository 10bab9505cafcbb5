/** The stream of one placement, shown live and replayed at any speed. */

import { between, distance, type Pose, type Scene } from "./pose.ts";
import { fell } from "./table.ts";

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

/** A fall in a film. */
export interface Fall {
  /** When it is shown from: just before something touches the tower or the tower moves. */
  from: number;
  /** Whether so much happens at a time that it is worth being shown slowly. */
  lively(t: number): boolean;
}

/** Metres per second from which a piece is seen to move, and seconds of rest between two movements. */
const MOVES = 0.02;
const REST = 0.25;
/** Seconds: shown before the fall, the longest between a touch and what moves of it, and the longest way to the fall. */
const [BEFORE, TOUCHED, TIPPING] = [0.12, 0.3, 0.7];
/** Seconds of a fall that are shown slowly. */
const LONGEST = 1.8;

export class Film {
  /** How many moves of the game there were before. */
  readonly number: number;
  /** Where everything was before, which may be known only after the first frames. */
  start: Scene;
  /** Of the pieces only those that have moved since the start. */
  #stills: Still[] = [];
  /** Whether the stream has ended. */
  closed = false;

  constructor(number: number, start: Scene) {
    this.number = number;
    this.start = start;
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
    const still = this.#stills.at(-1);
    return still && this.#whole(still);
  }

  add(frame: Frame): void {
    const scene = new Map([...(this.#stills.at(-1)?.scene ?? []), ...Object.entries(frame.pieces)]);
    this.#stills.push({ t: frame.t, held: frame.held, scene, touch: frame.touch ?? 0 });
  }

  /** The scene at a time, interpolated between frames. */
  at(t: number): Still {
    const after = this.#stills.findIndex((still) => still.t > t);
    if (after === -1) return this.last!;
    const [one, other] = [this.#stills[Math.max(0, after - 1)]!, this.#stills[after]!];
    if (one === other) return this.#whole(one);
    const share = (t - one.t) / (other.t - one.t);
    const moved = [...other.scene].map(([piece, pose]): [string, Pose] => [
      piece,
      between(one.scene.get(piece) ?? this.start.get(piece) ?? pose, pose, share),
    ]);
    return { t, held: one.held, scene: new Map([...this.start, ...moved]), touch: 0 };
  }

  #whole(still: Still): Still {
    return { ...still, scene: new Map([...this.start, ...still.scene]) };
  }

  /** The fall of the tower, or of the piece that was let go. */
  fall(): Fall {
    const moving = this.#stills.filter((still, index) => index > 0 && this.#stirs(this.#stills[index - 1]!, still));
    const released = this.#stills.find(({ held }) => held === null)?.t ?? this.begin;
    const down = this.#stills.find(({ scene }) => fell(this.start, scene))?.t ?? released;
    let tips = down;
    for (const { t } of moving.filter((still) => still.t < down).reverse()) {
      if (tips - t > REST || down - t > TIPPING) break;
      tips = t;
    }
    const touched = this.#stills.find(({ t, touch }) => touch > 0 && t >= tips - TOUCHED && t <= tips)?.t ?? tips;
    const from = Math.max(this.begin, touched - BEFORE);
    return {
      from,
      lively: (t) =>
        t <= down || (t < from + LONGEST && moving.some((still) => t > still.t - REST && t < still.t + REST)),
    };
  }

  /** Whether a piece that is not in the hand moves from one still to the next. */
  #stirs(one: Still, other: Still): boolean {
    return [...other.scene].some(([piece, pose]) => {
      const before = one.scene.get(piece) ?? this.start.get(piece);
      return piece !== one.held && before && distance(before, pose) > MOVES * (other.t - one.t);
    });
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
