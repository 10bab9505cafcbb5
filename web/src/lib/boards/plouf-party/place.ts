/** The layout of Plouf Party, and its moves as taps. */

import content from "../../../generated/boards/plouf-party.json" with { type: "json" };
import type { Way } from "../../choice.ts";
import type { View } from "../../game.ts";
import type { Point } from "../../geometry.ts";
import type { PatternName } from "../Patterns.svelte";
import type { ShapeName } from "../Shape.svelte";

export interface Pawn {
  colour: string;
  number: number | null;
}

export interface PartyView extends View {
  ring: readonly (Pawn | null)[];
  water: readonly Pawn[];
  in: readonly boolean[];
  tokens: readonly (string | null)[];
  cleared: readonly (readonly string[])[];
  taken: number | null;
  last: number | null;
  quiet: number;
}

/** The tap that opens the list of accusations. */
export const ACCUSE = "accuse";

export const SIZE = 64;
export const MARGIN = 16;
/** The space with the diving board, and how far every space is from it. */
export const BOARD: number = content.board;
export const DISTANCE: readonly number[] = content.distance;
export const SPACES: number = DISTANCE.length;
export const DIRECTIONS = ["cw", "ccw"] as const;
export type Direction = (typeof DIRECTIONS)[number];
const [COLUMNS, ROWS] = [8, 5];
const LONG = COLUMNS * SIZE + 2 * MARGIN;
const SHORT = ROWS * SIZE + 2 * MARGIN;

export const COLOURS: Readonly<Record<string, { name: string; pattern: PatternName; shape: ShapeName }>> = {
  R: { name: "red", pattern: "plain", shape: "heart" },
  O: { name: "orange", pattern: "stripes", shape: "triangle" },
  Y: { name: "yellow", pattern: "dots", shape: "star" },
  G: { name: "green", pattern: "bars", shape: "square" },
  B: { name: "blue", pattern: "checks", shape: "drop" },
  P: { name: "purple", pattern: "waves", shape: "diamond" },
};

/** The letter of a colour. */
export function letterOf(name: string): string {
  return Object.keys(COLOURS).find((letter) => COLOURS[letter]!.name === name) ?? "";
}

export function hue(letter: string | null | undefined): string {
  return `hue-${(letter && COLOURS[letter]?.name) || "unknown"}`;
}

const PLACES: readonly (readonly [number, number])[] = [
  [0, 2],
  [0, 1],
  ...[1, 2, 3, 4, 5, 6].map((column) => [column, 0] as const),
  [7, 1],
  [7, 2],
  [7, 3],
  ...[6, 5, 4, 3, 2, 1].map((column) => [column, 4] as const),
  [0, 3],
];

/** Where pawns swim, in the order in which they fall; last where the diving board is. */
const BERTHS = [1, 2, 3]
  .flatMap((row) => [1, 2, 3, 4, 5, 6].map((column) => [column, row] as const))
  .sort((one, other) => Number(isUnderBoard(one)) - Number(isUnderBoard(other)));

function isUnderBoard([column, row]: readonly [number, number]): boolean {
  return column === 1 && row === 2;
}

/** A pool drawn across, the diving board at the left, or down, the diving board at the top. */
export class Pool {
  readonly wide: boolean;
  readonly width: number;
  readonly height: number;

  constructor(wide: boolean) {
    this.wide = wide;
    [this.width, this.height] = wide ? [LONG, SHORT] : [SHORT, LONG];
  }

  /** The middle of a square of the pool drawn across. */
  square(column: number, row: number): Point {
    const [across, down] = this.wide ? [column, row] : [ROWS - 1 - row, column];
    return { x: MARGIN + (across + 0.5) * SIZE, y: MARGIN + (down + 0.5) * SIZE };
  }

  space(space: number): Point {
    return this.square(...PLACES[wrapped(space)]!);
  }

  /** Where the number of a space is written when a pawn stands there: on the deck, away from the water. */
  beside(space: number): Point {
    const { x, y } = this.space(space);
    const out = (at: number, length: number) => (at < SIZE + MARGIN ? -38 : at > length - SIZE - MARGIN ? 38 : 0);
    return { x: x + out(x, this.width), y: y + out(y, this.height) };
  }

  /** Where a pawn swims that fell after so many others. */
  swimmer(place: number): Point {
    return this.square(...BERTHS[place]!);
  }
}

/** The number of a space, counted on past the diving board. */
function wrapped(space: number): number {
  return ((space % SPACES) + SPACES) % SPACES;
}

/** Where the pawn in hand would go: a direction that is legal, its end, and whether it reaches the diving board. */
export interface Walk {
  move: Direction;
  to: number;
  dives: boolean;
}

/** The ways of the pawn in hand, as the rules have them. */
export function walks({ taken, ring }: PartyView, legal: readonly string[]): Walk[] {
  return DIRECTIONS.filter((move) => legal.includes(move)).flatMap((move) => {
    const number = taken === null ? null : ring[taken]?.number;
    if (taken === null || !number) return [];
    const [to, dives] = [content.walks, content.dives].map((by) => by[move][taken]![number - 1]!);
    return { move, to: to!, dives: dives === 1 };
  });
}

/** The spaces from one to another in a direction, both included. */
export function along(from: number, to: number, direction: string): number[] {
  const step = direction === "cw" ? 1 : -1;
  return Array.from({ length: wrapped((to - from) * step) + 1 }, (_, index) => wrapped(from + step * index));
}

/** `pick 5` is a tap; `cw` is one after the pawn in hand; an accusation is chosen after `ACCUSE`, beside the board. */
export function way(move: string, taken: number | null): Way {
  const [first, ...rest] = move.split(" ");
  if (first === "pick") return { move, path: rest };
  if (first === ACCUSE) return { move, path: [ACCUSE, move] };
  return { move, path: taken === null ? [move] : [`${taken}`, move] };
}
