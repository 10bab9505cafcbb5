/** The view of Splash!, as the server sends it. */

import type { Event, View } from "../../game.ts";
import type { Placed } from "./director.ts";
import type { Gift } from "./gifts.ts";
import { type Pose, posed, type Quat, type Scene, type Vector } from "./pose.ts";

export interface Lying {
  piece: string;
  pos: Vector;
  quat: Quat;
}

export interface SplashView extends View {
  pieces: readonly Lying[];
  base: string | null;
  reserves: readonly (readonly string[])[];
  drops: readonly number[];
  box: readonly string[];
  pile: readonly string[];
  fallen: readonly string[];
  held: string | null;
  /** The seat whose reserve the piece in the hand came from. */
  from: number | null;
  uncovered: readonly string[];
  targets: readonly string[];
  levels: number;
  /** Where the piece to place is taken up; null where there is none to place. */
  start: Pose | null;
  /** What each gift means that the reader may give. */
  gifts: readonly Gift[];
  /** Who plays together; empty where everybody plays alone. */
  sides: readonly (readonly number[])[];
}

export function sceneOf(pieces: readonly Lying[]): Scene {
  return new Map(pieces.map(({ piece, pos, quat }): [string, Pose] => [piece, posed(pos, quat)]));
}

/** The placement among the events of a move, or the accident, which is a fall without a piece. */
export function placedIn(events: readonly Event[]): Placed | null {
  const found = events.find(({ event }) => event === "place" || event === "accident");
  if (!found) return null;
  return {
    piece: (found["piece"] as string | undefined) ?? null,
    stands: found["stands"] === true,
    lying: sceneOf(found["pieces"] as Lying[]),
  };
}
