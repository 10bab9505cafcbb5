/** Replays and analyses: by this device where it has the rules of the game, else by the service. */

import { type Analysis, api, ApiError, type GameRecord, type ReplayStep } from "../site/api.ts";
import type { Facts } from "../lib/words.ts";
import { CallFailed } from "./calls.ts";
import { visitor } from "../site/visitor.svelte.ts";
import { playsHere } from "./open.ts";
import { searchers } from "./workers.ts";

/** An answer of a worker, with its refusals as those of the service. */
async function asked<T>(name: string, ...args: unknown[]): Promise<T> {
  try {
    return await searchers.ask<T>(name, ...args);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    throw error.code ? new ApiError(error.code, error.facts as Facts) : new ApiError("site.failed", { why: error.why });
  }
}

/** The steps of a record, as `api.replay` gives them. */
export function replay(record: GameRecord, { since = 0, pictures = false } = {}): Promise<readonly ReplayStep[]> {
  if (pictures || !playsHere(record.game)) return api.replay(record, { since, pictures });
  return asked("replay", record, since);
}

/** Whether this device analyses a game: not if the service can be reached and has bots that know more of it. */
async function analysesHere({ game, players }: GameRecord): Promise<boolean> {
  if (!playsHere(game)) return false;
  if (visitor.offline) return true;
  const levels = await asked<string[]>("levels", game, players, false);
  return (visitor.card(game)?.levels[players] ?? []).every((level) => levels.includes(level));
}

/** What the moves of a position of a record are worth, as `api.analyse` gives it. */
export async function analyse(record: GameRecord, at: number): Promise<Analysis> {
  return (await analysesHere(record)) ? asked("analyse", record, at) : api.analyse(record, at);
}

/** How many positions of a game are analysed at a time on this device; 0 where the service does it. */
export async function analysesAtOnce(record: GameRecord): Promise<number> {
  return (await analysesHere(record)) ? searchers.size : 0;
}
