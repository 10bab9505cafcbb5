/** What is under a piece: how far it can come down, where it would touch; for what the page shows only. */

import { shapeOf } from "./pieces.ts";
import { at, type Pose, posed, type Quat, type Scene, shifted, type Vector } from "./pose.ts";

/** Points sampled along each edge, beside its ends. */
const ALONG = 5;

interface Plane {
  normal: Vector;
  offset: number;
}

export interface Solid {
  points: readonly Vector[];
  planes: readonly Plane[];
  low: Vector;
  high: Vector;
}

function solid(piece: string, pose: Pose): Solid {
  const { corners, sides } = shapeOf(piece);
  const placed = corners.map((corner) => at(pose, corner));
  const points = sides.flatMap((side) =>
    side.flatMap((from, index) => edge(placed[from]!, placed[side[(index + 1) % side.length]!]!)),
  );
  const planes = sides.map((side) => plane(placed[side[0]!]!, placed[side[1]!]!, placed[side[2]!]!));
  const [low, high] = [Math.min, Math.max].map(
    (best) => [0, 1, 2].map((axis) => best(...placed.map((point) => point[axis]!))) as unknown as Vector,
  );
  return { points, planes, low: low!, high: high! };
}

function edge(from: Vector, to: Vector): Vector[] {
  return Array.from(
    { length: ALONG + 1 },
    (_, step) => from.map((part, axis) => part + ((to[axis]! - part) * step) / (ALONG + 1)) as unknown as Vector,
  );
}

function plane(a: Vector, b: Vector, c: Vector): Plane {
  const [u, v] = [b, c].map((point) => point.map((part, axis) => part - a[axis]!)) as [number[], number[]];
  const normal: Vector = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
  return { normal, offset: normal[0] * a[0] + normal[1] * a[1] + normal[2] * a[2] };
}

/** Where a vertical line through (x, y) enters and leaves a solid, if it does. */
function through({ planes }: Solid, x: number, y: number): readonly [bottom: number, top: number] | null {
  let [bottom, top] = [-Infinity, Infinity];
  for (const { normal, offset } of planes) {
    const rest = offset - normal[0] * x - normal[1] * y;
    if (normal[2] > 1e-12) top = Math.min(top, rest / normal[2]);
    else if (normal[2] < -1e-12) bottom = Math.max(bottom, rest / normal[2]);
    else if (rest < 0) return null;
  }
  return bottom <= top ? [bottom, top] : null;
}

function apart(one: Solid, other: Solid): boolean {
  return [0, 1].some((axis) => one.low[axis]! > other.high[axis]! || one.high[axis]! < other.low[axis]!);
}

/** Metres from a piece down to the table or a piece of the scene; less than 0 where it is inside. */
export function gap(piece: string, pose: Pose, scene: Scene): number {
  const held = solid(piece, pose);
  let free = held.low[2];
  for (const [name, where] of scene) {
    if (name === piece) continue;
    const other = solid(name, where);
    if (apart(held, other)) continue;
    for (const [x, y, z] of held.points) {
      const met = through(other, x, y);
      if (met && met[0] < z) free = Math.min(free, z - met[1]);
    }
    for (const [x, y, z] of other.points) {
      const met = through(held, x, y);
      if (met && z < met[1]) free = Math.min(free, met[0] - z);
    }
  }
  return free;
}

/** The other pieces of a scene, as they stand. */
export function solids(scene: Scene, except: string): readonly Solid[] {
  return [...scene].filter(([name]) => name !== except).map(([name, pose]) => solid(name, pose));
}

/** Whether a point is inside one of them. */
export function inside(those: readonly Solid[], [x, y, z]: Vector): boolean {
  return those.some((one) => {
    if (x < one.low[0] || x > one.high[0] || y < one.low[1] || y > one.high[1]) return false;
    const met = through(one, x, y);
    return met !== null && met[0] < z && z < met[1];
  });
}

/** Metres that a piece can come down before it touches something. */
export function drop(piece: string, pose: Pose, scene: Scene): number {
  return Math.max(0, gap(piece, pose, scene));
}

/** A pose of a piece above another or above the table, so many metres over all that is under it. */
export function above(piece: string, scene: Scene, target: Pose | undefined, quat: Quat, clearance: number): Pose {
  const high = posed([target?.[0] ?? 0, target?.[1] ?? 0, top(scene) + 0.1], quat);
  return shifted(high, [0, 0, clearance - gap(piece, high, scene)]);
}

/** The highest point of a scene. */
export function top(scene: Scene): number {
  return Math.max(
    0,
    ...[...scene].flatMap(([piece, pose]) => shapeOf(piece).corners.map((corner) => at(pose, corner)[2])),
  );
}

/** How far the lowest point of a piece is under its centre. */
export function half(piece: string, pose: Pose): number {
  return pose[2] - Math.min(...shapeOf(piece).corners.map((corner) => at(pose, corner)[2]));
}

/** The point of a piece that is nearest to what is under it. */
export function contact(piece: string, pose: Pose, scene: Scene): Vector {
  const held = solid(piece, pose);
  let [best, point]: [number, Vector] = [held.low[2], held.points.reduce((one, two) => (two[2] < one[2] ? two : one))];
  for (const [name, where] of scene) {
    if (name === piece) continue;
    const other = solid(name, where);
    if (apart(held, other)) continue;
    for (const own of held.points) {
      const met = through(other, own[0], own[1]);
      if (met && own[2] - met[1] < best) [best, point] = [own[2] - met[1], own];
    }
    for (const theirs of other.points) {
      const met = through(held, theirs[0], theirs[1]);
      if (met && met[0] - theirs[2] < best) [best, point] = [met[0] - theirs[2], theirs];
    }
  }
  return point;
}
