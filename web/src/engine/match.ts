/** A match and what a seat has seen of it, between the translated code and plain JSON. */

import { guarded } from "./errors.ts";
import { Dict, norm, plain, read, Tuple, type Value } from "./python/index.ts";
import type { Event, GameRecord, Json, Match, Observation, Options, Result, View } from "./types.ts";

/** The match of the translated code as a `Match`; `engine` is what its records say made them. */
export function wrapped(match: Value, engine: string): Match {
  const result = (): Result | null => match.result && plain(match.result.document());
  return {
    game: match.game.id,
    players: match.players,
    options: plain(match.options) as Options,
    laws: match.laws,
    seed: match.seed,
    get turn(): number | null {
      return match.turn;
    },
    get result(): Result | null {
      return result();
    },
    get moves(): string[] {
      return [...match.moves];
    },
    legalMoves: (): string[] => match.legal_moves(),
    play: (move: string): Event[] => guarded(() => plain(match.play(move))),
    undo: (moves = 1, given = {}): void => guarded(() => match.undo(moves, given.remember ?? false)),
    view: (seat: number, given = {}): View => guarded(() => plain(match.view(seat, given.ended ?? false))),
    observation: (seat: number): Observation => guarded(() => observed(match.player_view(seat), match.laws)),
    position: (): Json => plain(match.position()),
    record: (seats: readonly string[] = []): GameRecord => {
      const { seats: names, ...before } = plain(match.record([...seats]));
      return { ...before, engine, seats: names };
    },
  };
}

/** What a player has seen, as plain JSON. */
function observed(playerView: Value, laws: number): Observation {
  return {
    game: playerView.game.id,
    laws,
    players: playerView.players,
    seat: playerView.seat,
    state: hex(playerView.observation.bytes),
    moves: [...playerView.moves],
    repetitions: playerView.repetitions.pairs().map(([key, times]: [Value, number]) => [String(key), times]),
    story: plain(playerView.story),
  };
}

/** The same as the bots take it. */
export function playerView(game: Value, core: Value, seen: Observation): Value {
  const under = game.under(seen.laws);
  const [observation] = [new under.rules.dtype(bytes(seen.state))];
  const repetitions = new Dict(seen.repetitions.map(([key, times]) => [whole(key), times]));
  const story = Tuple.from_(seen.story.map((events) => Tuple.from_(events.map(read))));
  return new core.PlayerView(under, seen.players, seen.seat, observation, Tuple.from_(seen.moves), repetitions, story);
}

const hex = (state: Uint8Array): string => Array.from(state, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

function whole(text: string): number | bigint {
  return norm(BigInt(text));
}
