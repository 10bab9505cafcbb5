/** What a stage can do, be it drawn in space or flat. */

import type { Point } from "../../geometry.ts";
import type { Shown } from "./director.ts";
import type { Pose, Vector } from "./pose.ts";

/** Where the reader's hand is wanted, and how far the piece would fall from there. */
export interface Aim {
  piece: string;
  pose: Pose;
  drop: number;
  /** Whether the piece is in the hand; else it waits to be taken up. */
  holds: boolean;
}

export interface Stage {
  draw(shown: Shown, aim: Aim | null, marked: string | null): void;
  /** There was nothing new to draw. */
  rest(): void;
  resize(width: number, height: number): void;
  /** How far something at a height is moved by a pointer that goes from one point of the stage to another. */
  led(from: Point, to: Point, height: number): Vector;
  /** How far a point of the stage is from a pose, in pixels. */
  away(point: Point, pose: Pose): number;
  orbit(across: number, down: number): void;
  zoom(factor: number): void;
  /** The level direction to the right of the eye, and away from it. */
  readonly right: readonly [number, number];
  readonly ahead: readonly [number, number];
  /** Whether it need not be drawn again while nothing changes. */
  readonly settled: boolean;
  end(): void;
}
