/** The game of a table on this device, by the engine. */

import type { Engine } from "../engine/types.ts";
import type { Event, View } from "../lib/game.ts";
import type { GameRecord } from "../site/api.ts";
import type { KeptGame } from "./kept.ts";
import type { TableGame, TableMatch } from "./table.ts";

export function tableGame(engine: Engine): TableGame {
  const { reveals, irreversible } = engine.facts;
  const has = (kinds: readonly string[], events: readonly Event[]) => events.some(({ event }) => kinds.includes(event));
  return {
    begin: (kept) => tableMatch(engine, kept),
    reveals: (events) => has(reveals, events),
    irreversible: (events) => has(irreversible ?? reveals, events),
    rematches: (options) => engine.rematches(options),
  };
}

function tableMatch(engine: Engine, { players, options, seed, strings, laws }: KeptGame): TableMatch {
  const match = engine.newMatch({ players, options, seed, strings, ...(laws ? { laws } : {}) });
  return {
    get turn() {
      return match.turn;
    },
    get result() {
      return match.result;
    },
    laws: match.laws,
    legalMoves: () => match.legalMoves(),
    play: (move) => match.play(move),
    undo: (moves) => match.undo(moves, { remember: true }),
    view: (seat, ended) => match.view(seat, { ended }) as View,
    playerView: (seat) => match.observation(seat),
    record: (names) => match.record(names) as unknown as GameRecord,
  };
}
