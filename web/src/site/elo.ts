/** What one knows of how strong a player is, on the scale of ratings. */

/** What a factor of e in the odds to win is on the scale. */
const SCALE = (25 / 6) * Math.SQRT2;
/** How far one game moves what is known: the first, and any after many. */
const FIRST = 12;
const LEAST = 3;

export interface Seen {
  mean: number;
  games: number;
}

/** What one knows of a player after a game among players of these ratings, of which they were paid so much. */
export function after({ mean, games }: Seen, others: readonly number[], paid: number): Seen {
  const odds = others.reduce((sum, rating) => sum + Math.exp((rating - mean) / SCALE), 1);
  const moved = Math.max(LEAST, FIRST / (1 + games / 3)) * (paid - 1 / odds);
  return { mean: mean + moved, games: games + 1 };
}
