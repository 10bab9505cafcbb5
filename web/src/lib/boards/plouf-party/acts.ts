/** The animation of a move of Plouf Party. */

import type { Event } from "../../game.ts";
import { HOME, type Act } from "../../motion.ts";
import { EARLY, tumble, walk } from "../../people/motion.ts";
import { along, type PartyView, type Pool } from "./place.ts";

const STEP = 230;
const FALL = 560;
const NEXT = 300;
/** Milliseconds from an accusation to its verdict, and from there to its consequences. */
export const SUSPENSE = 1300;
const VERDICT = 1100;
/** Milliseconds that it is shown who is out. */
const FAREWELL = 2200;

/** How the pawn in hand is drawn. */
export const LIFTED = "translate(0, -7) scale(1.16)";

/** The acts of a move: a pawn is picked up or walks, and the pawn in its way falls. */
export function acts(events: readonly Event[], view: PartyView, pool: Pool): Act[] {
  const falls = events.filter((event) => event.event === "fall");
  const found: Act[] = [];
  let at = 0;
  for (const event of events) {
    if (event.event === "take") found.push(...taken(event["space"] as number));
    if (event.event === "move") {
      const path = along(event["from"] as number, event["to"] as number, event["direction"] as string);
      const places = path.map((space) => pool.space(space));
      const pushes = falls.some((fall) => fall["space"] === path.at(-1));
      found.push(...walk(`s${path.at(-1)}`, places, STEP, pushes));
      at = STEP * (path.length - 1) - 60;
    }
    if (isVerdict(event)) {
      const shown = SUSPENSE + VERDICT;
      at = shown + EARLY;
      const outcome = event["right"] ? "win" : "lose";
      found.push({ sound: "drum", at: 0 }, { sound: outcome, at: SUSPENSE }, { pause: shown, at: 0 });
    }
  }
  for (const [index, event] of falls.entries()) {
    const [space, berth] = [event["space"] as number, view.water.length - falls.length + index];
    const [path, water] = [[pool.space(space)], pool.swimmer(berth)];
    found.push(...tumble({ was: `s${space}`, floats: `w${berth}`, path, water, at, lasts: FALL }));
    at += NEXT;
  }
  const farewell = events.some((event) => event.event === "eliminate") && !events.some(isVerdict);
  if (farewell) found.push({ pause: FAREWELL, at: at + FALL });
  if (events.some((event) => event.event === "over")) found.push({ sound: "win", at: at + 700 });
  return found;
}

function isVerdict({ event }: Event): boolean {
  return event === "verdict";
}

function taken(space: number): Act[] {
  const low = { transform: "translate(0px, 6px) scale(0.86)" };
  return [
    { piece: `s${space}`, at: 0, lasts: 220, easing: "ease-out", frames: [low, HOME] },
    { sound: "flip", at: 0 },
  ];
}
