/** What a board is made of for those who use it. */

import type { Spot } from "../geometry.ts";

/** A place that can be tapped or looked at. */
export interface BoardSpot extends Spot {
  /** What is there, in words. */
  label: string;
  width: number;
  height: number;
  /** Whether what is there is round, and so are the signs around it. */
  round?: boolean;
  /** How round the mark of the last move is, where that is not as the signs are. */
  corner?: number;
  /** Whether a piece stands there. */
  full?: boolean;
}

/** A piece that follows the pointer: the spot it is from, and where it is now. */
export interface Held {
  id: string;
  x: number;
  y: number;
}
