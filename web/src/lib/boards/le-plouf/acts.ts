/** The animation of a move of Le Plouf. */

import type { Event } from "../../game.ts";
import { away, HOME, type Act } from "../../motion.ts";
import { EARLY, tumble, walk } from "../../people/motion.ts";
import { along, BRIM, place, POOL } from "./place.ts";

const STEP = 210;
const FALL = 520;
const SLIDE = 360;
const NEXT = 60;
/** Milliseconds of a wave through the full pool, and from one cell to the next. */
const WAVE = 420;
const RIPPLE = 55;
const PUSHED = ["fall", "slide", "climb"];
/** How close a walker comes to the pawn that cannot be pushed, in steps. */
const BESIDE = 0.62;

/** The acts of a move: the pawn walks and pushes the pawn in its way. Who swims makes room before that one lands, the
 * farthest first. */
export function acts(events: readonly Event[]): Act[] {
  const pushed = events.filter((event) => PUSHED.includes(event.event));
  const found: Act[] = [];
  let at = 0;
  for (const event of events) {
    if (event.event === "place") found.push(...placed(event["cell"] as string));
    if (event.event === "walk") {
      const path = along(event["from"] as string, event["to"] as string);
      found.push(...walk(event["to"] as string, path.map(place), STEP, pushed.length > 0));
      at = STEP * (path.length - 1) - 90;
    }
    if (event.event === "dive") found.push(...dived(event));
  }
  for (const [index, event] of pushed.entries()) {
    found.push(...push(event, event.event === "fall" ? at : Math.max(0, at - EARLY + NEXT * index)));
  }
  const over = events.find((event) => event.event === "over");
  if (over?.["reason"] === "pool-full") found.push(...brimming(end(found)));
  if (over) found.push({ sound: "win", at: end(found) });
  return found;
}

function placed(cell: string): Act[] {
  const high = { transform: "translate(0px, -34px) scale(1.15)", opacity: 0 };
  return [
    { piece: cell, at: 0, lasts: 260, easing: "ease-in", frames: [high, HOME] },
    { sound: "step", at: 230 },
  ];
}

function push(event: Event, at: number): Act[] {
  const [dry, piece] = [event["from"] as string, event["to"] as string];
  const [from, to] = [place(dry), place(piece)];
  if (event.event === "fall") return tumble({ was: dry, floats: piece, path: [from], water: to, at, lasts: FALL });
  if (event.event === "slide") {
    return [{ piece, at, lasts: SLIDE, easing: "ease-out", frames: [away(from, to), HOME] }];
  }
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 14 };
  const frames = [away(from, to), away(middle, to, {}, "scale(1.18)"), HOME];
  return [
    { piece, at, lasts: SLIDE, frames },
    { plunge: from, size: 26, at: at + 60 },
    { sound: "plunge", at: at + SLIDE - 140 },
  ];
}

/** The walker comes up to the pawn that it cannot push, and falls itself. */
function dived(event: Event): Act[] {
  const [from, aim, to] = ["from", "aim", "to"].map((name) => event[name] as string) as [string, string, string];
  const path = along(from, aim).map(place);
  const [near, far] = [path.at(-2)!, path.at(-1)!];
  const beside = { x: near.x + BESIDE * (far.x - near.x), y: near.y + BESIDE * (far.y - near.y) };
  const at = STEP * (path.length - 1) + 80;
  return tumble({
    was: from,
    floats: to,
    path: [...path.slice(0, -1), beside],
    step: STEP,
    water: place(to),
    at,
    lasts: FALL,
  });
}

/** When the last piece is in its place. */
function end(acts: readonly Act[]): number {
  return Math.max(0, ...acts.map((act) => ("piece" in act ? act.at + act.lasts : 0)));
}

/** The pool is full: the water rises over its edge, and a wave goes through all who swim. */
function brimming(at: number): Act[] {
  const low = { transform: "scale(0.88)", opacity: 0 };
  const spilt = { transform: "scale(1.03)", opacity: 1, offset: 0.55 };
  const frames = [
    HOME,
    { transform: "translate(0px, -11px) scale(1.04, 1.1)" },
    { transform: "translate(0px, 3px) scale(1.06, 0.93)" },
    HOME,
  ];
  return [
    { piece: BRIM, at, lasts: 700, easing: "ease-out", frames: [low, spilt, HOME] },
    ...POOL.map((piece, index): Act => {
      const late = RIPPLE * ((index % 3) + Math.floor(index / 3));
      return { piece, at: at + late, lasts: WAVE, frames };
    }),
  ];
}
