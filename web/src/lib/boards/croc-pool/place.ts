/** The layout of Crocodile Pool Party, and its moves as taps. */

import content from "../../../generated/boards/croc-pool.json" with { type: "json" };
import type { Way } from "../../choice.ts";
import type { View } from "../../game.ts";
import type { Point } from "../../geometry.ts";
import type { ShapeName } from "../Shape.svelte";

export interface Tile {
  side: number;
  crocodile: boolean;
  number: number | null;
}

export interface Stack {
  owner: number;
  height: number;
  tiles: readonly Tile[];
}

export interface CrocView extends View {
  squares: Readonly<Record<string, Stack>>;
  bars: readonly (readonly Tile[])[];
  scores: readonly number[];
  crocodiles: readonly number[];
  open: boolean;
  must: string | null;
  quiet: number;
  to_place: readonly number[];
}

export const SIZE = 46;
const EDGE = 30;
export const FILES = ["a", "b", "c", "d", "e", "f"] as const;
export const RANKS = Array.from({ length: 14 }, (_, index) => index + 1);
/** The sign of each side. */
export const SIGNS: readonly ShapeName[] = ["circle", "triangle"];
export const HUES = ["hue-red", "hue-amber"] as const;
/** By side: the squares of its bar, and those with its ladders. */
export const BARS: readonly (readonly string[])[] = content.bars;
export const LADDERS: readonly (readonly string[])[] = content.ladders;
/** The ranks in which swimmers can be placed, how many, and by which side: as many slabs lie at the edge. */
export const SLABS = content.slabs.flatMap((ranks, side) =>
  ranks.flatMap((count, index) => (count ? [{ rank: index + 1, count, side: side + 1 }] : [])),
);
/** Turns without progress after which the game ends. */
export const QUIET: number = content.quiet;

const BAR_SQUARES: readonly string[] = BARS.flat();
export const SQUARES = RANKS.flatMap((rank) => FILES.map((file) => `${file}${rank}`)).filter(
  (square) => !BAR_SQUARES.includes(square),
);

/** The pool drawn across or down, the reader's side at the left or at the bottom. */
export class Pool {
  readonly wide: boolean;
  readonly turned: boolean;
  readonly width: number;
  readonly height: number;

  constructor(wide: boolean, turned: boolean) {
    this.wide = wide;
    this.turned = turned;
    const [short, long] = [FILES.length * SIZE + 2 * EDGE, RANKS.length * SIZE + 2 * EDGE];
    [this.width, this.height] = wide ? [long, short] : [short, long];
  }

  /** The middle of a square, of a bar, or of a place beyond the edge, by file and rank from 0. */
  at(file: number, rank: number): Point {
    const [f, r] = this.turned ? [FILES.length - 1 - file, RANKS.length - 1 - rank] : [file, rank];
    const [across, down] = this.wide ? [r, f] : [f, RANKS.length - 1 - r];
    return { x: EDGE + (across + 0.5) * SIZE, y: EDGE + (down + 0.5) * SIZE };
  }

  place(square: string): Point {
    return this.at(
      FILES.findIndex((file) => file === square[0]),
      Number(square.slice(1)) - 1,
    );
  }

  bar(side: number): Point & { width: number; height: number } {
    const [one, other] = BARS[side - 1]!.map((square) => this.place(square)) as [Point, Point];
    const [width, height] = this.wide ? [SIZE, 2 * SIZE] : [2 * SIZE, SIZE];
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, width, height };
  }

  get water(): { x: number; y: number; width: number; height: number } {
    return { x: EDGE, y: EDGE, width: this.width - 2 * EDGE, height: this.height - 2 * EDGE };
  }
}

/** The bar of a side, as a spot. */
export function barSpot(side: number): string {
  return `bar-${side}`;
}

/** `c3` is a tap, `c3-d4` two, `e13-bar` two; `flip c3` is a tap and a button. */
export function way(move: string, side: number): Way {
  if (move.startsWith("flip ")) return { move, path: [move.slice(5), "flip"] };
  return { move, path: move.split("-").map((part) => (part === "bar" ? barSpot(side) : part)) };
}
