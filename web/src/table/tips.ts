/** Which tips somebody has seen, by game, kept in this browser. They come in the first game of a kind that is played to
 * its end. */

const KEY = "lido.tips";

interface Seen {
  tips: string[];
  /** Whether a game of this kind was played to its end. */
  done: boolean;
}

function read(): Record<string, Seen> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Seen>;
  } catch {
    return {};
  }
}

function change(game: string, changed: (seen: Seen) => Seen): void {
  const all = read();
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [game]: changed(all[game] ?? { tips: [], done: false }) }));
  } catch {
    // A browser that stores nothing: the tips come again.
  }
}

/** The first of these tips that is new to the reader. */
export function fresh(game: string, tips: readonly string[]): string | null {
  const seen = read()[game];
  return seen?.done ? null : (tips.find((tip) => !seen?.tips.includes(tip)) ?? null);
}

export function markSeen(game: string, tip: string): void {
  change(game, (seen) => ({ ...seen, tips: [...new Set([...seen.tips, tip])] }));
}

/** A game was played to its end: no more tips. */
export function markDone(game: string): void {
  change(game, (seen) => ({ ...seen, done: true }));
}
