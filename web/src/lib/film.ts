/** Films: games of bots that are shown for their own sake, made by `web/tools/films.py`. */

import type { GameId, LastMove, View } from "./game.ts";

export interface Frame {
  view: View;
  last: LastMove | null;
}

const FILES = import.meta.glob<{ view: Partial<View>; last: LastMove | null }[]>("../generated/films/*.json", {
  import: "default",
});

/** Whether a game has a film. */
export function filmed(game: GameId): boolean {
  return `../generated/films/${game}.json` in FILES;
}

/** The frames of a game's film. In the file a frame holds what has changed since the one before. */
export async function film(game: GameId): Promise<Frame[]> {
  const changes = await FILES[`../generated/films/${game}.json`]!();
  let view = {} as View;
  return changes.map((frame) => ({ view: (view = { ...view, ...frame.view }), last: frame.last }));
}
