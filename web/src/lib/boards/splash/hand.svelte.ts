/** The reader's hand: where it is wanted, and how that is told to the server. What comes of it, the server says. */

import type { HandChannel } from "../types.ts";
import { drop, half, top } from "./landing.ts";
import { HAND } from "./pieces.ts";
import {
  about,
  distance,
  IDENTITY,
  type Pose,
  placeOf,
  posed,
  product,
  type Quat,
  quatOf,
  type Scene,
  shifted,
} from "./pose.ts";

/** Metres above everything at which a piece is taken up. */
const CLEARANCE = 0.022;
/** Milliseconds between two poses that are sent. */
const PAUSE = 1000 / 60;
/** Metres that the hand may be wanted lower than where the piece touches: it leans on it, no more. */
const LEAN = 0.0005;
/** How far the piece may be from where it is wanted before it is no longer shown there: something is in its way. */
const [CLOSE, FAR] = [0.004, 0.012];
const REMEMBERED = 2;
/** Seconds that what the server shows of a steered hand is behind its clock. */
const BEHIND = 0.03;
const UP = [0, 0, 1] as const;

/** Where a piece is taken up: above everything, over what it is for. */
export function above(piece: string, scene: Scene, target: Pose | undefined, quat: Quat = IDENTITY): Pose {
  const lying = posed([0, 0, 0], quat);
  const height = Math.min(HAND.highest, top(scene) + CLEARANCE + half(piece, lying));
  return posed([target?.[0] ?? 0, target?.[1] ?? 0, height], quat);
}

export class Hand {
  readonly piece: string;
  /** Where the piece is wanted. */
  target = $state.raw<Pose>(posed([0, 0, 0], IDENTITY));
  /** Whether the piece is in the hand, and can be steered. */
  holds = $state(false);
  /** Whether it is being taken up, or falls. */
  waits = $state(false);

  readonly #channel: HandChannel;
  readonly #scene: Scene;
  #began = 0;
  #sentAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted: { t: number; pose: Pose }[] = [];

  constructor(channel: HandChannel, piece: string, scene: Scene, start: Pose) {
    [this.#channel, this.piece, this.#scene, this.target] = [channel, piece, scene, start];
  }

  get now(): number {
    return (performance.now() - this.#began) / 1000;
  }

  /** How far the piece would come down from where it is wanted. */
  get free(): number {
    return drop(this.piece, this.target, this.#scene);
  }

  /** Take the piece up. */
  async take(): Promise<void> {
    if (this.holds || this.waits) return;
    this.waits = true;
    const refused = await this.#channel.hold(this.target);
    this.waits = false;
    if (!refused) this.resume(0);
  }

  /** Steer a hand that took its piece up so many seconds ago. */
  resume(t: number, pose = this.target): void {
    this.#began = performance.now() - t * 1000;
    this.#wanted = [{ t, pose }];
    this.target = pose;
    this.holds = true;
  }

  /** The server has got so far: no pose is from before that. */
  heard(t: number): void {
    if (this.holds && t + BEHIND > this.now) this.#began = performance.now() - (t + BEHIND) * 1000;
  }

  moveTo(x: number, y: number): void {
    const far = Math.hypot(x, y);
    const scale = far > HAND.reach ? HAND.reach / far : 1;
    this.#want(posed([x * scale, y * scale, this.target[2]], quatOf(this.target)));
  }

  /** Raise it, or lower it as far as it goes. */
  raise(metres: number): void {
    const lowest = -this.free - LEAN;
    const height = this.target[2] + Math.max(metres, Math.min(0, lowest));
    this.#want(
      posed([this.target[0], this.target[1], Math.min(HAND.highest, Math.max(0, height))], quatOf(this.target)),
    );
  }

  /** Turn it about the vertical, or tip it about a level axis. */
  turn(angle: number, axis: readonly [number, number, number] = UP): void {
    const quat = product(about(axis, angle), quatOf(this.target));
    const lying = posed(placeOf(this.target), quat);
    const inside = half(this.piece, lying) - lying[2];
    this.#want(shifted(lying, [0, 0, Math.max(0, inside)]));
  }

  letGo(): void {
    if (!this.holds) return;
    this.#send();
    this.holds = false;
    this.waits = true;
    this.#channel.letGo(this.now);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.holds = false;
  }

  /** Where the piece is now, as far as can be told from where it was seen last and where the hand went since. */
  predicted(seen: Pose, t: number): Pose {
    if (!this.holds) return seen;
    const then = this.#wanted.findLast((one) => one.t <= t)?.pose ?? this.#wanted[0]!.pose;
    const sure = 1 - Math.min(1, Math.max(0, (distance(seen, then) - CLOSE) / (FAR - CLOSE)));
    const [x, y, z] = [0, 1, 2].map((axis) => (this.target[axis]! - then[axis]!) * sure) as [number, number, number];
    return shifted(seen, [x, y, z]);
  }

  #want(pose: Pose): void {
    this.target = pose;
    if (!this.holds) return;
    const old = this.#wanted.findLastIndex((one) => one.t < this.now - REMEMBERED);
    this.#wanted = [...this.#wanted.slice(Math.max(0, old)), { t: this.now, pose }];
    const wait = this.#sentAt + PAUSE - performance.now();
    clearTimeout(this.#timer);
    if (wait <= 0) this.#send();
    else this.#timer = setTimeout(() => this.#send(), wait);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#sentAt = performance.now();
    if (this.holds) this.#channel.steer(this.now, this.target);
  }
}
