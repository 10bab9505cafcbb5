/** What a rematch needs to know of its table. */

import type { Say } from "../lib/words.ts";
import type { Info } from "../site/messages.ts";

type Options = Readonly<Record<string, string | number>>;

/** The seats that are kept for a person who has not agreed yet. */
export function keptFor(info: Info, person: string): number[] {
  return info.seats.filter((player) => player.kept && player.person === person).map((player) => player.seat);
}

/** The seats whose people have not agreed yet. */
export function waitedFor(info: Info): number[] {
  return info.seats.filter((player) => player.kept).map((player) => player.seat);
}

/** The seat of the last game that a seat of the rematch belongs to: everybody moves one seat further. */
export function seatBefore(seat: number, players: number): number {
  return ((seat + players - 2) % players) + 1;
}

/** Whether several players share the win. */
export function isTie(payoffs: readonly number[]): boolean {
  return payoffs.filter((paid) => paid > 0).length > 1;
}

/** What sets the options of a rematch apart from the others that are offered, in words. */
export function optionWords(
  game: string,
  options: Options,
  offers: readonly (Options | undefined)[],
  say: Say,
): string {
  return Object.entries(options)
    .filter(([name, value]) => offers.some((other) => other?.[name] !== value))
    .map(([name, value]) => `${say(`${game}.option-${name}`).toLowerCase()} ${say(`${game}.option-${name}-${value}`)}`)
    .join(", ");
}
