/** What each possible gift means: where the piece must go, and how hard that would be. */

import { above } from "./landing.ts";
import { FACES } from "./pieces.ts";
import type { Scene } from "./pose.ts";
import type { Aim } from "./stage.ts";

/** A gift as the server sees it. */
export interface Gift {
  move: string;
  piece: string;
  /** The seat whose reserve it comes from. */
  from: number;
  /** The pieces of which it may be set on any; none for the first piece, which goes on the table. */
  targets: readonly string[];
  /** How likely a careful hand is to fail, from 0 to 1. */
  hardness: number;
}

/** How hard a gift is, in three steps. */
export type Grade = 1 | 2 | 3;
const [TRICKY, NASTY] = [0.12, 0.4];

export function grade({ hardness }: Gift): Grade {
  return hardness >= NASTY ? 3 : hardness >= TRICKY ? 2 : 1;
}

/** The gifts, the hardest first; equal ones stay in their order. */
export function nastiest(gifts: readonly Gift[]): Gift[] {
  return gifts.toSorted((one, other) => other.hardness - one.hardness);
}

/** Metres above its target at which the ghost of a gift hangs. */
const HANGS = 0.012;

/** The ghost of a gift above its target. */
export function ghost({ piece, targets }: Gift, scene: Scene): Aim {
  const pose = above(piece, scene, scene.get(targets[0] ?? ""), FACES[0]!, HANGS);
  return { piece, pose, drop: HANGS, holds: false, start: null };
}
