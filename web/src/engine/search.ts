/** The search of one seat (`src/lido/bots/search.py` is the same for Python): for a time, or a number of iterations. */

import { Dict, type Value } from "./python/index.ts";
import { Found, Grower, type Network, type SearchFacts } from "./tree.ts";

const MOST_NODES = 1 << 18;
/** About how many milliseconds pass between two looks at the clock. */
const SLICE = 5;

/** How a game is searched: whether by its opponent model, and whether with its network. */
export interface SearchConfig {
  reads: boolean;
  learned: boolean;
}

/** What a search takes from the engine of its game. */
export interface Grounds {
  wasm: WebAssembly.Module;
  facts: SearchFacts;
  /** A generator for these seeds (`lido.rng.seeded`). */
  seeded(...seeds: Value[]): Value;
  /** Makes an opponent model, where the game has one. */
  OpponentModel: (new () => Value) | null;
  /** What a seat has seen as the network is told it, where that is more than it sees now. */
  remembered: ((playerView: Value, opponents: Value) => Value) | null;
  /** The network of the game, once it is here. */
  network(): Network | null;
}

/** The class `Search` of one game, as the translated bots use it. */
export function searchOf(grounds: Grounds): Value {
  return class Search {
    private readonly reads: boolean;
    private readonly seed: Value;
    private readonly tree: number;
    private readonly opponents: Value;
    private readonly network: Network | null;
    private grower: Grower | null = null;

    /** `tree` says which of several searches of the same seed this is, each with its own chance. */
    constructor(config: SearchConfig, seed: Value, tree: number | null) {
      this.reads = config.reads && grounds.facts.reads;
      this.seed = seed;
      this.tree = tree ?? 0;
      this.opponents = this.reads ? new grounds.OpponentModel!() : null;
      this.network = config.learned ? grounds.network() : null;
    }

    think(game: Value, playerView: Value, given: { seconds: number; iterations: number | null }): Dict {
      const { reads, network } = this;
      const rng = grounds.seeded(this.seed, this.tree);
      this.grower ??= new Grower(grounds.wasm, grounds.facts, game, rng, { reads, network });
      const seen = (network && grounds.remembered?.(playerView, this.opponents)) ?? playerView.observation;
      const belief = this.opponents ? this.opponents.belief(playerView) : null;
      const { iterations } = given;
      this.grower.begin(playerView, seen, belief, iterations === null ? MOST_NODES : Math.min(iterations, MOST_NODES));
      if (iterations === null) growUntil(this.grower, performance.now() + 1000 * given.seconds);
      else this.grower.grow(iterations);
      return together([this.grower.found()]);
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
  const sums = new Map<number, [visits: number, paid: number]>();
  for (const [move, { visits, paid }] of trees.flat()) {
    const [before, sum] = sums.get(move) ?? [0, 0];
    sums.set(move, [before + visits, sum + visits * paid]);
  }
  return new Dict([...sums].map(([move, [visits, sum]]) => [move, new Found(visits, visits ? sum / visits : 0)]));
}
