/** Films: recorded games of bots for the previews on the home page, made by `web/tools/films.py`. */

import type { LastMove, View } from "./game.ts";

export interface Frame {
  view: View;
  last: LastMove | null;
}

const FILES = import.meta.glob<{ view: Partial<View>; last: LastMove | null }[]>("../generated/films/*.json", {
  import: "default",
});

/** Whether a game has a film. */
export function hasFilm(game: string): boolean {
  return `../generated/films/${game}.json` in FILES;
}

/** The frames of a game's film. A frame of the file holds only what changed since the one before. */
export async function film(game: string): Promise<Frame[]> {
  const changes = await FILES[`../generated/films/${game}.json`]!();
  let view = {} as View;
  return changes.map((frame) => ({ view: (view = { ...view, ...frame.view }), last: frame.last }));
}
