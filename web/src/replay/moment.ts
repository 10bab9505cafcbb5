/** The moment that decided a game. */

/** The value of a position for the winner, from -1 to 1; null where it is not known. */
export type Worth = (position: number) => Promise<number | null>;

/** From this value on the winner is taken to be winning. */
const WINNING = 0.4;

/** The last of these positions in which the winner was not yet winning: the move made there turned the game.
 *
 * It looks at few of them, as if the winner's value only ever grew. Null where a value is not known.
 */
export async function turningPoint(positions: readonly number[], worth: Worth): Promise<number | null> {
  let [low, high] = [0, positions.length];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const value = await worth(positions[middle]!);
    if (value === null) return null;
    if (value < WINNING) low = middle;
    else high = middle;
  }
  return positions[low] ?? null;
}
