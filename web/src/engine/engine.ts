/** One game, ready to be played: the translated code and the module of a game put together. */

import { advised, analysed, botOf } from "./bots.ts";
import { guarded, LidoError } from "./errors.ts";
import { kernels, started } from "./kernels.ts";
import * as library from "./library.ts";
import { wrapped } from "./match.ts";
import * as python from "./python/index.ts";
import { Dict, plain, read, Tuple, type Value } from "./python/index.ts";
import { searchOf } from "./search.ts";
import { hasTables, place, sizeOf } from "./tables.ts";
import type { Network } from "./tree.ts";
import type {
  BotOptions,
  Engine,
  Files,
  GameFacts,
  GameRecord,
  Observation,
  Options,
  Setup,
  Thinking,
} from "./types.ts";

/** The engine of a game from its files. */
export function open({ core: coreScript, script, wasm }: Files): Engine {
  const rt: Value = { ...python, ...library };
  const module = started(wasm);
  const functions = kernels(module, script.facts.kernels);
  const core = coreScript.default(rt, functions);
  const { GAME: game, OpponentModel, remembered, BOTS: own } = script.default(rt, functions, core);
  const { tables, network: fields, search: facts, ratings } = script.facts;
  rt.find = (): Value => game;
  rt.searchConfig = (): null => null;
  rt.ratings = (): Dict => new Dict(Object.entries(ratings).map(([level, mean]) => [level, { mean }]));
  let network: Network | null = null;
  const grounds = { wasm, facts, seeded: core.seeded, OpponentModel, remembered };
  rt.Search = searchOf({ ...grounds, network: () => network });
  const none = new core.OwnBots();
  const learned: string[] = fields ? learnedLevels(core) : [];
  let known = false;
  rt.ownBots = (): Value => (known && own) || none;
  rt.ownLevels = (): Dict => rt.ownBots().levels;
  const made = `lido ${core.VERSION}`;
  const levels = (players: number): string[] =>
    [...core.levels_for(game.id, players)].filter((level) => known || !learned.includes(level));
  return {
    facts: factsOf(game),
    newMatch: (setup: Setup = {}) => guarded(() => wrapped(begun(core, game, setup), made)),
    replay: (record: GameRecord | string) => guarded(() => wrapped(core.replay(document(record, game.id)), made)),
    levels: (players: number): string[] => guarded(() => levels(players)),
    levelsWithTables: (players: number): string[] => [...learned, ...(own ? ownLevels(own, players) : [])],
    get hasTables(): boolean {
      return known;
    },
    giveTables: (file: Uint8Array<ArrayBuffer>): void => {
      if (known || !hasTables(script)) return;
      const size = fields ? sizeOf(fields) : 0;
      if (fields) network = { fields, content: file.slice(0, size) };
      place(module, tables, "Network" in tables ? file : file.subarray(size));
      known = true;
    },
    bot: (level: string, given: BotOptions = {}) => {
      if (!known && learned.includes(level)) throw unknown(level, levels(game.players[0]));
      return botOf(game, core, level, given);
    },
    analyse: (seen: Observation, given: Thinking & BotOptions = {}) => analysed(game, core, seen, given),
    hint: (seen: Observation, given: Thinking & BotOptions = {}) => advised(game, core, seen, given),
    teams: (players: number, options: Options = {}): number[][] => plain(game.teams(players, read(options))),
    rematches: (options: Options): Options[] => plain([...game.rematch_options(read({ ...usual(game), ...options }))]),
  };
}

/** The levels that are what they are only with a network to guide their search: those that play the best they find. */
function learnedLevels(core: Value): string[] {
  return core.SEARCHERS.pairs().flatMap(([name, level]: [string, Value]) => (level.iterations === null ? [name] : []));
}

function ownLevels(own: Value, players: number): string[] {
  return own.levels.keys().filter((level: string) => !own.levels.get(level).refusal(level, players));
}

function unknown(level: string, known: string[]): LidoError {
  return new LidoError("BadSetup", "match.level", { level, allowed: known.join(", ") });
}

function begun(core: Value, game: Value, setup: Setup): Value {
  const { players, seed, options, deal, position, strings, laws } = setup;
  const given = [players ?? null, seed ?? null, read(options ?? {}), read(deal ?? null), read(position ?? null)];
  return core.new_(game.id, ...given, Tuple.from_(strings ?? []), laws ?? null);
}

/** A record as the translated code takes it: a dict. */
function document(record: GameRecord | string, game: string): Dict {
  try {
    const found: Value = typeof record === "string" ? JSON.parse(record) : record;
    if (found?.game !== undefined && found.game !== game) throw new SyntaxError(`a record of ${String(found.game)}`);
    return read(found);
  } catch (error) {
    throw new LidoError("BadRecord", "match.record-form", { why: String(error) });
  }
}

/** The options of a game where none are chosen. */
function usual(game: Value): Options {
  return Object.fromEntries(game.options.pairs().map(([name, values]: [string, Value[]]) => [name, values[0]]));
}

function factsOf(game: Value): GameFacts {
  return {
    id: game.id,
    players: [...game.players],
    options: plain(game.options),
    laws: game.laws,
    repetition: game.repetition,
    secrets: game.secrets,
    reveals: [...game.reveals].sort(),
    irreversible: game.irreversible && [...game.irreversible].sort(),
    againAfterTie: game.again_after_tie,
  };
}
