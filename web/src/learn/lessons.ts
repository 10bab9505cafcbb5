/** Lessons and rules by game. Their positions are records for the server: there are no rules here. */

import type { GameRecord } from "../site/api.ts";

export interface Start {
  players: number;
  options?: Readonly<Record<string, string>>;
  deal?: unknown;
  position?: unknown;
  moves?: readonly string[];
}

/** A position in which the learner makes a move. Its sentences are `<game>.lesson-<id>` and `<game>.lesson-<id>-done`. */
export interface Lesson extends Start {
  id: string;
  /** The seat that the learner plays. */
  seat: number;
  /** What solves it: an event of this kind, or one of these moves. */
  event?: string;
  answers?: readonly string[];
}

/** A chapter of the rules. Its text is `<game>.rules-<id>`; the first line is its heading. */
export interface Chapter {
  id: string;
  /** The position drawn beside it. */
  picture?: Start;
}

export interface Course {
  /** The deal of a position that names none. */
  deal?: unknown;
  lessons: readonly Lesson[];
  chapters: readonly Chapter[];
}

const FILES = import.meta.glob<Course>("../generated/lessons/*.json", { import: "default" });

/** Whether a game has lessons and rules. */
export function hasCourse(game: string): boolean {
  return `../generated/lessons/${game}.json` in FILES;
}

/** The lessons and the rules of a game, if it has them. */
export async function course(game: string): Promise<Course | null> {
  return (await FILES[`../generated/lessons/${game}.json`]?.()) ?? null;
}

/** A position as a record, with more moves played in it. */
export function recordOf(game: string, course: Course, start: Start, more: readonly string[] = []): GameRecord {
  const { players, options = {}, position = null, moves = [] } = start;
  const deal = start.deal ?? (position === null ? course.deal : null);
  return { format: 1, game, players, options, deal, position, moves: [...moves, ...more] };
}
