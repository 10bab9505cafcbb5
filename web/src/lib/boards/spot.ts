/** The places of a board that a reader can use. */

import type { Spot } from "../geometry.ts";

/** A place that can be tapped or looked at. */
export interface BoardSpot extends Spot {
  /** What is there, in words. They are put together when they are asked for, a moment after the pieces are drawn; so
   * they must not depend on anything that changes meanwhile. */
  label: () => string;
  width: number;
  height: number;
  /** Whether its outline is round. */
  round?: boolean;
  /** The corner radius of the mark of the last move, where it differs from the outline. */
  corner?: number;
  /** How far inside the spot the outline of a piece that can be chosen is, where it differs from the usual. */
  inset?: number;
  /** Whether it is water, which a mark does not cover. */
  wet?: boolean;
  /** Whether a piece stands there. */
  full?: boolean;
}

/** A piece that follows the pointer: the spot it is from, and where it is now. */
export interface Held {
  id: string;
  x: number;
  y: number;
}
