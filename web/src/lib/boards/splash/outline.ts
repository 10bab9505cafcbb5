/** The outline of a piece seen along an axis. */

import { shapeOf } from "./pieces.ts";
import { at, type Pose } from "./pose.ts";

export type Spot = readonly [number, number];

/** The convex hull of points, starting at the left. */
export function hull(points: readonly Spot[]): Spot[] {
  const ordered = [...points].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const half = (row: readonly Spot[]) => {
    const kept: Spot[] = [];
    for (const point of row) {
      while (kept.length > 1 && cross(kept.at(-2)!, kept.at(-1)!, point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(ordered), ...half(ordered.toReversed())];
}

function cross(a: Spot, b: Spot, c: Spot): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/** The outline of a piece as an SVG path in millimetres; `flat` says where a point of space is on the paper. */
export function outline(piece: string, pose: Pose, flat: (point: readonly [number, number, number]) => Spot): string {
  const points = shapeOf(piece).corners.map((corner) => flat(at(pose, corner)));
  return `M${hull(points)
    .map(([x, y]) => `${(x * 1000).toFixed(2)} ${(y * 1000).toFixed(2)}`)
    .join("L")}Z`;
}
