/** The reader's hand: where they want it, and how that is sent to the server. The server simulates the rest. */

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

/** Metres above the tower at which a piece is picked up. */
const CLEARANCE = 0.022;
/** Milliseconds between two poses sent to the server. */
const PAUSE = 1000 / 60;
/** Metres that the hand may go below the point of contact, so that it presses only lightly. */
const LEAN = 0.0005;
/** Metres between the piece and its target beyond which the prediction stops: something is in its way. */
const [CLOSE, FAR] = [0.004, 0.012];
const REMEMBERED = 2;
/** Seconds by which the streamed hand is behind the server's clock. */
const BEHIND = 0.03;
const UP = [0, 0, 1] as const;

/** Where a piece is picked up: above the tower, over its target. */
export function above(piece: string, scene: Scene, target: Pose | undefined, quat: Quat = IDENTITY): Pose {
  const lying = posed([0, 0, 0], quat);
  const height = Math.min(HAND.highest, top(scene) + CLEARANCE + half(piece, lying));
  return posed([target?.[0] ?? 0, target?.[1] ?? 0, height], quat);
}

export class Hand {
  readonly piece: string;
  /** Where the reader wants the piece. */
  target = $state.raw<Pose>(posed([0, 0, 0], IDENTITY));
  /** Whether the piece is in the hand, and can be steered. */
  holds = $state(false);
  /** Whether the piece is being picked up, or falls. */
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

  /** How far the piece would fall from its target. */
  get free(): number {
    return drop(this.piece, this.target, this.#scene);
  }

  /** Pick the piece up. */
  async take(): Promise<void> {
    if (this.holds || this.waits) return;
    this.waits = true;
    const refused = await this.#channel.hold(this.target);
    this.waits = false;
    if (!refused) this.resume(0);
  }

  /** Steer a hand that picked its piece up so many seconds ago. */
  resume(t: number, pose = this.target): void {
    this.#began = performance.now() - t * 1000;
    this.#wanted = [{ t, pose }];
    this.target = pose;
    this.holds = true;
  }

  /** The server has simulated up to that time: earlier poses would be ignored. */
  heard(t: number): void {
    if (this.holds && t + BEHIND > this.now) this.#began = performance.now() - (t + BEHIND) * 1000;
  }

  moveTo(x: number, y: number): void {
    const far = Math.hypot(x, y);
    const scale = far > HAND.reach ? HAND.reach / far : 1;
    this.#want(posed([x * scale, y * scale, this.target[2]], quatOf(this.target)));
  }

  /** Raise the piece, or lower it until it touches. */
  raise(metres: number): void {
    const lowest = -this.free - LEAN;
    const height = this.target[2] + Math.max(metres, Math.min(0, lowest));
    this.#want(
      posed([this.target[0], this.target[1], Math.min(HAND.highest, Math.max(0, height))], quatOf(this.target)),
    );
  }

  /** Turn the piece about the vertical, or tip it about a horizontal axis. */
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

  /** Where the piece should be now, from its last streamed pose and the movement of the hand since. */
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
