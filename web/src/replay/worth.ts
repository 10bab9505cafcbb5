/** What the moves of a position are worth, for those who read it. */

import type { Say } from "../lib/words.ts";
import type { Worth } from "../site/api.ts";

/** Moves that are worth the same. */
export interface Group extends Omit<Worth, "move"> {
  moves: readonly string[];
}

/** Moves whose worth is known, those of the same worth together. The best come first: quick wins, draws, slow losses. */
export function grouped(worths: readonly Worth[]): Group[] {
  const groups: Group[] = [];
  for (const { move, value, plies } of [...worths].sort(better)) {
    const last = groups.at(-1);
    if (last?.value === value && last.plies === plies) last.moves = [...last.moves, move];
    else groups.push({ value, plies, moves: [move] });
  }
  return groups;
}

function better(one: Worth, other: Worth): number {
  return other.value - one.value || one.value * ((one.plies ?? 0) - (other.plies ?? 0));
}

/** What is known of a move, in words. */
export function known({ value, plies }: Omit<Worth, "move">, say: Say): string {
  if (!value) return say("site.draws");
  return say(value > 0 ? "site.wins-in" : "site.loses-in", { plies });
}
