/** From legal moves to what can be tapped. It knows no rules: a move is a path of targets, and that is all. */

export interface Way {
  /** The move as it is written. */
  move: string;
  /** What is tapped for it, one after the other: places on the board, or buttons beside it. */
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

/** The taps with which a choice begins: where every move has the same first tap, it need not be made. */
export function begun(ways: readonly Way[]): readonly string[] {
  const firsts = [...next(ways, [])];
  return firsts.length === 1 && ways.every((way) => way.path.length > 1) ? firsts : [];
}

/** The taps after one more. A tap that leads nowhere begins a new choice, or drops the one begun. */
export function tapped(ways: readonly Way[], taps: readonly string[], target: string): readonly string[] {
  if (next(ways, taps).has(target)) return [...taps, target];
  const start = begun(ways);
  if (taps.includes(target) || !next(ways, []).has(target)) return start;
  return [target];
}

function begins(way: Way, taps: readonly string[]): boolean {
  return taps.every((tap, step) => way.path[step] === tap);
}
