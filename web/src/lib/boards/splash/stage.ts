/** A stage, drawn in three dimensions or flat. */

import type { Point } from "../../geometry.ts";
import type { Shown } from "./director.ts";
import type { Pose, Scene, Vector } from "./pose.ts";

/** Where the reader wants a piece, and how far it would fall from there. */
export interface Aim {
  piece: string;
  pose: Pose;
  drop: number;
  /** Whether the piece is in the reader's hand; if not, it only shows what would be. */
  holds: boolean;
  /** Where the piece waits to be taken up; null where only the aim is to be seen. */
  start: Pose | null;
}

/** What helps the reader to see what matters. */
export interface Cues {
  aim: Aim | null;
  /** Pieces with an outline: the targets, or the base that is being chosen. */
  marked: readonly string[];
  /** The share of the time that is left until the hand opens by itself; null where no hand is closed. */
  left: number | null;
  /** What stood on the table when all was at rest last. */
  ground: Scene;
  /** Somebody else's tower, to be seen beside it. */
  ghost: Scene | null;
  /** The share of the picture's height, at its foot, that is behind something else. */
  covered: number;
  night: boolean;
  /** Whether the picture keeps still where it can. */
  still: boolean;
}

export interface Stage {
  draw(shown: Shown, cues: Cues, seconds: number): void;
  /** Called when there is nothing new to draw, with the seconds since the last time. */
  rest(seconds: number, still: boolean): void;
  resize(width: number, height: number): void;
  /** How far a pointer that goes from one point of the stage to another moves something at that height. */
  led(from: Point, to: Point, height: number): Vector;
  /** How far a point of the stage is from a pose, in pixels. */
  away(point: Point, pose: Pose): number;
  orbit(across: number, down: number): void;
  zoom(factor: number): void;
  /** Something was touched there, more or less hard. */
  flash(place: Vector, hard: number): void;
  /** A piece dived into the water there. */
  splash(place: Vector, piece: string): void;
  /** The horizontal directions to the right of the camera and away from it. */
  readonly right: readonly [number, number];
  readonly ahead: readonly [number, number];
  /** Whether camera, hand and water have come to rest. */
  readonly settled: boolean;
  /** Whether what is at rest is drawn as well as it can be. */
  readonly sharp: boolean;
  end(): void;
}
