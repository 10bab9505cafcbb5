/** The rules of a game for the workers of the page: the engine's, as tables, replays and bots need them. */

import { keepsTables, load, loadWithTables } from "../engine/page.ts";
import type { Bot, Engine, GameRecord as EngineRecord, Hint, Match, Observation, Thought } from "../engine/types.ts";
import type { Event, View } from "../lib/game.ts";
import { after } from "../replay/record.ts";
import type { Analysis, GameRecord, ReplayStep } from "../site/api.ts";
import { tableGame } from "./game.ts";
import type { TableGame } from "./table.ts";

/** Milliseconds that a bot thinks, and that a position is analysed. */
const THINKS = 800;
const ANALYSES = 600;
/** Bots that keep what they have thought about their game. */
const MOST_BOTS = 6;

/** The game of a table on this device. */
export async function gameOf(game: string): Promise<TableGame> {
  return tableGame(await load(game));
}

/** The levels of bots that play on this device with so many, the weakest first; some only if tables can be had. */
export async function levels(game: string, players: number, offline: boolean): Promise<string[]> {
  const engine = await load(game);
  if (engine.hasTables || (offline && !(await keepsTables(game)))) return engine.levels(players);
  return [...engine.levels(players), ...engine.levelsWithTables(players)];
}

/** Have the tables of a game at hand, if one of these bots needs them. The others play better once they have come. */
export async function prepared(game: string, players: number, bots: readonly string[]): Promise<void> {
  const needing = (await load(game)).levelsWithTables(players);
  const coming = needing.length && !savesData() && loadWithTables(game);
  if (bots.some((level) => needing.includes(level))) await loadWithTables(game);
  else if (coming) coming.catch(() => undefined);
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}

/** The engine for a bot, with tables if it needs them. */
async function engineFor({ game, players }: Observation, level: string): Promise<Engine> {
  await prepared(game, players, [level]);
  return load(game);
}

/** The engine that knows as much as it can of a position with so many: by its tables, where they can be had. */
async function bestEngine(game: string, players: number): Promise<Engine> {
  const engine = await load(game);
  return engine.levelsWithTables(players).length ? loadWithTables(game).catch(() => engine) : engine;
}

const bots = new Map<string, Bot>();

/** The bot of a seat of a table, which keeps what it has thought; the last ones are kept. */
function botOf(engine: Engine, level: string, seat: string, tree: number): Bot {
  const key = `${engine.facts.id} ${level} ${seat} ${tree} ${engine.hasTables}`;
  const bot = bots.get(key) ?? engine.bot(level, { tree });
  bots.delete(key);
  bots.set(key, bot);
  if (bots.size > MOST_BOTS) bots.delete(bots.keys().next().value!);
  return bot;
}

/** What one of several workers thinks of the moves of a seat; null for a level that does not search. */
export async function thought(seen: Observation, level: string, seat: string, tree: number): Promise<Thought[] | null> {
  return botOf(await engineFor(seen, level), level, seat, tree).think(seen, { ms: THINKS });
}

/** The move of a bot, after what several workers have thought. */
export async function decided(
  seen: Observation,
  level: string,
  seat: string,
  thoughts: readonly Thought[][],
): Promise<string> {
  const bot = botOf(await engineFor(seen, level), level, seat, 0);
  return thoughts.length ? bot.decide(seen, thoughts) : bot.choose(seen, { ms: THINKS });
}

/** What the strongest bot would play, and what is behind it. */
export async function hinted(seen: Observation): Promise<Hint> {
  return (await bestEngine(seen.game, seen.players)).hint(seen, { ms: THINKS });
}

/** What the moves of a position of a record are worth. */
export async function analysed(record: GameRecord, at: number): Promise<Analysis> {
  const engine = await bestEngine(record.game, record.players);
  const match = engine.replay(after(record, at) as unknown as EngineRecord);
  if (match.turn === null) return { seat: null, exact: false, moves: [], line: [], beliefs: [] };
  return engine.analyse(match.observation(match.turn), { ms: ANALYSES });
}

/** A game from after `since` moves to the end of its record, as `POST /api/replay` shows it. */
export async function replayed(record: GameRecord, since: number): Promise<ReplayStep[]> {
  const engine = await load(record.game);
  const match = engine.replay(after(record, 0) as unknown as EngineRecord);
  const stopped = record.stopped ? record.moves.length : null;
  const steps = since ? [] : [stepOf(match, null, null, [], stopped)];
  record.moves.forEach((written, index) => {
    const move = typeof written === "string" ? written : written.move;
    const seat = match.turn;
    const events = match.play(move);
    if (index + 1 >= since) steps.push(stepOf(match, move, seat, events, stopped));
  });
  return steps;
}

/** The game as it is; it was `stopped` after so many moves, and then hides nothing. */
function stepOf(
  match: Match,
  move: string | null,
  seat: number | null,
  events: Event[],
  stopped: number | null,
): ReplayStep {
  const number = match.moves.length;
  const ended = number === stopped;
  const views = Array.from({ length: match.players + 1 }, (_, each) => match.view(each, { ended }) as View);
  return { number, move, seat, events, turn: match.turn, legal: match.legalMoves(), views };
}

/** What a move leads to, as the seat that makes it sees it. */
export interface Prediction {
  events: Event[];
  view: View;
  turn: number | null;
}

/** Two deals: what is the same in both depends on nothing hidden. */
const DEALS = ["one", "other"];

/** What a move leads to after these moves, if the game can be played so far as the view of the seat to act has it and
 * chance has no part in it; otherwise null. */
export async function predicted(
  before: View,
  setup: { players: number; options: View["options"]; laws: number },
  moves: readonly string[],
  move: string,
): Promise<Prediction | null> {
  const engine = await load(before.game);
  const found = DEALS.map((seed) => {
    const match = engine.newMatch({ ...setup, seed });
    for (const made of moves) match.play(made);
    if (!same(match.view(before.seat), before)) return null;
    const events = match.play(move);
    return { events, view: match.view(before.seat) as View, turn: match.turn };
  });
  return same(found[0], found[1]) ? found[0]! : null;
}

function same(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** A value as text, with the parts of objects in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
