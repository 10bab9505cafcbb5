/** A position of a real game and the move that led to it, as `web/tools/fixtures.py` writes them. */

import type { Event, LastMove, View } from "../lib/game.ts";

interface Table {
  /** By seat, a spectator first. */
  views: readonly View[];
  legal: readonly string[];
}

export interface Scene {
  game: string;
  name: string;
  before: Table;
  after: Table;
  last: LastMove;
  /** The last moves before it, for a scene that is also shown as a whole table. */
  story?: readonly { seat: number; events: readonly Event[] }[];
}
