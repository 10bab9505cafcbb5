/** Bots and analysis, between the translated code and plain JSON. */

import { guarded } from "./errors.ts";
import { playerView } from "./match.ts";
import { plain, type Value } from "./python/index.ts";
import { together } from "./search.ts";
import { Found } from "./tree.ts";
import type { Analysis, Bot, BotOptions, Hint, Observation, Thinking, Thought, Worth } from "./types.ts";

/** A bot of that level. */
export function botOf(game: Value, core: Value, level: string, { seed, tree }: BotOptions): Bot {
  const player = guarded(() => core.bot(level, seed ?? null, tree ?? 0));
  const searcher = (view: Value): Value => {
    const made = player._made(view);
    return made instanceof core.Searcher ? made : null;
  };
  return {
    choose: (observation: Observation, given: Thinking = {}): string =>
      guarded(() => player.choose(playerView(game, core, observation), given.ms ?? null, given.iterations ?? null)),
    think: (observation: Observation, given: Thinking = {}): Thought[] | null =>
      guarded(() => {
        const view = playerView(game, core, observation);
        const found = searcher(view)?.think(view, given.ms ?? null, given.iterations ?? null);
        return found ? thoughts(view, found) : null;
      }),
    decide: (observation: Observation, thought: readonly Thought[][]): string =>
      guarded(() => {
        const view = playerView(game, core, observation);
        const number = (text: string): number => view.game.parse_move(view.observation, text);
        const trees = thought.map((tree) =>
          tree.map((one) => [number(one.move), new Found(one.visits, one.paid, one.odds)] as const),
        );
        return view.game.move_text(view.observation, searcher(view).choice(together(trees), view.players));
      }),
  };
}

function thoughts(view: Value, found: Value): Thought[] {
  return found.pairs().map(([move, { visits, paid, odds }]: [number, Found]) => {
    return { move: view.game.move_text(view.observation, move), visits, paid, odds };
  });
}

function judged(game: Value, core: Value, observation: Observation, given: Thinking & BotOptions): Value {
  const view = playerView(game, core, observation);
  return guarded(() =>
    core.judged(view, given.ms ?? null, given.iterations ?? null, given.seed ?? null, given.tree ?? 0),
  );
}

/** What each legal move is worth to the seat that must act, and what is behind that. */
export function analysed(game: Value, core: Value, observation: Observation, given: Thinking & BotOptions): Analysis {
  const { exact, moves, line, beliefs } = judged(game, core, observation, given);
  const worths = moves.map(({ move, value, plies }: Worth) => ({ move, value, plies }));
  return { seat: observation.seat, exact, moves: worths, line: [...line], beliefs: plain(beliefs) };
}

/** The best of the moves, and what is behind it. */
export function advised(game: Value, core: Value, observation: Observation, given: Thinking & BotOptions): Hint {
  const { move, value, line, beliefs } = core.advised(judged(game, core, observation, given));
  return { move, value, line: [...line], beliefs: plain(beliefs) };
}
