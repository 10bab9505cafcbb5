/** What fell, laid around the tower. */

import { above } from "./landing.ts";
import { FACES, shapeOf } from "./pieces.ts";
import { posed, type Scene } from "./pose.ts";

/** Metres between two pieces. */
const GAP = 0.008;
/** The direction of the first piece, in radians: where the camera is at first. */
const FRONT = -1.02;

/** The scene with the fallen pieces in a ring around what stands, each on the table and clear of the others. */
export function laid(scene: Scene, fallen: readonly string[]): Scene {
  const places = [...scene];
  const [x, y] = [0, 1].map((axis) => mean(places.map(([, pose]) => pose[axis]!))) as [number, number];
  const far = Math.max(0, ...places.map(([piece, pose]) => Math.hypot(pose[0] - x, pose[1] - y) + reach(piece)));
  const rooms = fallen.map((piece) => 2 * reach(piece) + GAP);
  const whole = rooms.reduce((sum, room) => sum + room, 0);
  const radius = Math.max(far + Math.max(0, ...rooms) / 2, whole / (2 * Math.PI));
  let passed = -(rooms[0] ?? 0) / 2;
  const ring = fallen.map((piece, index) => {
    const turn = FRONT + (2 * Math.PI * (passed + rooms[index]! / 2)) / whole;
    passed += rooms[index]!;
    const place = posed([x + radius * Math.cos(turn), y + radius * Math.sin(turn), 0], FACES[0]!);
    return [piece, above(piece, scene, place, FACES[0]!, 0)] as const;
  });
  return new Map([...places, ...ring]);
}

/** How far a piece reaches from its middle when it lies, at most. */
function reach(piece: string): number {
  const [x, y] = shapeOf(piece).size;
  return Math.hypot(x, y) / 2;
}

function mean(numbers: readonly number[]): number {
  return numbers.length ? numbers.reduce((sum, one) => sum + one, 0) / numbers.length : 0;
}
