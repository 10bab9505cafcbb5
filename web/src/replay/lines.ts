/** The value of a game as lines to be drawn. */

import type { Analysis } from "../site/api.ts";

export interface Point {
  at: number;
  /** From -1 to 1. */
  value: number;
  /** Whether that is no estimate. */
  exact: boolean;
}

/** How good each seat's game seemed when it had to act: a line a seat. Two players share one: what one gains the other loses. */
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
