/** Opening a table, and sitting down at it as soon as one is there. */

import { api, type Card, type Wish } from "./api.ts";

/** How strong the bots of a first game are. */
export const FIRST_LEVEL = "gentle";

const KEY = "lido.sit.";

/** A table for oneself against bots, as many as make the game good. */
export function against(card: Card): Wish {
  const players = card.secrets && card.players.includes(4) ? 4 : card.players[0]!;
  const bots = Object.fromEntries(Array.from({ length: players - 1 }, (_, index) => [index + 2, FIRST_LEVEL]));
  // Who wants to play now does not want to choose fifteen pieces first.
  const options: Record<string, string> = card.options["draft"]?.includes("deal") ? { draft: "deal" } : {};
  return { game: card.id, players, options, bots };
}

/** Open a table and take those seats there; several are for people at this device. Gives its path. */
export async function openTable(wish: Wish, seats: readonly number[]): Promise<string> {
  const { table } = await api.open(wish);
  sessionStorage.setItem(KEY + table, seats.join());
  return `/t/${table}`;
}

/** The seats that were to be taken at a table; asked once. */
export function seatsToTake(table: string): number[] {
  const seats = sessionStorage.getItem(KEY + table);
  sessionStorage.removeItem(KEY + table);
  return seats ? seats.split(",").map(Number) : [];
}
