/** From the entries of a table's log to the steps that are shown. */

import type { Event } from "../lib/game.ts";
import type { Info, LogEvent, News, SeatViews } from "./messages.ts";

/** The table after an entry of its log. */
export interface Step {
  /** The last entry that it knows. */
  n: number;
  /** Its own entries. */
  entries: readonly News[];
  /** How many moves there were. */
  number: number;
  /** The events of the last move. */
  events: readonly Event[];
  views: SeatViews;
  info: Info;
  turn: number | null;
  /** When the clocks were as `info` has them, by the clock of this device. */
  clockedAt: number;
}

/** The entries that are shown for a while; all others change something beside the game. */
const WORTH_A_LOOK: readonly LogEvent["kind"][] = [
  "started",
  "moved",
  "asked",
  "answered",
  "undone",
  "replaced",
  "returned",
  "left",
  "over",
];

/** Whether a step is shown for a while. */
export function worthALook(news: News): boolean {
  return WORTH_A_LOOK.includes(news.event.kind);
}

/** How many moves an entry adds. */
export function movesIn({ event }: News): number {
  if (event.kind === "moved") return 1;
  if (event.kind !== "undone") return 0;
  return -(event.moves ?? 1);
}

/** The moves that were not taken back. */
export function standing(entries: readonly News[]): News[] {
  const moves: News[] = [];
  for (const news of entries) {
    if (news.event.kind === "moved") moves.push(news);
    else moves.length += movesIn(news);
  }
  return moves;
}

/** The seat that made the move of a step; null where it is no move. */
export function moverOf({ entries }: Step): number | null {
  const moved = entries.findLast((news) => news.event.kind === "moved");
  return moved?.event.kind === "moved" ? moved.event.seat : null;
}

/** How many moves were made in these steps. */
export function movesMade(steps: readonly Step[]): number {
  return steps.flatMap((step) => step.entries).filter((news) => news.event.kind === "moved").length;
}

/** The events of the last move after these entries, if there was none those of before. */
export function lastEvents(entries: readonly News[], before: readonly Event[]): readonly Event[] {
  const last = entries.findLast((news) => movesIn(news) !== 0);
  return last ? (last.game_events ?? []) : before;
}

/** The steps of entries that belong together, of which the last brings the views. */
export function stepsOf(before: Step, group: readonly News[], views: SeatViews, info: Info, clockedAt: number): Step[] {
  const last = group.at(-1)!;
  const turn = last.views ? (last.turn ?? null) : (info.turn ?? null);
  const end = (step: Step, entries: readonly News[]): Step => ({
    ...grown(step, entries),
    views,
    info,
    turn,
    clockedAt,
  });
  // Of many moves without views of their own only the last can be drawn.
  if (group.filter((news) => news.event.kind === "moved").length > 1) return [end(before, group)];
  const steps: Step[] = [];
  let entries: News[] = [];
  for (const news of group) {
    entries.push(news);
    const from = steps.at(-1) ?? before;
    if (news === last) steps.push(end(from, entries));
    else if (worthALook(news)) {
      const moved = news.event.kind === "moved";
      const between = grown(from, entries);
      steps.push(moved ? { ...between, views, turn: null, info: turned(from.info, news) } : between);
      entries = [];
    }
  }
  return steps;
}

function grown(step: Step, entries: readonly News[]): Step {
  return {
    ...step,
    n: entries.at(-1)!.n,
    entries: [...entries],
    number: entries.reduce((number, news) => number + movesIn(news), step.number),
    events: lastEvents(entries, step.events),
  };
}

/** The table after an entry that says only whose turn it is and what the clocks show. */
export function turned(info: Info, news: News): Info {
  const seats = info.seats.map((player, index) => {
    const time = news.clocks?.[index];
    return time === undefined || time === null ? player : { ...player, time };
  });
  const { turn: _, ...rest } = info;
  return news.turn === undefined ? { ...rest, seats } : { ...rest, seats, turn: news.turn };
}

/** The table as it was at an entry that was missed, from what it is now. */
export function before(now: Info, news: News): Info {
  const { payoffs: _, reason: __, seed: ___, again: ____, ...rest } = now;
  const begun = Object.values(news.views ?? {}).some((seat) => seat.view !== null);
  return turned({ ...rest, status: begun ? "running" : "open" }, news);
}

/** The table with what `newer` knows of the people at it: all else waits for its step. */
export function withPresence(info: Info, newer: Info): Info {
  const seats = info.seats.map((player, index) => {
    const { name: _, present: __, replaceable: ___, ...rest } = player;
    const { name, present, replaceable, person } = newer.seats[index] ?? player;
    if (person !== player.person) return player;
    return { ...rest, ...(name && { name }), ...(present && { present }), ...(replaceable && { replaceable }) };
  });
  const { watchers: _, ...rest } = info;
  return newer.watchers ? { ...rest, seats, watchers: newer.watchers } : { ...rest, seats };
}
