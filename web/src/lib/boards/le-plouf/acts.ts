/** The animation of a move of Le Plouf. */

import type { Event } from "../../game.ts";
import { away, HOME, tumble, walk, type Act } from "../../motion.ts";
import { along, place } from "./place.ts";

const STEP = 210;
const FALL = 520;
const SLIDE = 480;
const NEXT = 110;

/** The acts of a move: the pawn walks and pushes the pawns in its way, the nearest first. */
export function acts(events: readonly Event[]): Act[] {
  const pushed = events.filter((event) => ["fall", "slide", "climb"].includes(event.event)).reverse();
  const found: Act[] = [];
  let at = 0;
  for (const event of events) {
    if (event.event === "place") found.push(...placed(event["cell"] as string));
    if (event.event === "walk") {
      const path = along(event["from"] as string, event["to"] as string);
      found.push(...walked(event["to"] as string, path));
      at = STEP * (path.length - 1) - 90;
    }
    if (event.event === "dive") found.push(...dived(event));
  }
  for (const event of pushed) {
    found.push(...push(event, at));
    at += NEXT;
  }
  if (events.some((event) => event.event === "over")) found.push({ sound: "win", at: at + 600 });
  return found;
}

function placed(cell: string): Act[] {
  const high = { transform: "translate(0px, -34px) scale(1.15)", opacity: 0 };
  return [
    { piece: cell, at: 0, lasts: 260, easing: "ease-in", frames: [high, HOME] },
    { sound: "step", at: 230 },
  ];
}

function walked(piece: string, path: readonly string[]): Act[] {
  const frames = walk(path.map(place));
  const steps = path.slice(1).map((_, index): Act => ({ sound: "step", at: STEP * (index + 0.8) }));
  return [{ piece, at: 0, lasts: STEP * (path.length - 1), frames }, ...steps];
}

function push(event: Event, at: number): Act[] {
  const [dry, piece] = [event["from"] as string, event["to"] as string];
  const [from, to] = [place(dry), place(piece)];
  if (event.event === "fall") return tumble(dry, piece, from, to, at, FALL);
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

function dived(event: Event): Act[] {
  const [from, aim, to] = ["from", "aim", "to"].map((name) => event[name] as string) as [string, string, string];
  const path = along(from, aim).map((cell) => away(place(cell), place(to)));
  const walk = STEP * (path.length - 1);
  const last = path.at(-1)!;
  const share = walk / (walk + FALL);
  const frames = path.map((frame, index) => ({ ...frame, offset: (share * index) / (path.length - 1) }));
  const landing = { ...HOME, offset: 1 };
  return [
    { piece: to, at: 0, lasts: walk + FALL, frames: [...frames, { ...last, offset: share + 0.05 }, landing] },
    { plunge: place(to), size: 26, at: walk + FALL - 120 },
    { sound: "plunge", at: walk + FALL - 120 },
  ];
}
