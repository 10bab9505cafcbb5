/** The search of one seat (`src/lido/bots/search.py` is the same for Python): for a time, or a number of iterations. */

import { Dict, type Value } from "./python/index.ts";
import { Found, Grower, type Network, type SearchFacts } from "./tree.ts";

const MOST_NODES = 1 << 18;
/** About how many milliseconds pass between two looks at the clock. */
const SLICE = 5;

/** What a search takes from the engine of its game. */
export interface Grounds {
  wasm: WebAssembly.Module;
  facts: SearchFacts;
  /** A generator for these seeds (`lido.rng.seeded`). */
  seeded(...seeds: Value[]): Value;
  /** Makes the opponent model of a player with so good a memory, where the game has one; better with a network. */
  OpponentModel: (new (memory: number, network: Network | null) => Value) | null;
  /** What a seat has seen as the network is told it, where that is more than it sees now. */
  remembered: ((playerView: Value, opponents: Value) => Value) | null;
  /** The network of the game, once it is here. */
  network(): Network | null;
}

/** The class `Search` of one game, as the translated bots use it. */
export function searchOf(grounds: Grounds): Value {
  return class Search {
    private readonly seed: Value;
    private readonly tree: number;
    private readonly opponents: Value;
    private readonly network: Network | null;
    private grower: Grower | null = null;

    /** `tree` says which of several searches of the same seed this is, each with its own chance. */
    constructor(_config: null, seed: Value, tree: number | null, memory: number) {
      this.seed = seed;
      this.tree = tree ?? 0;
      this.network = grounds.network();
      this.opponents = grounds.OpponentModel && new grounds.OpponentModel(memory, this.network);
    }

    think(game: Value, playerView: Value, given: { seconds: number; iterations: number | null }): Dict {
      const { network } = this;
      const rng = grounds.seeded(this.seed, this.tree);
      this.grower ??= new Grower(grounds.wasm, grounds.facts, game, rng, network);
      const seen = (network && grounds.remembered?.(playerView, this.opponents)) ?? playerView.observation;
      const belief = this.opponents ? this.opponents.belief(playerView) : null;
      const { iterations } = given;
      this.grower.begin(playerView, seen, belief, iterations === null ? MOST_NODES : Math.min(iterations, MOST_NODES));
      if (iterations === null) growUntil(this.grower, performance.now() + 1000 * given.seconds);
      else this.grower.grow(iterations);
      return together([this.grower.found()]);
    }

    line(game: Value, playerView: Value, move: number): string[] {
      const { observation } = playerView;
      const state = new game.rules.dtype(observation.bytes.slice());
      return this.grower!.line(move).map((number) => {
        const text = game.move_text(state, number);
        if (!grounds.facts.hidden) game.rules.play(state, number);
        return text;
      });
    }

    beliefs(playerView: Value): Value {
      return this.opponents ? this.opponents.believed(playerView) : [];
    }
  };
}

/** Grows in steps of about SLICE, and at least one step even if the time is up. */
function growUntil(grower: Grower, deadline: number): void {
  let step = 16;
  let now = performance.now();
  do {
    grower.grow(step);
    const later = performance.now();
    step = Math.max(1, Math.min(4 * step, Math.floor((step * SLICE) / Math.max(later - now, 0.001))));
    now = later;
  } while (now < deadline);
}

/** The results of several trees, merged. */
export function together(trees: readonly (readonly [move: number, found: Found])[][]): Dict {
  const sums = new Map<number, [visits: number, paid: number, odds: number]>();
  for (const [move, { visits, paid, odds }] of trees.flat()) {
    const [before, sum, first] = sums.get(move) ?? [0, 0, odds];
    sums.set(move, [before + visits, sum + visits * paid, first]);
  }
  return new Dict(
    [...sums].map(([move, [visits, sum, odds]]) => [move, new Found(visits, visits ? sum / visits : 0, odds)]),
  );
}
