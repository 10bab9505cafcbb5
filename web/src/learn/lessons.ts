/** What is shown and practised, game by game. The positions are texts for the server: nothing here knows a rule. */

import type { GameRecord } from "../site/api.ts";

export interface Start {
  players: number;
  options?: Readonly<Record<string, string>>;
  deal?: unknown;
  position?: unknown;
  moves?: readonly string[];
}

/** A position in which the learner makes a move. Its words are `<game>.lesson-<id>` and `<game>.lesson-<id>-done`. */
export interface Lesson extends Start {
  id: string;
  /** The seat that the learner plays. */
  seat: number;
  /** What must happen: an event of this kind, or one of these moves. */
  event?: string;
  answers?: readonly string[];
}

/** A part of the rules. Its words are `<game>.rules-<id>`; the first line is its heading. */
export interface Chapter {
  id: string;
  /** What is drawn beside it. */
  picture?: Start;
}

export interface Course {
  /** What is dealt where a start does not say how it begins. */
  deal?: unknown;
  lessons: readonly Lesson[];
  chapters: readonly Chapter[];
}

const FILES = import.meta.glob<Course>("../generated/lessons/*.json", { import: "default" });

/** What there is to learn about a game, if anything. */
export async function course(game: string): Promise<Course | null> {
  return (await FILES[`../generated/lessons/${game}.json`]?.()) ?? null;
}

/** A start as a record that the server can play on from. */
export function recordOf(game: string, course: Course, start: Start, more: readonly string[] = []): GameRecord {
  const { players, options = {}, position = null, moves = [] } = start;
  const deal = start.deal ?? (position === null ? course.deal : null);
  return { format: 1, game, players, options, deal, position, moves: [...moves, ...more] };
}
