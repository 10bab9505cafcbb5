/** The boards: every folder beside this file is the board of the game of that name.
 *
 * `index.ts` holds the board, `Practice.svelte` a page to practise alone and `Poster.svelte` a picture for the home
 * page, if there are any. Each is loaded when it is first needed. A game that has no folder here gets the generic board.
 */

import type { GameBoard } from "./types.ts";

const BOARDS = import.meta.glob<GameBoard<never>>("./*/index.ts", { import: "default" });

/** The games that have a board of their own. */
export const GAMES: readonly string[] = Object.keys(BOARDS).map((file) => file.split("/")[1]!);

/** Whether a game has a board of its own. */
export function hasBoard(game: string): boolean {
  return `./${game}/index.ts` in BOARDS;
}

/** The board of a game: its own or the generic one. The views it is given must be of that game. */
export async function board(game: string): Promise<GameBoard> {
  const own = BOARDS[`./${game}/index.ts`];
  if (!own) return (await import("../generic/index.ts")).default;
  return (await own()) as unknown as GameBoard;
}
