/** The log of a table in words. */

import type { GameBoard } from "../lib/boards/types.ts";
import type { View } from "../lib/game.ts";
import { type Say, sentence } from "../lib/words.ts";
import { standing } from "../site/log.ts";
import type { News } from "../site/messages.ts";

export interface LogLine {
  n: number;
  /** Who did it; null for what happened to all. */
  seat: number | null;
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
    const text = forgotten.has(news) ? "" : told(news, game, view.game, names, say);
    const undone = news.event.kind === "moved" && !stands.has(news);
    const seat = "seat" in news.event ? news.event.seat : null;
    return text ? [{ n: news.n, seat, text, undone }] : [];
  });
}

/** What an entry tells, or nothing. */
export function told({ event, game_events }: News, game: GameBoard, kind: string, names: readonly string[], say: Say) {
  if (event.kind === "moved")
    return game
      .told(game_events ?? [], names, say)
      .map((one) => sentence(kind, one, names, say))
      .join(" ");
  if (!TOLD.includes(event.kind)) return "";
  const who = "seat" in event ? names[event.seat - 1] : "";
  const code =
    event.kind === "answered"
      ? `site.log-${event.agreed ? "agreed" : "disagreed"}`
      : event.kind === "replaced"
        ? `site.log-replaced-${event.why}`
        : `site.log-${event.kind}`;
  return say(code, { who });
}
