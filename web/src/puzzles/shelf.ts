/** The puzzles that the page was built with; those of a game are loaded when one of them is first wanted. */

import { unpacked } from "../engine/tables.ts";
import type { GameRecord } from "../site/api.ts";

/** A position, and the only line that solves it (`src/lido/puzzles.py`). */
export interface Puzzle {
  /** Begins with the id of the game. */
  id: string;
  kind: string;
  /** How hard it is, on the scale of ratings. */
  grade: number;
  players: number;
  options?: Readonly<Record<string, string>>;
  laws?: number;
  deal?: unknown;
  position?: unknown;
  moves?: readonly string[];
  /** The solver's move, the reply, the solver's next move …; the last is the solver's. */
  line: readonly string[];
  /** For each move of the solver: every other legal move, and how it is punished. */
  why: readonly Readonly<Record<string, readonly string[]>>[];
}

const FILES = import.meta.glob<string>("../generated/puzzles/*.puzzles", { query: "?url", import: "default" });
const shelves = new Map<string, Promise<readonly Puzzle[]>>();

const fileOf = (game: string): string => `../generated/puzzles/${game}.puzzles`;

/** The games that have puzzles. */
export const GAMES: readonly string[] = Object.keys(FILES).map((file) => file.replace(/^.*\/|\.puzzles$/g, ""));

/** The game of a puzzle. */
export const gameOf = (id: string): string => id.slice(0, id.lastIndexOf("-"));

/** The puzzles of a game. What could not be loaded is asked for again the next time. */
export function shelf(game: string): Promise<readonly Puzzle[]> {
  let found = shelves.get(game);
  if (!found) {
    found = loaded(game);
    shelves.set(game, found);
    found.catch(() => shelves.delete(game));
  }
  return found;
}

async function loaded(game: string): Promise<readonly Puzzle[]> {
  const address = await FILES[fileOf(game)]?.();
  if (!address) return [];
  const content = await unpacked(await fetch(address));
  return (JSON.parse(new TextDecoder().decode(content)) as { puzzles: Puzzle[] }).puzzles;
}

/** The puzzle with that id, if there is one. */
export async function puzzleOf(id: string): Promise<Puzzle | null> {
  return (await shelf(gameOf(id))).find((puzzle) => puzzle.id === id) ?? null;
}

/** A puzzle as a record, with more moves played in it. */
export function recordOf(puzzle: Puzzle, more: readonly string[] = []): GameRecord {
  const { players, options = {}, laws = 1, deal = null, position = null, moves = [] } = puzzle;
  return { format: 1, game: gameOf(puzzle.id), players, options, laws, deal, position, moves: [...moves, ...more] };
}
