/** Opening a table on this device. */

import { hasEngine } from "../engine/index.ts";
import type { TableWish } from "../site/api.ts";
import type { Sitting } from "../site/open.ts";
import { visitor } from "../site/visitor.svelte.ts";
import { newGame } from "./kept.ts";
import { save } from "./store.ts";

/** Whether a game can be played on this device, without the service. */
export function playsHere(game: string): boolean {
  return hasEngine(game) && "Worker" in window && "WebAssembly" in window && "indexedDB" in window;
}

/** Open a table on this device. Returns its path. */
export async function openHere(wish: TableWish, seats: readonly Sitting[]): Promise<string> {
  const { name = null, face = 0 } = visitor.me ?? {};
  const game = newGame(wish, seats, { name, face });
  await save(game);
  return `/device/${game.id}`;
}
