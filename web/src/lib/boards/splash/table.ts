/** The round table, which is under all that stands. */

import type { Scene } from "./pose.ts";

/** Metres: its radius, which grows where pieces stand farther out, and its rim beyond them. */
export const TABLE = 0.07;
const RIM = 0.02;
/** Metres by which a piece must come down to be falling. */
const FALLING = 0.005;

export interface Round {
  x: number;
  y: number;
  radius: number;
}

/** The table under what stands there. */
export function tableUnder(ground: Scene): Round {
  const places = [...ground.values()];
  const [x, y] = [0, 1].map((axis) => centre(places.map((pose) => pose[axis]!))) as [number, number];
  const far = Math.max(0, ...places.map((pose) => Math.hypot(pose[0] - x, pose[1] - y)));
  return { x, y, radius: Math.max(TABLE, far + RIM) };
}

/** Whether something that stood has come down. */
export function fell(before: Scene, now: Scene): boolean {
  return [...before].some(([piece, pose]) => pose[2] - (now.get(piece) ?? pose)[2] > FALLING);
}

/** The middle between the smallest and the largest; 0 for an empty list. */
export function centre(numbers: readonly number[]): number {
  return numbers.length ? (Math.min(...numbers) + Math.max(...numbers)) / 2 : 0;
}
