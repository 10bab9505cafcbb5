/** The boards by game, each loaded when it is first needed. */

import type { GameId } from "../game.ts";
import type { GameBoard } from "./types.ts";

const LOADERS: Record<GameId, () => Promise<{ default: GameBoard<never> }>> = {
  "le-plouf": () => import("./le-plouf/index.ts"),
  "plouf-party": () => import("./plouf-party/index.ts"),
  "croc-pool": () => import("./croc-pool/index.ts"),
  splash: () => import("./splash/index.ts"),
};

export const GAMES = Object.keys(LOADERS) as GameId[];

/** All that the page knows of a game. The views it is given must be of that game. */
export async function board(game: GameId): Promise<GameBoard> {
  return (await LOADERS[game]()).default as unknown as GameBoard;
}

/** Whether the page has a board for a game. */
export function isPlayable(game: string): game is GameId {
  return game in LOADERS;
}
