/** Le Plouf in words. */

import type { Event } from "../../game.ts";
import type { Say } from "../../words.ts";
import { each, first } from "../ending.ts";
import type { TextTable } from "../types.ts";
import { FILES, isCorner, isPool, MIDDLE, RANKS, type PloufView } from "./place.ts";

const PUSHES = ["fall", "slide", "climb"];

/** The pawn that moved, then those it pushed, the nearest first. */
export function told(events: readonly Event[]): Event[] {
  const pushed = events.filter((event) => PUSHES.includes(event.event));
  const [mover, ...rest] = events.filter((event) => !PUSHES.includes(event.event));
  return [...(mover ? [mover] : []), ...pushed.reverse(), ...rest];
}

export function cellInWords(view: PloufView, cell: string, names: readonly string[], say: Say): string {
  const ground = say(`le-plouf.board-${isPool(cell) ? "water" : isCorner(cell) ? "corner" : "side"}`);
  return say("page.spot", { spot: cell, ground, what: occupant(view, cell, names, say) });
}

function occupant(view: PloufView, cell: string, names: readonly string[], say: Say): string {
  const seat = view.cells[cell];
  return seat === undefined ? say("page.free") : say("page.pawn-of", { who: names[seat - 1] });
}

export function text(view: PloufView, names: readonly string[], say: Say): TextTable {
  return {
    caption: say("page.board", { game: say("le-plouf.name") }),
    columns: FILES,
    rows: RANKS.map((rank) => ({
      name: rank,
      cells: FILES.map((file) => {
        const seat = view.cells[file + rank];
        if (seat !== undefined) return `${names[seat - 1]}`;
        return say(isPool(file + rank) ? "le-plouf.board-water" : "page.free");
      }),
    })),
    notes: [`${say("le-plouf.cursor")}: ${view.cursor}`],
  };
}

/** The tips that matter now. */
export function tips(view: PloufView, legal: readonly string[]): string[] {
  if (!legal.length || view.result) return [];
  if (view.step === "place") return ["place"];
  const own = Object.keys(view.cells).filter((cell) => view.cells[cell] === view.seat);
  return ["steps", "push", ...(own.some(isPool) ? ["wet"] : [])];
}

/** How many pawns each seat has on the rim. */
export function score(view: PloufView): number[] {
  const rim = Object.entries(view.cells).filter(([cell]) => !isPool(cell));
  return Array.from({ length: view.players }, (_, index) => rim.filter(([, seat]) => seat === index + 1).length);
}

/** Why the game ended so. A tie is decided by the pawn in the middle of the pool. */
export function reason(view: PloufView, names: readonly string[], say: Say): string | null {
  if (view.result?.reason !== "pool-full") return null;
  const rim = score(view);
  const middle = view.cells[MIDDLE];
  const said = say("le-plouf.ending-pool-full", { list: each(names, rim) });
  const tied = first(rim);
  if (tied.length < 2 || !middle || !tied.includes(middle - 1)) return said;
  return [said, say("le-plouf.ending-tie", { who: names[middle - 1] })].join(" ");
}

/** How many pawns a seat still has to place, or has on the rim and in the pool. */
export function note(view: PloufView, seat: number, say: Say): string {
  const count = view.to_place[seat - 1];
  if (count) return say("le-plouf.to-place", { count });
  const own = Object.keys(view.cells).filter((cell) => view.cells[cell] === seat);
  const pool = own.filter(isPool).length;
  return say("le-plouf.on-rim", { rim: own.length - pool, pool });
}
