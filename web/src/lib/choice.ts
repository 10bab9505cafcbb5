/** Choosing a legal move by taps. There are no rules here: a move is a path of targets. */

export interface Way {
  /** The text of the move. */
  move: string;
  /** What to tap, in order: places on the board, or buttons beside it. */
  path: readonly string[];
}

/** What can be tapped after those taps. */
export function next(ways: readonly Way[], taps: readonly string[]): Set<string> {
  const open = ways.filter((way) => way.path.length > taps.length && begins(way, taps));
  return new Set(open.map((way) => way.path[taps.length]!));
}

/** The move that those taps make, if they make one. */
export function made(ways: readonly Way[], taps: readonly string[]): string | null {
  return ways.find((way) => way.path.length === taps.length && begins(way, taps))?.move ?? null;
}

/** The taps made automatically: the first one, where all moves share it. */
export function begun(ways: readonly Way[]): readonly string[] {
  const firsts = [...next(ways, [])];
  return firsts.length === 1 && ways.every((way) => way.path.length > 1) ? firsts : [];
}

/** The taps after one more. A tap that leads nowhere starts a new choice or cancels the current one. */
export function tapped(ways: readonly Way[], taps: readonly string[], target: string): readonly string[] {
  if (next(ways, taps).has(target)) return [...taps, target];
  const start = begun(ways);
  if (taps.includes(target) || !next(ways, []).has(target)) return start;
  return [target];
}

function begins(way: Way, taps: readonly string[]): boolean {
  return taps.every((tap, step) => way.path[step] === tap);
}
