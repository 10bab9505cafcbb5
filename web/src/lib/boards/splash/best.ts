/** The best towers built on this device. */

export interface Tower {
  /** Millimetres. */
  height: number;
  pieces: number;
  /** The date, as `2026-05-01`. */
  day: string;
}

const KEY = "lido.towers";
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
