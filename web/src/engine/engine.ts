/** One game, ready to be played: the translated code and the module of a game put together. */

import { analysed, best, botOf } from "./bots.ts";
import { guarded, LidoError } from "./errors.ts";
import { kernels, started } from "./kernels.ts";
import * as library from "./library.ts";
import { wrapped } from "./match.ts";
import * as python from "./python/index.ts";
import { Dict, plain, read, Tuple, type Value } from "./python/index.ts";
import { searchOf, type SearchConfig } from "./search.ts";
import { place } from "./tables.ts";
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
  const { GAME: game, OpponentModel, BOTS: own } = script.default(rt, functions, core);
  rt.find = (): Value => game;
  rt.searchConfig = (_game: Value, given: SearchConfig): SearchConfig => given;
  rt.Search = searchOf({ wasm, facts: script.facts.search, seeded: core.seeded, OpponentModel });
  const none = new core.OwnBots();
  const withTables: string[] = own ? own.levels.keys() : [];
  let known = false;
  rt.ownBots = (): Value => (known ? own : none);
  rt.ownLevels = (): Dict => rt.ownBots().levels;
  const made = `lido ${core.VERSION}`;
  return {
    facts: factsOf(game),
    newMatch: (setup: Setup = {}) => guarded(() => wrapped(begun(core, game, setup), made)),
    replay: (record: GameRecord | string) => guarded(() => wrapped(core.replay(document(record, game.id)), made)),
    levels: (players: number): string[] => guarded(() => [...core.levels_for(game.id, players)]),
    levelsWithTables: (players: number): string[] =>
      withTables.filter((level) => !own.levels.get(level).refusal(level, players)),
    get hasTables(): boolean {
      return known;
    },
    giveTables: (file: Uint8Array<ArrayBuffer>): void => {
      if (known || !own) return;
      place(module, script.facts.tables, file);
      known = true;
    },
    bot: (level: string, given: BotOptions = {}) => botOf(game, core, level, given),
    analyse: (seen: Observation, given: Thinking & BotOptions = {}) => analysed(game, core, seen, given),
    hint: (seen: Observation, given: Thinking & BotOptions = {}) => best(core, analysed(game, core, seen, given)),
    teams: (players: number, options: Options = {}): number[][] => plain(game.teams(players, read(options))),
    rematches: (options: Options): Options[] => plain([...game.rematch_options(read({ ...usual(game), ...options }))]),
  };
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
