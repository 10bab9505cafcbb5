/** The best towers that were built on this device by a guided hand, and the goals that were reached. */

export interface Tower {
  /** Millimetres. */
  height: number;
  pieces: number;
  /** The date, as `2026-05-01`. */
  day: string;
}

const KEY = "lido.guided-towers";
const REACHED = "lido.goals";
const MOST = 10;

/** The best towers so far, the highest first. */
export function best(): readonly Tower[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Tower[];
  } catch {
    return [];
  }
}

/** The best towers with another one added, if it is good enough. */
export function ranked(towers: readonly Tower[], tower: Tower): readonly Tower[] {
  return [...towers, tower].sort((one, other) => other.height - one.height || other.pieces - one.pieces).slice(0, MOST);
}

/** Store a tower and return its rank; 0 where it is not among the best. */
export function keep(tower: Tower): number {
  const towers = ranked(best(), tower);
  try {
    localStorage.setItem(KEY, JSON.stringify(towers));
  } catch {
    // A browser that stores nothing: the list has only this tower.
  }
  return towers.indexOf(tower) + 1;
}

/** How often each goal was reached on this device. */
export function reached(): Readonly<Record<string, number>> {
  try {
    return JSON.parse(localStorage.getItem(REACHED) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

/** Store that a goal was reached once more. */
export function reach(goal: string): void {
  const before = reached();
  try {
    localStorage.setItem(REACHED, JSON.stringify({ ...before, [goal]: (before[goal] ?? 0) + 1 }));
  } catch {
    // A browser that stores nothing: the goal is as it was.
  }
}
