/** How a tower of the day was built, as the service tells it from the record of its game. */

import { Film } from "./film.ts";
import type { Pose, Scene } from "./pose.ts";

/** The placement of one piece. */
export interface Placement {
  piece: string;
  /** Where the hand was, up to when it opened: seconds, then the pose. */
  path: readonly (readonly number[])[];
  /** Where everything came to rest. */
  pieces: Readonly<Record<string, readonly number[]>>;
}

/** Seconds from when the hand opens to when all is shown at rest. */
const RESTS = 0.35;

/** The tower after so many of its pieces, or all that it has. */
export function towerAfter(built: readonly Placement[], count: number): Scene {
  const last = built[Math.min(count, built.length) - 1];
  return new Map(Object.entries(last?.pieces ?? {}) as [string, Pose][]);
}

/** The film of the placement of a piece, by its number from 0. */
export function filmOf(built: readonly Placement[], number: number): Film {
  const { piece, path, pieces } = built[number]!;
  const film = new Film(number, towerAfter(built, number));
  for (const [t, ...pose] of path) film.add({ t: t!, held: piece, pieces: { [piece]: pose as unknown as Pose } });
  const rest = pieces as unknown as Readonly<Record<string, Pose>>;
  film.add({ t: film.end + RESTS, held: null, pieces: rest });
  film.closed = true;
  return film;
}
