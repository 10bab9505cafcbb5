/** The animation of a move of Crocodile Pool Party. */

import type { Event } from "../../game.ts";
import type { Point } from "../../geometry.ts";
import { away, HIDDEN, HOME, SHOWN, type Act } from "../../motion.ts";
import { burp, cry, jaws, lurks, mouth, nearest, RISES, round, SNAPS, stare } from "./jaws.ts";
import { type Pool, SIZE } from "./place.ts";

const SWIM = 420;
const TURN = 190;
/** Milliseconds of an attack: the crocodile goes down, comes near, is seen, and its head rises. */
const DIVE = 220;
const LURKS = 130;
const SEEN = 340;
const RISE = 700;
/** Milliseconds in which the head becomes a tile again, and until it burps. */
const SHRINKS = 150;
const BURPS = 260;

/** The acts of a move: a tile swims, turns over, or eats. Those on the other squares see it. */
export function acts(events: readonly Event[], pool: Pool, squares: readonly string[]): Act[] {
  const found = events.flatMap((event) => ACTS[event.event]?.(event, pool, squares) ?? []);
  return events.some((event) => event.event === "over") ? [...found, { sound: "win", at: 1100 }] : found;
}

const ACTS: Readonly<Record<string, (event: Event, pool: Pool, squares: readonly string[]) => Act[]>> = {
  place: (event, pool) => {
    const square = event["square"] as string;
    const high = { transform: "translate(0px, -26px) scale(1.2)", opacity: 0 };
    return [
      { piece: square, at: 0, lasts: 260, easing: "ease-in", frames: [high, HOME] },
      { plunge: pool.place(square), size: SIZE * 0.42, at: 220 },
      { sound: "plunge", at: 220 },
    ];
  },
  flip: (event) => {
    const piece = event["square"] as string;
    const [flat, edge] = [{ transform: "scale(1, 1)" }, { transform: "scale(0.02, 1.12)" }];
    return [
      { piece, was: true, at: 0, lasts: TURN, easing: "ease-in", frames: [flat, edge] },
      { piece, at: 0, lasts: TURN, frames: [HIDDEN, HIDDEN] },
      { piece, at: TURN, lasts: TURN * 1.4, easing: "ease-out", frames: [edge, flat] },
      { sound: "flip", at: 40 },
    ];
  },
  stuck: (event) => {
    const shake = [0, -5, 5, -4, 4, 0].map((x) => ({ transform: `translate(${x}px, 0px)` }));
    return [{ piece: event["square"] as string, at: TURN * 3, lasts: 420, frames: shake }];
  },
  move: (event, pool) => {
    const [from, to] = [event["from"] as string, event["to"] as string];
    return [
      { piece: to, at: 0, lasts: SWIM, frames: [away(pool.place(from), pool.place(to)), HOME] },
      { sound: "step", at: SWIM * 0.6 },
    ];
  },
  eat: (event, pool, squares) => {
    const [from, to] = [event["from"] as string, event["to"] as string];
    const [start, end] = [pool.place(from), pool.place(to)];
    const { inside, corners, middle } = mouth(end, pool);
    const [snaps, back] = [RISE + SNAPS, RISE + RISES - SHRINKS];
    const others = squares.filter((square) => square !== from && square !== to);
    const path = round(
      start,
      end,
      others.map((square) => pool.place(square)),
    );
    const scared = others.filter((square) => nearest(pool.place(square), path) < 1.5 * SIZE);
    const down = { transform: "translate(0px, 7px) scale(0.6)", opacity: 0 };
    return [
      { piece: from, was: true, at: 0, lasts: DIVE, easing: "ease-in", frames: [HOME, down] },
      { plunge: start, size: SIZE * 0.4, at: 90 },
      { sound: "plunge", at: 90 },
      lurks(event.seat!, path, LURKS, RISE - LURKS + 60),
      ...scared.map((piece): Act => ({ piece, at: SEEN, lasts: RISE - SEEN, frames: FEAR })),
      eaten(to, end, inside, snaps),
      jaws(event.seat!, end, pool, RISE),
      { plunge: middle, size: SIZE * 1.7, at: RISE + 1, behind: true },
      { sound: "bite", at: snaps - 60 },
      ...corners.map((plunge): Act => ({ plunge, size: SIZE * 0.6, at: snaps - 10 })),
      { piece: to, at: 0, lasts: back, frames: [HIDDEN, HIDDEN] },
      { piece: to, at: back, lasts: SHRINKS, frames: [{ transform: "scale(1.25)", opacity: 0 }, HOME] },
      {
        piece: to,
        at: back + BURPS,
        lasts: 420,
        easing: "ease-out",
        frames: [HOME, { transform: "scale(0.9, 1.14)" }, { transform: "scale(1.16, 0.88)" }, HOME],
      },
      burp(end, back + BURPS + 120),
    ];
  },
  bar: (event, pool) => {
    const from = event["from"] as string;
    const bar = pool.bar(event.seat!);
    return [
      {
        piece: from,
        was: true,
        at: 0,
        lasts: SWIM * 1.5,
        frames: [HOME, away(bar, pool.place(from)), away(bar, pool.place(from), HIDDEN, "scale(0.5)")],
      },
      { plunge: pool.place(from), size: SIZE * 0.4, at: 60 },
      { sound: "win", at: SWIM },
    ];
  },
};

/** Who sees a crocodile pass trembles. */
const FEAR: Keyframe[] = [0, 6, -6, 6, -6, 6, -6, 0].map((turn) => ({
  transform: `translate(${turn / 4}px, 0px) rotate(${turn}deg)`,
}));

/** What is eaten sees it coming, is lifted into the mouth, and is gone when it snaps. */
function eaten(piece: string, home: Point, into: Point, snaps: number): Act {
  const frame = (at: number, keyframe: Keyframe): Keyframe => ({ ...keyframe, offset: at / snaps });
  const fear = [4, -4, 4, -4, 4].map((turn, index) =>
    frame(RISE - 250 + 50 * index, { transform: `translate(${turn / 4}px, 0px) rotate(${turn}deg)` }),
  );
  return {
    piece,
    was: true,
    at: 0,
    lasts: snaps,
    easing: "linear",
    frames: [
      frame(0, HOME),
      ...fear,
      frame(RISE, HOME),
      frame(RISE + 170, away(into, home, {}, "translate(0px, -9px) scale(1.12)")),
      frame(snaps - 90, away(into, home, {}, "translate(0px, -3px) rotate(-8deg)")),
      frame(snaps - 10, away(into, home, SHOWN, "scale(1.05, 0.8)")),
      frame(snaps, away(into, home, HIDDEN, "scale(1, 0.3)")),
    ],
    changes: [
      { at: SEEN, change: stare },
      { at: RISE - 230, change: cry },
    ],
  };
}
