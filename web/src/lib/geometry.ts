/** Points on a board, and how the arrow keys move between them. */

export interface Point {
  x: number;
  y: number;
}

export interface Spot extends Point {
  id: string;
}

const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** The cost of a step sideways in steps ahead. */
const ASIDE = 2.5;

/** The spot that an arrow key leads to: the nearest in its direction, preferring straight ahead. */
export function towards<S extends Spot>(spots: readonly S[], from: Point, key: string): S | null {
  const way = WAYS[key];
  if (!way) return null;
  let best: S | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y];
    const ahead = dx * way.x + dy * way.y;
    const cost = ahead + ASIDE * Math.abs(dx * way.y - dy * way.x);
    if (ahead > 0.5 && cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** The spot nearest to a point, if one is within reach. */
export function nearest<S extends Spot>(spots: readonly S[], point: Point, reach: number): S | null {
  let best: S | null = null;
  let least = reach;
  for (const spot of spots) {
    const distance = Math.hypot(spot.x - point.x, spot.y - point.y);
    if (distance < least) [best, least] = [spot, distance];
  }
  return best;
}
