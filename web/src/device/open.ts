/** Opening a table on this device. */

import type { TableWish } from "../site/api.ts";
import { openTable, type Sitting } from "../site/open.ts";
import { visitor } from "../site/visitor.svelte.ts";
import { newGame } from "./kept.ts";
import { save } from "./store.ts";
import { searchers } from "./workers.ts";

/** The games whose rules the page was built with: `vite.config.ts` writes them here. Only workers load the rules. */
declare const ENGINES: readonly string[];

/** Whether a game can be played on this device, without the service. */
export function playsHere(game: string): boolean {
  return ENGINES.includes(game) && "Worker" in window && "WebAssembly" in window && "indexedDB" in window;
}

/** Open a table on this device, or at the service if it has bots that this device has not. Returns its path. */
export async function openHere(wish: TableWish, seats: readonly Sitting[]): Promise<string> {
  const levels = await searchers.ask<string[]>("levels", wish.game, wish.players);
  if (!Object.values(wish.bots ?? {}).every((level) => levels.includes(level))) return openTable(wish, seats);
  const { name = null, face = 0 } = visitor.me ?? {};
  const game = newGame(wish, seats, { name, face });
  await save(game);
  return `/device/${game.id}`;
}
