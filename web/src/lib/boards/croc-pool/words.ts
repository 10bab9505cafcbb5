/** Crocodile Pool Party in words. */

import type { Event } from "../../game.ts";
import type { Say } from "../../words.ts";
import { each, first } from "../ending.ts";
import type { TextTable } from "../types.ts";
import { BARS, type CrocView, FILES, LADDERS, QUIET, RANKS, type Stack } from "./place.ts";

/** The events as they happened. */
export function told(events: readonly Event[]): Event[] {
  return [...events];
}

/** The initial of a side in the reader's language. */
function initial(side: number, say: Say): string {
  return say(`croc-pool.board-initial-${side}`);
}

/** A stack in short form: `R` a swimmer, `R4` a crocodile, `R4×3` a stack under one. */
function short(stack: Stack, say: Say): string {
  const top = stack.tiles.at(-1)!;
  const name = `${initial(stack.owner, say)}${top.crocodile ? top.number : ""}`;
  return stack.height > 1 ? `${name}×${stack.height}` : name;
}

function stackInWords(stack: Stack, names: readonly string[], say: Say): string {
  const [who, top] = [names[stack.owner - 1], stack.tiles.at(-1)!];
  if (!top.crocodile) return say("croc-pool.board-swimmer", { who });
  return say(stack.height > 1 ? "croc-pool.board-stack" : "croc-pool.board-crocodile", {
    who,
    number: top.number,
    tiles: stack.height,
  });
}

export function squareInWords(view: CrocView, square: string, names: readonly string[], say: Say): string {
  const stack = view.squares[square];
  const ladder = LADDERS.flat().includes(square);
  const ground = say(ladder ? "croc-pool.board-ladder" : "croc-pool.board-water");
  return say("page.spot", { spot: square, ground, what: stack ? stackInWords(stack, names, say) : say("page.free") });
}

export function barInWords(view: CrocView, side: number, names: readonly string[], say: Say): string {
  return say(view.open ? "croc-pool.board-bar" : "croc-pool.board-bar-shut", {
    who: names[side - 1],
    tiles: view.scores[side - 1],
  });
}

export function text(view: CrocView, names: readonly string[], say: Say): TextTable {
  return {
    caption: say("page.board", { game: say("croc-pool.name") }),
    columns: FILES,
    rows: RANKS.toReversed().map((rank) => ({
      name: `${rank}`,
      cells: FILES.map((file) => {
        const square = `${file}${rank}`;
        const bar = BARS.findIndex((squares) => squares.includes(square));
        if (bar >= 0) return say("croc-pool.board-bar-short", { side: initial(bar + 1, say) });
        return view.squares[square] ? short(view.squares[square], say) : "–";
      }),
    })),
    notes: [
      say("croc-pool.board-signs", { red: names[0], yellow: names[1] }),
      say(view.open ? "croc-pool.bars-open" : "croc-pool.bars-shut"),
      ...[1, 2].map((side) => barInWords(view, side, names, say)),
      say("croc-pool.quiet", { count: view.quiet, most: QUIET }),
    ],
  };
}

/** The tips that matter now. */
export function tips(view: CrocView, legal: readonly string[]): string[] {
  if (!legal.length || view.result) return [];
  if (view.step === "place") return ["place"];
  if (view.step === "must") return ["must"];
  const own = Object.values(view.squares).filter((stack) => stack.owner === view.seat);
  const stacked = own.some((stack) => stack.height > 1);
  const bites = own.some((stack) => stack.tiles.at(-1)!.crocodile);
  return ["turn", ...(stacked ? ["bar"] : []), ...(bites ? ["eat"] : []), ...(bites && !view.open ? ["lock"] : [])];
}

/** How many tiles each side has in its bar. */
export function score(view: CrocView): readonly number[] {
  return view.scores;
}

/** Why the game ended so. A tie is decided by the numbers of the crocodiles in the bars. */
export function reason(view: CrocView, names: readonly string[], say: Say): string | null {
  const why = view.result?.reason;
  if (why !== "cleared" && why !== "stall") return null;
  const [left] = Object.values(view.squares);
  const ending = why === "cleared" && !left ? "empty" : why;
  const who = left && names[left.owner - 1];
  const said = say(`croc-pool.ending-${ending}`, { who, list: each(names, view.scores) });
  if (first(view.scores).length < 2) return `${said} ${say("croc-pool.ending-more")}`;
  return [said, say("croc-pool.ending-tie", { list: each(names, view.crocodiles) })].join(" ");
}

/** How many swimmers a seat still has to place, or what it has at the bar; nothing where there is nothing. */
export function note(view: CrocView, seat: number, say: Say): string {
  const count = view.to_place[seat - 1];
  if (count) return say("croc-pool.to-place", { count });
  const [tiles, sum] = [view.scores[seat - 1], view.crocodiles[seat - 1]];
  if (!tiles) return "";
  return sum ? say("croc-pool.at-bar", { tiles, sum }) : say("croc-pool.at-bar-only", { tiles });
}
