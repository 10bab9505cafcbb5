/** The animation of a move of Crocodile Pool Party. */

import type { Event } from "../../game.ts";
import { away, HIDDEN, HOME, SHOWN, type Act } from "../../motion.ts";
import { HUES, type Pool, SIZE } from "./place.ts";

const SWIM = 420;
const TURN = 190;
const BITE = 310;

/** The acts of a move: a tile swims, turns over, or eats. */
export function acts(events: readonly Event[], pool: Pool): Act[] {
  const found = events.flatMap((event) => ACTS[event.event]?.(event, pool) ?? []);
  return events.some((event) => event.event === "over") ? [...found, { sound: "win", at: 1100 }] : found;
}

const ACTS: Readonly<Record<string, (event: Event, pool: Pool) => Act[]>> = {
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
  eat: (event, pool) => {
    const [from, to] = [event["from"] as string, event["to"] as string];
    const there = away(pool.place(to), pool.place(from));
    return [
      { piece: to, at: 0, lasts: SWIM + BITE, frames: [HIDDEN, HIDDEN] },
      { piece: to, was: true, at: 0, lasts: SWIM + BITE, frames: [SHOWN, SHOWN] },
      { piece: from, was: true, at: 0, lasts: SWIM, frames: [HOME, there] },
      {
        piece: from,
        was: true,
        at: SWIM,
        lasts: BITE,
        frames: [
          { ...there, opacity: 0 },
          { ...there, opacity: 1 },
        ],
      },
      { bite: pool.place(to), size: SIZE * 0.92, hue: HUES[event.seat! - 1]!, at: SWIM - 60 },
      { sound: "bite", at: SWIM + 180 },
      { plunge: pool.place(to), size: SIZE * 0.5, at: SWIM + BITE - 60 },
      {
        piece: to,
        at: SWIM + BITE,
        lasts: 260,
        easing: "ease-out",
        frames: [{ transform: "scale(1.35)" }, { transform: "scale(1)" }],
      },
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
