/** The result of a game in words. */

import type { Result } from "../lib/game.ts";
import type { Say } from "../lib/words.ts";

/** Reasons for an end that are not in the rules of a game. */
const OUTSIDE = ["resigned", "time", "abandoned"];

/** Who won, and why the game ended. */
export function endingInWords(
  game: string,
  result: Result,
  names: readonly string[],
  say: Say,
): { winners: string; reason: string } {
  const winners = result.payoffs.flatMap((paid, index) => (paid > 0 ? [names[index] ?? ""] : []));
  return {
    winners: say(winners.length === 1 ? "terminal.wins" : "terminal.share", { who: winners.join(", ") }),
    reason: say(OUTSIDE.includes(result.reason) ? `site.over-${result.reason}` : `${game}.over-${result.reason}`),
  };
}
