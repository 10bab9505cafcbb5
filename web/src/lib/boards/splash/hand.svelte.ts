/** The reader's hand: where they aim, and how that is sent to the server. Where the piece really is, the server says. */

import type { HandChannel } from "../types.ts";
import { gap, half } from "./landing.ts";
import { type Eye, type Flat, inWorld, leaning, tipped } from "./level.ts";
import { lift } from "./lever.ts";
import { HAND } from "./pieces.ts";
import {
  about,
  type Pose,
  placeOf,
  posed,
  product,
  type Quat,
  quatOf,
  type Scene,
  shifted,
  type Vector,
} from "./pose.ts";

/** Milliseconds between two poses sent to the server. */
const PAUSE = 1000 / 60;
/** Metres that the aim may go below the point of contact, so that the hand presses only lightly. */
const LEAN = 0.0005;
/** Seconds by which the streamed hand is behind the server's clock. */
const BEHIND = 0.03;
/** Seconds after which a hand opens by itself. */
export const LONGEST = 60;
const UP: Vector = [0, 0, 1];

export class Hand {
  readonly piece: string;
  /** Where the reader wants the piece. */
  aim = $state.raw<Pose>([0, 0, 0, 1, 0, 0, 0]);
  /** Where the piece was last seen. */
  real = $state.raw<Pose>([0, 0, 0, 1, 0, 0, 0]);
  /** Whether the piece is in the hand, and can be steered. */
  holds = $state(false);
  /** Whether the piece is being picked up, or falls. */
  waits = $state(false);
  /** Seconds until the hand opens by itself. */
  left = $state(LONGEST);
  /** Metres from the aim down to what is under it; less than 0 where it presses. */
  readonly free: number = $derived.by(() => gap(this.piece, this.aim, this.#scene));

  readonly #channel: HandChannel;
  readonly #scene: Scene;
  #began = 0;
  #sentAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(channel: HandChannel, piece: string, scene: Scene, start: Pose) {
    [this.#channel, this.piece, this.#scene] = [channel, piece, scene];
    this.aim = this.real = start;
  }

  /** Seconds since the piece was picked up. */
  get now(): number {
    return (performance.now() - this.#began) / 1000;
  }

  /** Pick the piece up. */
  async take(): Promise<void> {
    if (this.holds || this.waits) return;
    this.waits = true;
    const refused = await this.#channel.hold();
    this.waits = false;
    if (!refused) this.resume(0, this.aim);
  }

  /** Steer a hand that picked its piece up so many seconds ago. */
  resume(t: number, pose: Pose): void {
    this.#began = performance.now() - t * 1000;
    this.aim = this.real = pose;
    this.holds = true;
  }

  /** The server has simulated up to that time: earlier poses would be ignored. */
  heard(t: number, pose: Pose | undefined, left: number | null): void {
    if (!this.holds) return;
    if (t + BEHIND > this.now) this.#began = performance.now() - (t + BEHIND) * 1000;
    if (pose) this.real = pose;
    this.left = left ?? Math.max(0, LONGEST - t);
  }

  /** Carry the piece, as the camera sees it: so many metres to the right and away. */
  carry(step: Flat, eye: Eye): void {
    const [x, y] = inWorld(step, eye);
    this.moveTo(this.aim[0] + x, this.aim[1] + y);
  }

  moveTo(x: number, y: number): void {
    const far = Math.hypot(x, y);
    const scale = far > HAND.reach ? HAND.reach / far : 1;
    this.#want(posed([x * scale, y * scale, this.aim[2]], quatOf(this.aim)));
  }

  /** Raise the piece, or lower it until it touches. */
  raise(metres: number): void {
    const up = Math.max(metres, Math.min(0, -this.free - LEAN));
    const height = Math.min(HAND.highest, Math.max(0, this.aim[2] + up));
    this.#want(posed([this.aim[0], this.aim[1], height], quatOf(this.aim)));
  }

  /** Move the lever by a share of its length. */
  pull(share: number): void {
    this.raise(lift(this.free, share));
  }

  /** Turn the piece about the vertical, or about another axis. */
  turn(angle: number, axis: Vector = UP): void {
    this.#lie(product(about(axis, angle), quatOf(this.aim)));
  }

  /** Make the piece lean by so much more, as the camera sees it. */
  tilt(more: Flat, eye: Eye): void {
    this.#lie(product(leaning(inWorld(more, eye)), quatOf(this.aim)));
  }

  /** Turn the piece over by a quarter, towards the reader. */
  tip(eye: Eye): void {
    const [axis, angle] = tipped(this.aim, eye);
    this.turn(angle, axis);
  }

  letGo(): void {
    if (!this.holds) return;
    this.#send();
    this.holds = false;
    this.waits = true;
    this.#channel.letGo(this.now);
  }

  /** The piece is not in the hand any more, and was last seen there. */
  end(pose?: Pose): void {
    clearTimeout(this.#timer);
    this.holds = false;
    if (pose) this.aim = this.real = pose;
  }

  /** Lie so, and no lower than the table. */
  #lie(quat: Quat): void {
    const lying = posed(placeOf(this.aim), quat);
    const inside = half(this.piece, lying) - lying[2];
    this.#want(shifted(lying, [0, 0, Math.max(0, inside)]));
  }

  #want(pose: Pose): void {
    this.aim = pose;
    if (!this.holds) return;
    const wait = this.#sentAt + PAUSE - performance.now();
    clearTimeout(this.#timer);
    if (wait <= 0) this.#send();
    else this.#timer = setTimeout(() => this.#send(), wait);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#sentAt = performance.now();
    if (this.holds) this.#channel.steer(this.now, this.aim);
  }
}
