/** Days as the puzzles count them. */

import type { Solver } from "../site/messages.ts";

const DAY_MS = 24 * 3600 * 1000;

/** The day, for everybody: that of UTC. */
export function today(): string {
  return new Date(Date.now()).toISOString().slice(0, 10);
}

/** How a solver stands on a day, by what was known on an earlier one: a day that was missed ends a streak. */
export function aged(me: Solver, asOf: string, day: string): Solver {
  const days = (Date.parse(day) - Date.parse(asOf || day)) / DAY_MS;
  if (days <= 0) return me;
  return { ...me, today: false, streak: days === 1 && me.today ? me.streak : 0 };
}
