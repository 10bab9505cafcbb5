/** Which puzzle comes next. */

import type { Puzzle } from "./shelf.ts";

/** So much harder or easier than the solver is a puzzle that suits them. */
const NEAR = 4;

/** One of these puzzles that suits a solver: near their rating, and not tried before, as far as there are any. */
export function suited(
  puzzles: readonly Puzzle[],
  rating: number,
  tried: ReadonlySet<string>,
  chance = Math.random,
): Puzzle | null {
  const fresh = puzzles.filter(({ id }) => !tried.has(id));
  const left = fresh.length ? fresh : puzzles;
  const near = left.filter(({ grade }) => Math.abs(grade - rating) <= NEAR);
  const nearest = near.length
    ? near
    : left.toSorted((one, other) => Math.abs(one.grade - rating) - Math.abs(other.grade - rating)).slice(0, 1);
  return nearest[Math.floor(chance() * nearest.length)] ?? null;
}
