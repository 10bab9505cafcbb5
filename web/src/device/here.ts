/** What the pages of a table and of a replay are given for a game on this device. */

import type { Player } from "../site/messages.ts";
import type { GameRecord } from "../site/api.ts";
import type { Connect } from "../site/table.svelte.ts";
import { DeviceConnection } from "./connection.ts";
import { load } from "./store.ts";

/** A recorded game, and who played it. */
export interface Finished {
  record: GameRecord;
  seats: readonly Player[];
}

export const connect: Connect = (...way) => new DeviceConnection(...way);

/** A game on this device, for its replay. */
export async function kept(id: string): Promise<Finished | null> {
  const game = await load(id);
  return game?.record ? { record: game.record, seats: game.info.seats } : null;
}
