/** The value of a game as lines of a graph. */

import type { Analysis } from "../site/api.ts";

export interface Point {
  at: number;
  /** From -1 to 1. */
  value: number;
  /** Whether the value is exact and not an estimate. */
  exact: boolean;
}

/** The value of the game for each seat at its own turns, one line for each seat. Two players share one line. */
export function lines(found: ReadonlyMap<number, Analysis>, players: number): Point[][] {
  const seats: Point[][] = Array.from({ length: players === 2 ? 1 : players }, () => []);
  for (const [at, { seat, exact, moves }] of [...found].sort(([one], [other]) => one - other)) {
    if (seat === null || !moves.length) continue;
    const value = Math.max(...moves.map((move) => move.value));
    if (players === 2) seats[0]!.push({ at, value: seat === 1 ? value : -value, exact });
    else seats[seat - 1]!.push({ at, value, exact });
  }
  return seats;
}
