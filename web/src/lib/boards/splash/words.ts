/** Splash! in words. */

import type { Event } from "../../game.ts";
import type { Say } from "../../words.ts";
import { each } from "../ending.ts";
import type { TextTable } from "../types.ts";
import { inWords, sorted } from "./pieces.ts";
import type { SplashView } from "./view.ts";

const DEGREE = Math.PI / 180;

/** The events with their pieces in words; a placement after which the tower falls is told as a fall. */
export function told(events: readonly Event[], names: readonly string[], say: Say): Event[] {
  return events.map((event) => {
    const facts = Object.fromEntries(Object.entries(event).map(([name, fact]) => [name, worded(name, fact, say)]));
    const found = { ...facts, event: event.event } as Event;
    if (event.event === "place" && !event["stands"]) found.event = "fall";
    if (event.event === "accident" && event["fault"])
      Object.assign(found, { event: "accident-by", seat: event["fault"] });
    if (event.event === "give" && event["from"] !== event.seat)
      Object.assign(found, { event: "give-from", other: names[(event["from"] as number) - 1] });
    return found;
  });
}

function worded(name: string, fact: unknown, say: Say): unknown {
  if (name === "piece") return inWords(fact as string, say);
  const listed = Array.isArray(fact) && fact.every((one) => typeof one === "string");
  return listed ? list(fact as string[], say) : fact;
}

function list(pieces: readonly string[], say: Say): string {
  return (
    sorted(pieces)
      .map((piece) => inWords(piece, say))
      .join(", ") || "–"
  );
}

export function text(view: SplashView, names: readonly string[], say: Say): TextTable {
  const tower = [...view.pieces].sort((one, other) => other.pos[2] - one.pos[2]).map(({ piece }) => piece);
  return {
    caption: say("splash.board-reserves"),
    columns: [say("splash.board-drops"), say("splash.board-reserve")],
    rows: names.map((name, index) => ({ name, cells: [`${view.drops[index]}`, list(view.reserves[index]!, say)] })),
    notes: [
      tower.length
        ? say("splash.board-tower", { pieces: tower.map((piece) => inWords(piece, say)).join(", ") })
        : say("splash.board-no-tower"),
      ...(view.levels ? [say("splash.levels", { levels: view.levels })] : []),
      ...(view.pile.length ? [say("splash.board-pile-has", { pieces: list(view.pile, say) })] : []),
      ...(view.held ? [say("splash.in-hand", { piece: inWords(view.held, say) })] : []),
      ...(view.targets.length ? [say("splash.board-goes-on", { pieces: list(view.targets, say) })] : []),
      ...(view.fallen.length ? [say("splash.board-fell", { pieces: list(view.fallen, say) })] : []),
      ...view.sides.map((side) =>
        say("splash.board-together", { names: side.map((seat) => names[seat - 1]).join(", ") }),
      ),
      ...(view.step === "place" ? [say("splash.board-write")] : []),
    ],
  };
}

/** How many pieces and drops a seat has. */
export function note(view: SplashView, seat: number, say: Say): string {
  const [pieces, drops] = [view.reserves[seat - 1]!.length, view.drops[seat - 1]!];
  return drops ? say("splash.has", { pieces, drops }) : say("splash.has-pieces", { pieces });
}

/** The tips that matter now. */
export function tips(view: SplashView, legal: readonly string[]): string[] {
  if (!legal.length || view.result) return [];
  // None for a piece to place: the tip would lie over what guides the hand, and the prompt says it all.
  const kinds = ["take", "give", "base", "keep"];
  const kind = kinds.find((each) => legal.some((move) => move.split(" ")[0] === each));
  return kind ? [kind] : [];
}

/** The drops of each seat, or how many pieces it has left where a reserve ran out. */
export function score(view: SplashView): readonly number[] {
  return view.result?.reason === "reserve" ? view.reserves.map((reserve) => reserve.length) : view.drops;
}

export function reason(view: SplashView, names: readonly string[], say: Say): string | null {
  const why = view.result?.reason;
  if (why !== "drops" && why !== "reserve") return null;
  return say(`splash.ending-${why}`, { list: each(names, score(view)) });
}

/** A typed move: `place 2 -1 45` is 2 mm to the right, 1 mm to the front, turned by 45 degrees. */
export function command(written: string): { move: string; details?: { pose: readonly number[] } } {
  const [move, ...rest] = written.trim().toLowerCase().split(/\s+/);
  const numbers = rest.map(Number);
  if (move !== "place" || numbers.length > 4 || numbers.some(Number.isNaN)) return { move: written };
  const [x = 0, y = 0, turned = 0, face = 0] = numbers;
  return { move, details: { pose: [x / 1000, y / 1000, turned * DEGREE, face] } };
}
