/** The camera: it orbits and zooms as the reader likes, and keeps the whole tower in the picture. */

import { PerspectiveCamera, Vector3 } from "three";
import { top } from "./landing.ts";
import type { Scene } from "./pose.ts";

const ANGLE = 30;
const [LOWEST, HIGHEST] = [0.12, 1.35];
const [NEAREST, FARTHEST] = [0.35, 3];
/** Metres around the tower that are in the picture at least and at most, and above it while a piece is in the hand. */
const [ROOM, WIDEST] = [0.042, 0.12];
const AIR = 0.045;
/** The share of the way to its goal that the camera goes in each frame. */
const EASE = 0.12;

export class TowerCamera {
  readonly three = new PerspectiveCamera(ANGLE, 1, 1, 400);
  /** The point that it looks at, in metres. */
  readonly middle = new Vector3(0, 0, 0.02);
  settled = false;
  #room = 0.08;
  #turned = 0.55;
  #raised = 0.46;
  #zoomed = 1;

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
    this.#turned -= across * 0.008;
    this.#raised = Math.min(HIGHEST, Math.max(LOWEST, this.#raised + down * 0.006));
  }

  zoom(factor: number): void {
    this.#zoomed = Math.min(FARTHEST, Math.max(NEAREST, this.#zoomed * factor));
  }

  resize(width: number, height: number): void {
    this.three.aspect = width / height;
    this.three.updateProjectionMatrix();
  }

  /** Look at a scene; `scale` is the number of units in a metre. */
  look(stands: Scene, holds: boolean, scale: number): void {
    const high = top(stands) + (holds ? AIR : 0.005);
    const places = [...stands.values()];
    const [x, y] = [0, 1].map((axis) => centre(places.map((pose) => pose[axis]!))) as [number, number];
    const wide = Math.max(0, ...places.map((pose) => Math.hypot(pose[0] - x, pose[1] - y))) + 0.015;
    const goal = new Vector3(x, y, high * 0.48);
    const room = Math.max(ROOM, high * 0.62, Math.min(WIDEST, wide) * 0.95);
    this.settled = goal.distanceTo(this.middle) + Math.abs(room - this.#room) < 0.0003;
    this.middle.lerp(goal, EASE);
    this.#room += (room - this.#room) * EASE;
    this.#stand(scale);
  }

  #stand(scale: number): void {
    const view = Math.tan(((ANGLE / 2) * Math.PI) / 180) * Math.min(1, this.three.aspect * 1.1);
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

/** The middle between the smallest and the largest; 0 for an empty list. */
function centre(numbers: readonly number[]): number {
  return numbers.length ? (Math.min(...numbers) + Math.max(...numbers)) / 2 : 0;
}
