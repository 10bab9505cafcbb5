/** The layout of Le Plouf, and its moves as taps. */

import content from "../../../generated/boards/le-plouf.json" with { type: "json" };
import type { Way } from "../../choice.ts";
import type { View } from "../../game.ts";
import type { Point } from "../../geometry.ts";

export interface PloufView extends View {
  /** The seat of the pawn on every occupied cell. */
  cells: Readonly<Record<string, number>>;
  cursor: number;
  to_place: readonly number[];
}

export const SIZE = 64;
export const MARGIN = 26;
export const BOARD = 5 * SIZE;
export const WIDTH = BOARD + 2 * MARGIN;
export const HEIGHT = WIDTH + 46;
export const FILES = ["a", "b", "c", "d", "e"] as const;
export const RANKS = ["5", "4", "3", "2", "1"] as const;
export const CELLS = RANKS.flatMap((rank) => FILES.map((file) => file + rank));
export const HUES = ["hue-red", "hue-amber", "hue-navy", "hue-green"] as const;

const RIM: readonly string[] = content.rim;
/** The cell whose pawn decides a tie. */
export const MIDDLE: string = content.middle;

export function isPool(cell: string): boolean {
  return !RIM.includes(cell);
}

export const POOL = CELLS.filter(isPool);
/** The piece that is the water over the edge of a full pool. */
export const BRIM = "brim";

export function isFull(view: PloufView): boolean {
  return POOL.every((cell) => cell in view.cells);
}

export function isCorner(cell: string): boolean {
  return content.corners.includes(cell);
}

export function place(cell: string): Point {
  const [file, rank] = [FILES.findIndex((name) => name === cell[0]), Number(cell[1])];
  return { x: MARGIN + (file + 0.5) * SIZE, y: MARGIN + (5.5 - rank) * SIZE };
}

/** The cells from one cell of the rim to another, the shorter way round, both included. */
export function along(from: string, to: string): string[] {
  const [start, end] = [RIM.indexOf(from), RIM.indexOf(to)];
  const ahead = (end - start + RIM.length) % RIM.length;
  const step = ahead <= RIM.length / 2 ? 1 : -1;
  const count = step > 0 ? ahead : RIM.length - ahead;
  return Array.from({ length: count + 1 }, (_, index) => RIM[(start + step * index + RIM.length) % RIM.length]!);
}

/** `c1` is a tap, `a2-a4` two, `a3-a4=c3` three. */
export function way(move: string): Way {
  return { move, path: move.split(/[-=]/) };
}
