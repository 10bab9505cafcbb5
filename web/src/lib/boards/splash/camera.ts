/** The camera: it finds its own place, keeps what matters in the picture, and can be turned by the reader. */

import { PerspectiveCamera, Vector3 } from "three";
import { top } from "./landing.ts";
import type { Pose, Scene } from "./pose.ts";
import { centre, tableUnder } from "./table.ts";

const ANGLE = 30;
const [LOWEST, HIGHEST] = [0.1, 1.3];
const [NEAREST, FARTHEST] = [0.45, 1.5];
/** Metres around what is looked at that are in the picture at least and at most. */
const [ROOM, WIDEST] = [0.04, 0.15];
/** The same around an empty table or a small tower, and around a fall. */
const [SMALL, FALL] = [0.072, 0.062];
/** Metres above a piece in the hand that belong to the hand, and below its target that are seen with it. */
const [HAND, BELOW] = [0.034, 0.03];
/** How high the camera looks from: with nothing in the hand, with a piece in it, and at a fall. */
const [RESTING, CARRYING, FALLING] = [0.18, 0.44, 0.28];
/** Metres of water around the table that are seen with a fall, and by which the near half of it is nearer the middle. */
const [SHORE, NEARER] = [0.03, 0.02];
/** How far from straight behind the tower, in radians, a piece must be when it is taken up. */
const ASIDE = 1.25;
/** The share of the way to its goal that the camera goes in a sixtieth of a second. */
const EASE = 0.09;
/** Metres by which it may look past its goal before it jumps there, where nothing is to move: no hand shakes it. */
const LOOSE = 0.015;

/** The change of the camera's direction after which something at an angle is not behind the tower.
 *
 * Both angles are seen from above; the camera is at `eye` from the tower, the piece at `piece`.
 */
export function aside(eye: number, piece: number): number {
  const away = Math.atan2(Math.sin(piece - eye), Math.cos(piece - eye));
  const most = Math.PI - ASIDE;
  return Math.abs(away) > most ? away - Math.sign(away) * most : 0;
}

export class TowerCamera {
  readonly three = new PerspectiveCamera(ANGLE, 1, 1, 1600);
  /** The point that it looks at, in metres. */
  readonly middle = new Vector3(0, 0, 0.02);
  settled = false;
  #room = 0.09;
  #turned = 0.55;
  #raised = RESTING;
  #zoomed = 1;
  /** Where it wants to be turned and raised; the reader may turn it farther. */
  #turn = 0.55;
  #rise = RESTING;
  #held: string | null = null;
  #watches = false;
  #shift = 0;

  constructor() {
    this.three.up.set(0, 0, 1);
  }

  get right(): readonly [number, number] {
    return [Math.cos(this.#turned), Math.sin(this.#turned)];
  }

  get ahead(): readonly [number, number] {
    return [-Math.sin(this.#turned), Math.cos(this.#turned)];
  }

  orbit(across: number, down: number): void {
    this.#turn -= across * 0.008;
    this.#rise = Math.min(HIGHEST, Math.max(LOWEST, this.#rise + down * 0.006));
    this.settled = false;
  }

  zoom(factor: number): void {
    this.#zoomed = Math.min(FARTHEST, Math.max(NEAREST, this.#zoomed * factor));
    this.settled = false;
  }

  /** Something covers a share of the picture's height at its foot. */
  cover(width: number, height: number, covered: number, still = false): void {
    const shift = this.#shift + (covered - this.#shift) * (still ? 1 : 0.15);
    if (Math.abs(shift - this.#shift) < 1e-4 && this.three.aspect === width / height) return;
    this.#shift = shift;
    this.three.aspect = width / height;
    this.three.setViewOffset(width, height, 0, (height * shift) / 2, width, height);
  }

  /** Look at a scene, in units of `scale` to the metre: the tower, or its top and the piece in the hand.
   *
   * The camera glides there, or jumps if it is to be `still`.
   */
  look(
    stands: Scene,
    held: readonly [piece: string, pose: Pose, target: Pose | undefined] | null,
    scale: number,
    seconds: number,
    still = false,
  ): void {
    const high = top(stands);
    const places = [...stands.values()];
    const [x, y] = [0, 1].map((axis) => centre(places.map((pose) => pose[axis]!))) as [number, number];
    if (held && this.#held !== held[0]) this.#face(held[1], x, y);
    if (this.#watches || (held === null) !== (this.#held === null)) this.#rise = held ? CARRYING : RESTING;
    [this.#held, this.#watches] = [held?.[0] ?? null, false];
    const wide = Math.max(0, ...places.map((pose) => Math.hypot(pose[0] - x, pose[1] - y))) + 0.012;
    const [goal, room] = held
      ? framed(held[1], held[2] ?? [x, y, high * 0.5, 1, 0, 0, 0], high)
      : [new Vector3(x, y, Math.max(0.012, high * 0.47)), Math.max(SMALL, high * 0.62, Math.min(WIDEST, wide))];
    this.#go(goal, room, scale, seconds, still);
  }

  /** Watch a fall from near: all that is above the table, and the water around it into which it falls. */
  watch(scene: Scene, ground: Scene, scale: number, seconds: number, still = false): void {
    const { x, y, radius } = tableUnder(ground);
    const { aspect } = this.three;
    const high = top(scene);
    if (!this.#watches) this.#rise = FALLING;
    this.#watches = true;
    const room = Math.min(1, aspect) * Math.max(FALL, high * 0.78, (radius + SHORE) / aspect);
    const [right, ahead] = this.ahead;
    const goal = new Vector3(x - right * NEARER, y - ahead * NEARER, high * 0.44);
    this.#go(goal, room, scale, seconds, still);
  }

  #go(goal: Vector3, room: number, scale: number, seconds: number, still: boolean): void {
    if (still) this.#jump(goal, room);
    else this.#approach(goal, room, 1 - (1 - EASE) ** (seconds * 60));
    this.#stand(scale);
  }

  /** Turn so that a piece which is taken up is not behind the tower. */
  #face(pose: Pose, x: number, y: number): void {
    if (Math.hypot(pose[0] - x, pose[1] - y) < 0.012) return;
    this.#turn += aside(this.#turn - Math.PI / 2, Math.atan2(pose[1] - y, pose[0] - x));
  }

  #jump(goal: Vector3, room: number): void {
    if (goal.distanceTo(this.middle) + Math.abs(room - this.#room) > LOOSE) {
      this.middle.copy(goal);
      this.#room = room;
    }
    [this.#turned, this.#raised] = [this.#turn, this.#rise];
    this.settled = true;
  }

  #approach(goal: Vector3, room: number, share: number): void {
    const off =
      goal.distanceTo(this.middle) +
      Math.abs(room - this.#room) +
      0.02 * (Math.abs(this.#turn - this.#turned) + Math.abs(this.#rise - this.#raised));
    this.settled = off < 0.0004;
    this.middle.lerp(goal, share);
    this.#room += (room - this.#room) * share;
    this.#turned += (this.#turn - this.#turned) * share;
    this.#raised += (this.#rise - this.#raised) * share;
  }

  #stand(scale: number): void {
    const view = Math.tan(((ANGLE / 2) * Math.PI) / 180) * Math.min(1 - this.#shift, this.three.aspect);
    const away = (this.#room / view) * this.#zoomed;
    const flat = Math.cos(this.#raised) * away;
    const [right, ahead] = [Math.sin(this.#turned) * flat, -Math.cos(this.#turned) * flat];
    const goal = this.middle.clone().multiplyScalar(scale);
    this.three.position
      .set(right, ahead, Math.sin(this.#raised) * away)
      .multiplyScalar(scale)
      .add(goal);
    this.three.lookAt(goal);
    this.three.updateMatrixWorld();
  }
}

/** The middle and the room of a picture of a piece, the hand above it, and its target. */
function framed(pose: Pose, target: Pose, high: number): [Vector3, number] {
  const low = Math.max(0, Math.min(target[2], high) - BELOW);
  const up = Math.max(pose[2], high) + HAND;
  const aside = Math.hypot(pose[0] - target[0], pose[1] - target[1]);
  const middle = new Vector3((pose[0] + target[0]) / 2, (pose[1] + target[1]) / 2, (low + up) / 2);
  return [middle, Math.max(ROOM, (up - low) / 2 + 0.006, aside / 2 + 0.034)];
}
