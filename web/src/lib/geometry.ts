/** Points on a board, and how the arrow keys go from one to the next. */

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
/** How much worse a step aside is than a step ahead. */
const ASIDE = 2.5;

/** The spot that an arrow key leads to from another: the nearest ahead, one straight ahead before one aside. */
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
