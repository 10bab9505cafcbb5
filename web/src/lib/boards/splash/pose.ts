/** Poses: metres with z up, rotations as unit quaternions (w, x, y, z), as the server has them. */

export type Vector = readonly [number, number, number];
export type Quat = readonly [number, number, number, number];
/** `[x, y, z, qw, qx, qy, qz]` */
export type Pose = readonly [number, number, number, number, number, number, number];
/** Where every piece is. */
export type Scene = ReadonlyMap<string, Pose>;

export function posed(place: Vector, quat: Quat): Pose {
  return [...place, ...quat];
}

export function placeOf(pose: Pose): Vector {
  return [pose[0], pose[1], pose[2]];
}

export function quatOf(pose: Pose): Quat {
  return [pose[3], pose[4], pose[5], pose[6]];
}

/** A pose moved by a vector. */
export function shifted(pose: Pose, [x, y, z]: Vector): Pose {
  return [pose[0] + x, pose[1] + y, pose[2] + z, pose[3], pose[4], pose[5], pose[6]];
}

/** The rotation `b` followed by `a`. */
export function product([aw, ax, ay, az]: Quat, [bw, bx, by, bz]: Quat): Quat {
  return [
    aw * bw - ax * bx - ay * by - az * bz,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
  ];
}

/** The rotation by an angle about a unit axis. */
export function about([x, y, z]: Vector, angle: number): Quat {
  const sine = Math.sin(angle / 2);
  return [Math.cos(angle / 2), x * sine, y * sine, z * sine];
}

export function rotated([w, x, y, z]: Quat, [a, b, c]: Vector): Vector {
  const [u, v, t] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * u + y * t - z * v, b + w * v + z * u - x * t, c + w * t + x * v - y * u];
}

/** A point of a piece's own frame in world coordinates. */
export function at(pose: Pose, point: Vector): Vector {
  const [x, y, z] = rotated(quatOf(pose), point);
  return [pose[0] + x, pose[1] + y, pose[2] + z];
}

/** The pose between two others; the rotation takes the short way. */
export function between(a: Pose, b: Pose, share: number): Pose {
  if (a === b) return a;
  const sign = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1;
  const mixed = a.map((part, index) => part + ((index < 3 ? 1 : sign) * b[index]! - part) * share);
  const size = Math.hypot(mixed[3]!, mixed[4]!, mixed[5]!, mixed[6]!);
  return mixed.map((part, index) => (index < 3 ? part : part / size)) as unknown as Pose;
}

export function distance(a: Pose, b: Pose): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
