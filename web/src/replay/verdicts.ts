/** Bad moves: what each gave away against the best move, by the analysis of the position before it. */

import type { Analysis } from "../site/api.ts";

/** What a move must give away to be called so. The value of a game is from -1, lost, to 1, won. */
export const THRESHOLDS = { inaccuracy: 0.15, mistake: 0.3, blunder: 0.5 } as const;
/** How each is marked, as in the notation of chess: no verdict is known by its colour alone. */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

export type Verdict = keyof typeof THRESHOLDS;

/** A bad move. */
export interface Slip {
  /** The step that shows it: the position after it. */
  at: number;
  seat: number;
  verdict: Verdict;
  move: string;
  /** A move that was best. */
  best: string;
}

/** How bad it is to give away so much of the value of a game; null where it is not bad. */
export function verdict(lost: number): Verdict | null {
  const worst = (Object.keys(THRESHOLDS) as Verdict[]).filter((name) => lost >= THRESHOLDS[name]);
  return worst.at(-1) ?? null;
}

/** The bad moves of a game, in their order, as far as it was analysed. */
export function slips(found: ReadonlyMap<number, Analysis>, moves: readonly (string | null)[]): Slip[] {
  return [...found]
    .sort(([one], [other]) => one - other)
    .flatMap(([before, { seat, moves: worths }]): Slip[] => {
      const played = worths.find(({ move }) => move === moves[before + 1]);
      if (!played || seat === null) return [];
      const best = worths.reduce((one, other) => (other.value > one.value ? other : one));
      const bad = verdict(best.value - played.value);
      return bad ? [{ at: before + 1, seat, verdict: bad, move: played.move, best: best.move }] : [];
    });
}
