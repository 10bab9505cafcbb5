/** How swimmers move: they look where they walk, teeter at the rim, fall with a cry, and come up again. */

import type { Point } from "../geometry.ts";
import { away, HIDDEN, HOME, SHOWN, type Act } from "../motion.ts";
import { dress, gaze } from "./moods.ts";

/** Milliseconds that a swimmer teeters, and how many of them before the push. */
const TEETERS = 260;
export const EARLY = 150;
/** How far a pushed swimmer gets before it falls, and how far below its middle it stands. */
const BRINK = 15;
const FEET = 22;

/** A keyframe, and the milliseconds after which it is reached. */
type Moment = readonly [at: number, frame: Keyframe];

function timed(moments: readonly Moment[], lasts: number): Keyframe[] {
  return moments.map(([at, frame]) => ({ ...frame, offset: lasts && at / lasts }));
}

/** Hops along a path, without its end, for a piece whose own place is `home`; pupils that look along every step; sounds. */
function hops(path: readonly Point[], home: Point, step: number): { body: Moment[]; eyes: Moment[]; sounds: Act[] } {
  const [body, eyes, sounds]: [Moment[], Moment[], Act[]] = [[], [], []];
  for (const [index, next] of path.slice(1).entries()) {
    const [here, at] = [path[index]!, step * index];
    const middle = { x: (here.x + next.x) / 2, y: (here.y + next.y) / 2 - 8 };
    const { x, y } = gaze(next.x - here.x, next.y - here.y);
    const look = { transform: `translate(${x}px, ${y}px)` };
    body.push(
      [at, away(here, home, {}, "scale(1.06, 0.92)")],
      [at + step / 2, away(middle, home, {}, `rotate(${index % 2 ? -7 : 7}deg)`)],
    );
    eyes.push([at, look], [at + 0.8 * step, look]);
    sounds.push({ sound: "step", at: at + 0.8 * step });
  }
  return { body, eyes, sounds };
}

/** A piece walks along a path to its own place, with a hop and a sound for each step. */
export function walk(piece: string, path: readonly Point[], step: number): Act[] {
  const lasts = step * (path.length - 1);
  const { body, eyes, sounds } = hops(path, path.at(-1)!, step);
  return [{ piece, at: 0, lasts, frames: timed([...body, [lasts, HOME]], lasts), gaze: timed(eyes, lasts) }, ...sounds];
}

/** A swimmer who falls. */
interface Fall {
  /** The piece as it was, and the one that floats afterwards. */
  was: string;
  floats: string;
  /** The places where it walks first; it falls from the last. */
  path: readonly Point[];
  step?: number;
  water: Point;
  /** Milliseconds until it is pushed, and from there to the water. */
  at: number;
  lasts: number;
}

/** A piece walks if it must, teeters at the rim, falls into the water, and comes up again as the piece that floats there. */
export function tumble({ was, floats, path, step = 0, water, at, lasts }: Fall): Act[] {
  const [home, edge] = [path[0]!, path.at(-1)!];
  const begins = Math.max(step * (path.length - 1), at - EARLY);
  const [falls, wet] = [begins + TEETERS, at + lasts];
  const below = { transform: "translate(0px, 9px) scale(0.5)", opacity: 0 };
  const high = { transform: "translate(0px, -5px) scale(1.1, 1.14)", offset: 0.55 };
  const { body, eyes, sounds } = hops(path, home, step);
  const moments: readonly Moment[] = [
    [0, HOME],
    ...body,
    [begins, away(edge, home)],
    ...teetering(home, edge, water, begins),
    ...falling(home, edge, water, falls, wet),
  ];
  return [
    {
      piece: was,
      was: true,
      at: 0,
      lasts: wet,
      easing: "linear",
      frames: timed(moments, wet),
      gaze: timed(eyes, wet),
      changes: [
        { at: begins, change: (drawn) => dress(drawn, "teeters") },
        { at: falls, change: (drawn) => dress(drawn, "falls") },
      ],
    },
    ...sounds,
    { plunge: water, size: 28, at: wet - 60 },
    { sound: "plunge", at: wet - 60 },
    { piece: floats, at: wet, lasts: 340, frames: [below, high, HOME] },
  ];
}

/** The side to which a swimmer at the rim falls. */
const side = (edge: Point, water: Point) => (water.x < edge.x ? -1 : 1);

/** Shoved to the brink, leaning over the water and back on its feet. */
function teetering(home: Point, edge: Point, water: Point, at: number): Moment[] {
  const far = Math.hypot(water.x - edge.x, water.y - edge.y) || 1;
  const brink = {
    x: edge.x + (BRINK * (water.x - edge.x)) / far,
    y: edge.y + (BRINK * (water.y - edge.y)) / far + FEET,
  };
  return [16, -12, 18, 30].map((lean, index): Moment => {
    const turn = `rotate(${side(edge, water) * lean}deg) translate(0px, ${-FEET}px)`;
    return [at + (TEETERS * (index + 1)) / 4, away(brink, home, {}, turn)];
  });
}

function falling(home: Point, edge: Point, water: Point, at: number, wet: number): Moment[] {
  const over = { x: (edge.x + water.x) / 2, y: Math.min(edge.y, water.y) - 16 };
  const turn = side(edge, water);
  return [
    [at + 0.4 * (wet - at), away(over, home, { easing: "ease-in" }, `scale(1.2) rotate(${turn * 26}deg)`)],
    [wet - 10, away(water, home, SHOWN, `scale(0.7) rotate(${turn * 8}deg)`)],
    [wet, away(water, home, HIDDEN, "scale(0.5)")],
  ];
}
