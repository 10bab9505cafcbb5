/** The search of one seat, in the memory of a game's module (`src/lido/bots/search.py` is the same for Python). */

import type { Module } from "./kernels.ts";
import { Rec, type Value } from "./runtime.ts";

/** What a search needs to know of a game, as `src/lido/browser` writes it. */
export interface SearchFacts {
  record: number;
  mostMoves: number;
  hidden: boolean;
  repetition: number;
  exploration: number;
  longest: number;
}
/** What a search found about a move: how often it was tried, and its mean payoff for the seat to act. */
export interface Found {
  visits: number;
  paid: number;
}

const NODE = 28;
const EDGE = 22;
const EDGES_PER_NODE = 8;
const NONE = -1;
const FRESH = -1;
const DRAWN = 127;
const ALIGNED = 16;
const PAGE = 65536;

/** A tree and the room to grow it in. */
export class Tree {
  private readonly module: Module;
  private readonly facts: SearchFacts;
  private top: number;
  private readonly root: number;
  private readonly work: number;
  private readonly moves: number;
  private readonly rng: number;
  private readonly used: number;
  private nodes = 0;
  private nodeCount = 0;
  private edges = 0;
  private edgeCount = 0;
  private repetitions = 0;
  private repetitionCount = 0;
  private seat = 0;

  constructor(module: Module, facts: SearchFacts, seed: bigint) {
    this.module = module;
    this.facts = facts;
    this.top = module.heap;
    this.root = this.room(facts.record);
    this.work = this.room(2 * facts.record);
    this.moves = this.room(2 * facts.mostMoves);
    this.rng = this.room(8);
    this.used = this.room(16);
    this.view.setBigInt64(this.rng, seed, true);
  }

  private get view(): DataView {
    return new DataView(this.module.memory.buffer);
  }

  private room(size: number): number {
    const at = (this.top + ALIGNED - 1) & -ALIGNED;
    this.top = at + size;
    const missing = this.top + PAGE - this.module.memory.buffer.byteLength;
    if (missing > 0) this.module.memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  /** Plant a tree at what a seat (from 1) sees; `look` is the key of the position, `repetitions` those that would end it. */
  begin(seen: Rec, seat: number, room: number, look: bigint, repetitions: readonly bigint[]): void {
    this.seat = seat - 1;
    this.nodeCount = room + 1;
    this.edgeCount = EDGES_PER_NODE * room + this.facts.mostMoves;
    this.repetitionCount = repetitions.length;
    this.repetitions = this.room(8 * Math.max(1, repetitions.length));
    this.nodes = this.room(NODE * this.nodeCount);
    this.edges = this.room(EDGE * this.edgeCount);
    const memory = new Uint8Array(this.module.memory.buffer);
    memory.fill(0, this.nodes, this.edges + EDGE * this.edgeCount);
    memory.set(seen.bytes, this.root);
    const view = this.view;
    repetitions.forEach((key, at) => view.setBigInt64(this.repetitions + 8 * at, key, true));
    view.setInt32(this.nodes + 8, NONE, true);
    view.setInt32(this.nodes + 12, NONE, true);
    view.setBigInt64(this.nodes + 16, look, true);
    view.setInt16(this.nodes + 24, FRESH, true);
    view.setInt8(this.nodes + 26, (seen as Value).turn);
    view.setBigInt64(this.used, 1n, true);
    view.setBigInt64(this.used + 8, 0n, true);
  }

  /** Spend so many iterations. */
  grow(iterations: number): void {
    const { exploration, longest, record } = this.facts;
    this.room(0);
    this.module.exports.reset(this.top + ALIGNED);
    this.module.exports.grow(
      this.root, BigInt(this.seat), this.nodes, BigInt(this.nodeCount), this.edges, BigInt(this.edgeCount), this.used,
      BigInt(iterations), exploration, BigInt(longest), this.repetitions, BigInt(this.repetitionCount), 0, 0n, 0n,
      this.work, this.moves, this.rng, this.work + record,
    ); // prettier-ignore
  }

  /** What the tree says of each legal move; a solved one has its exact value. */
  found(): Map<number, Found> {
    const view = this.view;
    const [first, count] = [view.getInt32(this.nodes, true), view.getInt16(this.nodes + 24, true)];
    const mover = view.getInt8(this.nodes + 26);
    const moves = new Map<number, Found>();
    for (let at = first; at < first + Math.max(0, count); at++) {
      const edge = this.edges + EDGE * at;
      const [visits, child] = [view.getInt32(edge + 8, true), view.getInt32(edge + 16, true)];
      let paid = visits ? view.getFloat64(edge, true) / visits : 0;
      const solved = child !== NONE && !this.facts.hidden ? view.getInt8(this.nodes + NODE * child + 27) : 0;
      if (solved && solved !== DRAWN) paid = Number(solved === mover + 1);
      moves.set(view.getInt16(edge + 20, true), { visits, paid });
    }
    return moves;
  }
}
