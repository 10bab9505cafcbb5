/** The log of a table in words. */

import type { GameBoard } from "../lib/boards/types.ts";
import type { View } from "../lib/game.ts";
import { type Say, sentence } from "../lib/words.ts";
import type { News } from "../site/messages.ts";

export interface LogLine {
  n: number;
  text: string;
  /** Whether the move was taken back. */
  undone: boolean;
}

/** The events that the log tells beside the moves. */
const TOLD = ["started", "asked", "answered", "undone", "replaced", "returned", "left"];

/** The lines of the log. Moves that the players must remember themselves are left out. */
export function story(
  entries: readonly News[],
  game: GameBoard,
  view: View,
  names: readonly string[],
  say: Say,
): LogLine[] {
  const moves = standing(entries);
  const forgotten = new Set(
    moves.slice(
      0,
      game.forgotten(
        view,
        moves.map((news) => news.game_events ?? []),
      ),
    ),
  );
  const stands = new Set(moves);
  return entries.flatMap((news): LogLine[] => {
    const { event, n } = news;
    if (event.kind === "moved") {
      if (forgotten.has(news)) return [];
      const text = game
        .told(news.game_events ?? [], names, say)
        .map((one) => sentence(view.game, one, names, say))
        .join(" ");
      return text ? [{ n, text, undone: !stands.has(news) }] : [];
    }
    if (!TOLD.includes(event.kind)) return [];
    const who = "seat" in event ? names[event.seat - 1] : "";
    const code =
      event.kind === "answered"
        ? `site.log-${event.agreed ? "agreed" : "disagreed"}`
        : event.kind === "replaced"
          ? `site.log-replaced-${event.why}`
          : `site.log-${event.kind}`;
    return [{ n, text: say(code, { who }), undone: false }];
  });
}

/** The moves that were not taken back. */
function standing(entries: readonly News[]): News[] {
  const moves: News[] = [];
  for (const news of entries) {
    if (news.event.kind === "moved") moves.push(news);
    if (news.event.kind === "undone") moves.splice(-(news.event.moves ?? 1));
  }
  return moves;
}
