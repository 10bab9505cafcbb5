/** How swimmers move: they look where they walk, teeter at the rim, fall with a cry, and come up again. */

import type { Point } from "../geometry.ts";
import { away, HOME, type Act } from "../motion.ts";
import { dress, gaze } from "./moods.ts";

/** Milliseconds that a swimmer teeters, and how many of them before the push. */
const TEETERS = 260;
export const EARLY = 150;
/** How far a pushed swimmer gets before it falls, and how far below its middle it stands. */
const BRINK = 15;
/** How far water is that lies right beside the rim, and the size of the crown of water. */
const NEAR = 72;
const CROWN = 58;
/** Milliseconds under water. */
const SINKS = 110;
const FEET = 22;

const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

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

/** How far a walker goes on the last step before it stops for who is still in the way. */
const BESIDE = 0.35;
/** Milliseconds that it stands there. */
const WAITS = 220;

function between(from: Point, to: Point, part: number): Point {
  return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
}

/** A piece walks along a path to its own place, with a hop and a sound for each step. Who pushes stops at the edge of that
 * place until it is free. */
export function walk(piece: string, path: readonly Point[], step: number, pushes = false): Act[] {
  const home = path.at(-1)!;
  const edge = pushes ? between(path.at(-2)!, home, BESIDE) : home;
  const { body, eyes, sounds } = hops([...path.slice(0, -1), edge], home, step);
  const there = step * (path.length - 1);
  const enters = there + WAITS;
  const lasts = pushes ? enters + step : there;
  const waiting: Moment[] = [
    [there, away(edge, home)],
    [enters, away(edge, home, {}, "scale(1.06, 0.92)")],
    [enters + step / 2, away({ ...between(edge, home, 0.5), y: (edge.y + home.y) / 2 - 8 }, home)],
  ];
  const frames = timed([...body, ...(pushes ? waiting : []), [lasts, HOME]], lasts);
  return [{ piece, at: 0, lasts, frames, gaze: timed(eyes, lasts) }, ...sounds];
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
  /** Milliseconds until it is pushed, and from there to water beside it; farther away it takes longer. */
  at: number;
  lasts: number;
}

/** A piece walks if it must, teeters at the rim, falls into the water, and comes up again as the piece that floats there. */
export function tumble({ was, floats, path, step = 0, water, at, lasts }: Fall): Act[] {
  const [home, edge] = [path[0]!, path.at(-1)!];
  const begins = Math.max(step * (path.length - 1), at - EARLY);
  const [falls, wet] = [begins + TEETERS, at + lasts + 0.8 * Math.max(0, distance(edge, water) - NEAR)];
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
    { plunge: water, size: CROWN, at: wet - 60, spits: side(edge, water) },
    { sound: "plunge", at: wet - 60 },
    { piece: floats, at: wet + SINKS, lasts: 620, frames: RISES },
  ];
}

/** Who was under water comes up behind the crown of water, shoots out of it, and shakes the head. */
const RISES: Keyframe[] = [
  { transform: "translate(0px, 4px) scale(0.7)", opacity: 0 },
  { transform: "translate(0px, 4px) scale(0.7)", opacity: 1, offset: 0.02 },
  { transform: "translate(0px, -14px) scale(1.14, 1.2)", offset: 0.32 },
  { transform: "translate(0px, 3px) rotate(-11deg)", offset: 0.5 },
  { transform: "rotate(10deg)", offset: 0.66 },
  { transform: "rotate(-6deg)", offset: 0.82 },
  HOME,
];

/** The side to which a swimmer at the rim falls. */
const side = (edge: Point, water: Point) => (water.x < edge.x ? -1 : 1);

/** Shoved to the brink, leaning over the water and back on its feet. */
function teetering(home: Point, edge: Point, water: Point, at: number): Moment[] {
  const far = distance(edge, water) || 1;
  const brink = {
    x: edge.x + (BRINK * (water.x - edge.x)) / far,
    y: edge.y + (BRINK * (water.y - edge.y)) / far + FEET,
  };
  return [16, -12, 18, 30].map((lean, index): Moment => {
    const turn = `rotate(${side(edge, water) * lean}deg) translate(0px, ${-FEET}px)`;
    return [at + (TEETERS * (index + 1)) / 4, away(brink, home, {}, turn)];
  });
}

/** Through the air: a short fall, or a throw in a high arc with a turn in it. */
function falling(home: Point, edge: Point, water: Point, at: number, wet: number): Moment[] {
  const far = Math.max(0, distance(edge, water) - NEAR);
  const over = { x: (edge.x + water.x) / 2, y: Math.min((edge.y + water.y) / 2 - far / 2, edge.y, water.y) - 16 };
  const turn = side(edge, water);
  const [half, whole] = far ? [150, 345] : [26, 8];
  const near = 1.2 + Math.min(far / 250, 0.6);
  return [
    [at + 0.45 * (wet - at), away(over, home, { easing: "ease-in" }, `scale(${near}) rotate(${turn * half}deg)`)],
    [wet, away(water, home, {}, `scale(0.7) rotate(${turn * whole}deg)`)],
  ];
}
