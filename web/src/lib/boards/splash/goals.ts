/** What somebody who practises can set out to build. */

import { top } from "./landing.ts";
import { kindOf, SHAPES, shapeOf } from "./pieces.ts";
import { at, type Pose, quatOf, rotated, type Scene } from "./pose.ts";

export const GOALS = ["free", "height", "shapes", "bridge"] as const;
export type Goal = (typeof GOALS)[number];

/** Millimetres to reach, one after the other. */
const HEIGHTS = [50, 80, 110, 140, 170, 200, 250];
/** Metres that a bridge sticks out on both sides. */
const HANGS = 0.009;
/** How far from level a bridge may lie, as the height of its end over its middle in shares of its length. */
const LEVEL = 0.12;
const CLOSE = 0.0015;

export interface Progress {
  /** How much of it is there, and how much there must be. */
  done: number;
  of: number;
  reached: boolean;
}

/** The height of a tower in millimetres. */
export function height(scene: Scene): number {
  return Math.round(top(scene) * 1000);
}

/** How far a tower has come towards a goal; `won` is how many heights were reached on this device before. */
export function progress(goal: Goal, scene: Scene, won = 0): Progress | null {
  if (goal === "height") return counted(height(scene), HEIGHTS[Math.min(won, HEIGHTS.length - 1)]!);
  if (goal === "shapes") return counted(new Set([...scene.keys()].map(kindOf)).size, Object.keys(SHAPES).length);
  if (goal === "bridge") return counted([...scene.keys()].some((piece) => bridges(piece, scene)) ? 1 : 0, 1);
  return null;
}

function counted(done: number, of: number): Progress {
  return { done: Math.min(done, of), of, reached: done >= of };
}

/** Whether a stick lies level, sticks out on both sides of what carries it, and carries something itself. */
export function bridges(piece: string, scene: Scene): boolean {
  const pose = scene.get(piece)!;
  if (kindOf(piece) !== "stick") return false;
  const axis = rotated(quatOf(pose), [1, 0, 0]);
  if (Math.abs(axis[2]) > LEVEL) return false;
  const others = [...scene].filter(([other]) => other !== piece);
  const [low, high] = ends(piece, pose);
  const below = others.find(([other, where]) => Math.abs(ends(other, where)[1] - low) < CLOSE);
  const above = others.some(([other, where]) => Math.abs(ends(other, where)[0] - high) < CLOSE);
  if (!below || !above) return false;
  const along = (point: readonly number[]) => (point[0]! - pose[0]) * axis[0] + (point[1]! - pose[1]) * axis[1];
  const carried = shapeOf(below[0]).corners.map((corner) => along(at(below[1], corner)));
  const half = shapeOf(piece).size[0] / 2;
  return half - Math.max(...carried) > HANGS && half + Math.min(...carried) > HANGS;
}

/** The lowest and the highest point of a piece. */
function ends(piece: string, pose: Pose): readonly [number, number] {
  const heights = shapeOf(piece).corners.map((corner) => at(pose, corner)[2]);
  return [Math.min(...heights), Math.max(...heights)];
}
