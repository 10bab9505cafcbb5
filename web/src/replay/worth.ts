/** The values of the moves of a position. */

import type { Say } from "../lib/words.ts";
import type { Worth } from "../site/api.ts";

/** Moves of the same value. */
export interface Group extends Omit<Worth, "move"> {
  moves: readonly string[];
}

/** Moves with exact values, grouped by value. The best come first: quick wins, draws, slow losses. */
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

/** An exact value in words. */
export function known({ value, plies }: Omit<Worth, "move">, say: Say): string {
  if (!value) return say("pages.draws");
  return say(value > 0 ? "pages.wins-in" : "pages.loses-in", { plies });
}
