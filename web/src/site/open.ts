/** Opening a table, and taking seats at it on arrival. */

import type { QuickGame } from "../lib/boards/types.ts";
import { api, type GameCard, type TableWish } from "./api.ts";

/** The bots of a quick game. */
export const FIRST_LEVEL = "gentle";

const KEY = "lido.sit.";

/** A table for one person against bots. */
export function againstBots(card: GameCard, quick: QuickGame = {}): TableWish {
  const players = quick.players ?? card.players[0]!;
  const levels = card.levels[players] ?? [];
  const level = levels.includes(FIRST_LEVEL) ? FIRST_LEVEL : (levels[0] ?? FIRST_LEVEL);
  const bots = Object.fromEntries(Array.from({ length: players - 1 }, (_, index) => [index + 2, level]));
  return { game: card.id, players, options: quick.options ?? {}, bots };
}

/** Open a table and take those seats on arrival, several for people who share this device. Returns its path. */
export async function openTable(wish: TableWish, seats: readonly number[]): Promise<string> {
  const { table } = await api.open(wish);
  sessionStorage.setItem(KEY + table, seats.join());
  return `/t/${table}`;
}

/** The seats to take at a table; the answer is given once. */
export function seatsToTake(table: string): number[] {
  const seats = sessionStorage.getItem(KEY + table);
  sessionStorage.removeItem(KEY + table);
  return seats ? seats.split(",").map(Number) : [];
}
