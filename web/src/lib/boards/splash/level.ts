/** How a piece lies in the hand: how far from level, which way it leans and which way it points. Angles in radians. */

import { shapeOf } from "./pieces.ts";
import { about, type Pose, product, type Quat, quatOf, rotated, type Vector } from "./pose.ts";

/** A horizontal vector, in world coordinates or as the camera has them: to the right and away. */
export type Flat = readonly [number, number];

/** What the directions of the camera are in the world. */
export interface Eye {
  readonly right: Flat;
  readonly ahead: Flat;
}

const normals = new Map<string, readonly Vector[]>();

/** The normals of the faces of a piece, in its own frame. */
function faces(piece: string): readonly Vector[] {
  const shape = shapeOf(piece);
  const key = piece.slice(piece.indexOf("-"));
  const known = normals.get(key) ?? shape.sides.map((side) => normal(side.map((corner) => shape.corners[corner]!)));
  normals.set(key, known);
  return known;
}

function normal([a, b, c]: readonly Vector[]): Vector {
  const [u, v] = [b!, c!].map((point) => point.map((part, axis) => part - a![axis]!)) as [number[], number[]];
  const [x, y, z] = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
  const size = Math.hypot(x, y, z);
  return [x / size, y / size, z / size];
}

/** The direction in which the upper face of a piece leans and, as its length, how far; nothing for a level one. */
export function lean(piece: string, pose: Pose): Flat {
  const up = faces(piece)
    .map((face) => rotated(quatOf(pose), face))
    .reduce((best, face) => (face[2] > best[2] ? face : best));
  const flat = Math.hypot(up[0], up[1]);
  if (flat < 1e-9) return [0, 0];
  const angle = Math.atan2(flat, up[2]);
  return [(up[0] / flat) * angle, (up[1] / flat) * angle];
}

/** The rotation that makes something lean by so much more. */
export function leaning([x, y]: Flat): Quat {
  const angle = Math.hypot(x, y);
  return angle ? about([-y / angle, x / angle, 0], angle) : [1, 0, 0, 0];
}

/** The rotation of a piece, made level on the face that is nearest to the table. */
export function levelled(piece: string, pose: Pose): Quat {
  const [x, y] = lean(piece, pose);
  return product(leaning([-x, -y]), quatOf(pose));
}

/** A vector of the world as the camera has it. */
export function seen([x, y]: Flat, { right, ahead }: Eye): Flat {
  return [x * right[0] + y * right[1], x * ahead[0] + y * ahead[1]];
}

/** A vector as the camera has it, in the world. */
export function inWorld([across, away]: Flat, { right, ahead }: Eye): Flat {
  return [right[0] * across + ahead[0] * away, right[1] * across + ahead[1] * away];
}

/** Which way a piece points, seen from above: the angle of its most level axis, to the right of the camera at 0. */
export function heading(pose: Pose, eye: Eye): number {
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((axis) => rotated(quatOf(pose), axis as unknown as Vector));
  const flattest = axes.reduce((best, axis) => (Math.abs(axis[2]) < Math.abs(best[2]) - 0.2 ? axis : best));
  const [x, y] = seen([flattest[0], flattest[1]], eye);
  return Math.atan2(y, x);
}

/** The rotation by a quarter about the axis of a piece that is nearest to the right of the camera, towards the reader. */
export function tipped(pose: Pose, { right }: Eye): readonly [axis: Vector, angle: number] {
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((axis) => {
    const turned = rotated(quatOf(pose), axis as unknown as Vector);
    return { axis: turned, along: turned[0] * right[0] + turned[1] * right[1] };
  });
  const best = axes.reduce((one, other) => (Math.abs(other.along) > Math.abs(one.along) ? other : one));
  return [best.axis, ((best.along < 0 ? -1 : 1) * Math.PI) / 2];
}
