/** A stage, drawn in three dimensions or flat. */

import type { Point } from "../../geometry.ts";
import type { Shown } from "./director.ts";
import type { Pose, Vector } from "./pose.ts";

/** Where the reader wants the hand, and how far the piece would fall from there. */
export interface Aim {
  piece: string;
  pose: Pose;
  drop: number;
  /** Whether the piece is in the hand already. */
  holds: boolean;
}

export interface Stage {
  draw(shown: Shown, aim: Aim | null, marked: string | null): void;
  /** Called when there is nothing new to draw. */
  rest(): void;
  resize(width: number, height: number): void;
  /** How far a pointer that goes from one point of the stage to another moves something at that height. */
  led(from: Point, to: Point, height: number): Vector;
  /** How far a point of the stage is from a pose, in pixels. */
  away(point: Point, pose: Pose): number;
  orbit(across: number, down: number): void;
  zoom(factor: number): void;
  /** The horizontal directions to the right of the camera and away from it. */
  readonly right: readonly [number, number];
  readonly ahead: readonly [number, number];
  /** Whether the camera has come to rest. */
  readonly settled: boolean;
  end(): void;
}
