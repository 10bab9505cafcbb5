/** The levels of the bots: which can be chosen, and how strong they are. */

import type { Say } from "../lib/words.ts";
import type { GameCard } from "./api.ts";
import { botName, MATCH } from "./names.ts";

/** The levels that can be chosen for so many, the weakest first, then the one that plays about as well as the visitor. */
export function levelsOf(card: GameCard | undefined, players: number): readonly string[] {
  const levels = card?.levels[players] ?? [];
  return card?.matches && levels.length ? [...levels, MATCH] : levels;
}

/** How strong a level is, in whole numbers; nothing where that was not measured. */
export function strengthOf(card: GameCard | undefined, level: string): number | undefined {
  const rated = card?.ratings[level];
  return rated && Math.round(rated.mean);
}

/** The name of a bot with its level and how strong it is; who plays at random may have less than nothing. */
export function ratedName(card: GameCard | undefined, level: string, say: Say): string {
  const strength = strengthOf(card, level);
  return botName(level, say) + (strength === undefined || strength < 1 ? "" : ` · ${strength}`);
}
