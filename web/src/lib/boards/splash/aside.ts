/** From where a hand comes, so that it is not inside the tower. */

/** By how much it turns from where it usually comes: what is tried first is nearest to that. */
const ASIDE = [0, 1, 2, -1, 3, -2, 4, -3].map((eighths) => (eighths * Math.PI) / 4);

/** The angle at which the least of a hand is sunk into something, where it is at `now`: it comes back as soon as there is
 * room, and else moves only for a better place. */
export function aside(now: number, sunk: (angle: number) => number): number {
  if (!sunk(0)) return 0;
  let [best, least] = [now, sunk(now)];
  for (const angle of ASIDE) {
    if (!least) break;
    const deep = sunk(angle);
    if (deep < least) [best, least] = [angle, deep];
  }
  return best;
}
