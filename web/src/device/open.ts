/** Opening a table on this device. */

import { ApiError, type GameCard, type TableWish } from "../site/api.ts";
import { botName, ratingIn } from "../site/names.ts";
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

function levelsHere(game: string, players: number): Promise<string[]> {
  return searchers.ask("levels", game, players, visitor.offline);
}

/** The levels of a game that cannot play without a network; none with one. */
export async function levelsAway(card: GameCard, players: number): Promise<string[]> {
  if (!visitor.offline || !playsHere(card.id)) return [];
  const here = await levelsHere(card.id, players).catch((): string[] => []);
  return (card.levels[players] ?? []).filter((level) => !here.includes(level));
}

/** Open a table on this device, or at the service if it has bots that this device has not. Returns its path. */
export async function openHere(wished: TableWish, seats: readonly Sitting[]): Promise<string> {
  const { matched } = await import("../site/strength.ts");
  const wish = await matched(wished);
  const bots = Object.values(wish.bots ?? {});
  const levels = await levelsHere(wish.game, wish.players);
  const away = bots.find((level) => ratingIn(level) === undefined && !levels.includes(level));
  if (away && visitor.offline) throw new ApiError("pages.level-away-why", { bot: botName(away, visitor.say) });
  if (away) return openTable(wish, seats);
  await searchers.ask("prepare", wish.game, wish.players, bots);
  const { name = null, face = 0 } = visitor.me ?? {};
  const game = newGame(wish, seats, { name, face });
  await save(game);
  return `/device/${game.id}`;
}
