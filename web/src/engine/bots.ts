/** Bots and analysis, between the translated code and plain JSON. */

import { guarded } from "./errors.ts";
import { playerView } from "./match.ts";
import type { Value } from "./python/index.ts";
import { together } from "./search.ts";
import { Found } from "./tree.ts";
import type { Analysis, Bot, BotOptions, Observation, Thinking, Thought, Worth } from "./types.ts";

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
          tree.map((one) => [number(one.move), new Found(one.visits, one.paid)] as const),
        );
        return view.game.move_text(view.observation, searcher(view).choice(together(trees)));
      }),
  };
}

function thoughts(view: Value, found: Value): Thought[] {
  return found.pairs().map(([move, { visits, paid }]: [number, Found]) => {
    return { move: view.game.move_text(view.observation, move), visits, paid };
  });
}

/** What each legal move is worth to the seat that must act. */
export function analysed(game: Value, core: Value, observation: Observation, given: Thinking & BotOptions): Analysis {
  const view = playerView(game, core, observation);
  const found = guarded(() =>
    core.judged(view, given.ms ?? null, given.iterations ?? null, given.seed ?? null, given.tree ?? 0),
  );
  const moves = found.moves.map(({ move, value, plies }: Worth) => ({ move, value, plies }));
  return { seat: observation.seat, exact: found.exact, moves };
}

/** The best of the moves of an analysis: the quickest win, a draw, the slowest loss. */
export function best(core: Value, analysis: Analysis): Worth {
  const first = analysis.moves[0]!;
  return analysis.moves.reduce((one, other) => (better(core, other, one) ? other : one), first);
}

function better(core: Value, one: Worth, other: Worth): boolean {
  const [value, plies] = core.preference(one);
  const [otherValue, otherPlies] = core.preference(other);
  return value > otherValue || (value === otherValue && plies > otherPlies);
}
