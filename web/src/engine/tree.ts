/** A search tree in the memory of a game's module (`Grower` of `src/lido/bots/search.py` is the same for Python). */

import { started, type Module } from "./kernels.ts";
import { namedTuple, NdArray, Rec, type Value } from "./python/index.ts";
import { place, type Field } from "./tables.ts";

/** Where the fields of a record are. */
interface Layout {
  size: number;
  at: Record<string, number>;
}

/** What a search needs to know of a game, as `src/lido/browser/build.py` writes it. */
export interface SearchFacts {
  record: number;
  mostMoves: number;
  hidden: boolean;
  repetition: number;
  exploration: number;
  longest: number;
  /** The function that grows a tree, by the name of the rules. */
  grow: Record<string, string>;
  /** Of a search with the network of the game: the size of its records, which may hold more. */
  guided: { record: number; exploration: number } | null;
  node: Layout;
  edge: Layout;
}

/** What a search found about a move: how often it was tried, and its mean payoff for the seat to act. */
export interface Found {
  visits: number;
  paid: number;
  /** How likely it looks to the network at first sight; 1 without one. */
  odds: number;
}
export const Found: new (visits: number, paid: number, odds: number) => Found = namedTuple(
  ["visits", "paid", "odds"],
  {},
);

const EDGES_PER_NODE = 8;
/** How many moves a line has at most, and how often each of them must have been tried. */
const LONGEST_LINE = 6;
const ENOUGH = 4;
const NONE = -1;
const FRESH = -1;
const DRAWN = 127;
const ALIGNED = 16;
const PAGE = 65536;
const GUIDED = "_guided";

/** How many bytes there are for the keys of repetitions, for a belief, and for what compiled functions allocate. */
const KEYS = 1 << 16;
const BELIEF = 1 << 16;
const HEAP = 1 << 17;

/** Where the nodes and edges of a tree are, and for how many there is room. */
interface Room {
  nodes: number;
  nodeCount: number;
  edges: number;
  edgeCount: number;
  end: number;
}

/** The network of a game: its arrays, and their content one after the other. */
export interface Network {
  fields: Field[];
  content: Uint8Array<ArrayBuffer>;
}

/** One tree and the room to grow it in. It is kept between the moves of a game that hides nothing. */
export class Grower {
  private readonly module: Module;
  private readonly facts: SearchFacts;
  private readonly game: Value;
  private readonly grown: string;
  private readonly record: number;
  private readonly root: number;
  private readonly work: number;
  private readonly moves: number;
  private readonly rng: number;
  private readonly used: number;
  private readonly keys: number;
  private readonly belief: number;
  private readonly heap: number;
  /** Where trees begin. From here on all is zero but the tree. */
  private readonly bottom: number;
  private top: number;
  private tree: Room | null = null;
  private seen: string[] = [];
  private seat = 0;
  private keyCount = 0;
  private rows = 0;
  private columns = 0;

  constructor(compiled: WebAssembly.Module, facts: SearchFacts, game: Value, rng: NdArray, network: Network | null) {
    this.module = started(compiled);
    this.facts = facts;
    this.game = game;
    this.grown = facts.grow[game.rules.name]! + (network ? GUIDED : "");
    this.record = network ? facts.guided!.record : facts.record;
    if (network) place(this.module, { network: network.fields }, network.content);
    this.top = this.module.heap;
    this.root = this.room(this.record);
    this.work = this.room(2 * this.record);
    this.moves = this.room(2 * facts.mostMoves);
    this.rng = this.room(8);
    this.used = this.room(16);
    this.keys = this.room(KEYS);
    this.belief = this.room(BELIEF);
    this.heap = this.room(HEAP);
    this.bottom = this.room(0);
    this.view.setBigInt64(this.rng, rng.data[0], true);
  }

  private get view(): DataView {
    return new DataView(this.module.memory.buffer);
  }
  private get bytes(): Uint8Array {
    return new Uint8Array(this.module.memory.buffer);
  }
  private room(size: number): number {
    const at = (this.top + ALIGNED - 1) & -ALIGNED;
    this.top = at + size;
    const missing = this.top - this.module.memory.buffer.byteLength;
    if (missing > 0) this.module.memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  /** Move the root to what the seat has `seen` by now, and keep the part of the tree that still applies. */
  begin(playerView: Value, seen: Rec, belief: NdArray | null, most: number): void {
    const kept = this.follow(playerView);
    const old = this.tree;
    const oldUsed = this.inUse();
    if (old && kept === null) this.clear(old, oldUsed);
    this.setUp(playerView, seen, belief);
    const tree = this.planted(most, playerView, kept === null ? null : old);
    if (old && kept !== null) {
      this.module.exports.transplant(
        ...[old.nodes, BigInt(old.nodeCount), old.edges, BigInt(old.edgeCount), BigInt(kept)],
        ...[tree.nodes, BigInt(tree.nodeCount), tree.edges, BigInt(tree.edgeCount), this.used],
      );
      this.clear(old, oldUsed);
    }
    this.tree = tree;
    this.seen = [...playerView.moves];
  }

  /** The node after the moves since the last search, if it can be reused. */
  private follow(playerView: Value): number | null {
    const moves: string[] = [...playerView.moves];
    if (!this.tree || this.facts.hidden || this.seen.some((move, at) => moves[at] !== move)) return null;
    const state: Rec = new this.game.rules.dtype(this.bytes.slice(this.root, this.root + this.record));
    let node = 0;
    for (const text of moves.slice(this.seen.length)) {
      const move = this.game.parse_move(state, text);
      const edge = this.edgesOf(node).find((each) => this.moveOf(each) === move);
      const child = edge === undefined ? NONE : this.view.getInt32(edge + this.facts.edge.at.child!, true);
      if (child === NONE) return null;
      node = child;
      this.game.rules.play(state, move);
    }
    const same = state.bytes.every((byte, at) => byte === playerView.observation.bytes[at]);
    return same && this.edgesOf(node).length ? node : null;
  }

  private setUp(playerView: Value, seen: Rec, belief: NdArray | null): void {
    const often = playerView.repetitions.pairs().filter(([, times]: Value) => times + 1 >= this.facts.repetition);
    if (8 * often.length > KEYS || (belief && 8 * belief.data.length > BELIEF))
      throw new RangeError("too much to know");
    this.seat = playerView.seat - 1;
    this.keyCount = often.length;
    [this.rows, this.columns] = belief ? (belief.shape as [number, number]) : [0, 0];
    this.bytes.set(seen.bytes, this.root);
    often.forEach(([key]: Value, at: number) => this.view.setBigInt64(this.keys + 8 * at, BigInt(key), true));
    belief?.data.forEach((value: number, at: number) => this.view.setFloat64(this.belief + 8 * at, value, true));
  }

  /** Room for a tree beside another one, with nothing but its root. */
  private planted(most: number, playerView: Value, other: Room | null): Room {
    const { node, edge, mostMoves } = this.facts;
    const [nodeCount, edgeCount] = [most + 1, EDGES_PER_NODE * most + mostMoves];
    const fitsBelow = other && other.nodes >= this.bottom + node.size * nodeCount + edge.size * edgeCount + 2 * ALIGNED;
    this.top = !other || fitsBelow ? this.bottom : other.end;
    const nodes = this.room(node.size * nodeCount);
    const edges = this.room(edge.size * edgeCount);
    const { view } = this;
    const { key } = this.game.rules;
    view.setInt32(nodes + node.at.sibling!, NONE, true);
    view.setInt32(nodes + node.at.parent!, NONE, true);
    view.setBigInt64(nodes + node.at.look!, key ? BigInt(key(playerView.observation)) : 0n, true);
    view.setInt16(nodes + node.at.count!, FRESH, true);
    view.setInt8(nodes + node.at.mover!, playerView.observation.turn);
    view.setBigInt64(this.used, 1n, true);
    view.setBigInt64(this.used + 8, 0n, true);
    return { nodes, nodeCount, edges, edgeCount, end: this.top };
  }

  private inUse(): [nodes: number, edges: number] {
    return [Number(this.view.getBigInt64(this.used, true)), Number(this.view.getBigInt64(this.used + 8, true))];
  }
  private clear(tree: Room, [nodes, edges]: [number, number]): void {
    this.bytes.fill(0, tree.nodes, tree.nodes + this.facts.node.size * nodes);
    this.bytes.fill(0, tree.edges, tree.edges + this.facts.edge.size * edges);
  }

  /** Spend that many iterations. */
  grow(iterations: number): void {
    const { exploration, longest, guided } = this.facts;
    const { network } = this.module.tables;
    const tree = this.tree!;
    this.module.exports.reset(this.heap);
    this.module.exports[this.grown](
      ...[
        this.root,
        BigInt(this.seat),
        ...(network ?? []),
        tree.nodes,
        BigInt(tree.nodeCount),
        tree.edges,
        BigInt(tree.edgeCount),
        this.used,
      ],
      ...[BigInt(iterations), ...(network ? [guided!.exploration] : [exploration, BigInt(longest)])],
      ...[this.keys, BigInt(this.keyCount), this.belief, BigInt(this.rows), BigInt(this.columns)],
      ...[this.work, this.moves, this.rng, this.work + this.record],
    );
  }

  /** Where the edges of a node are. */
  private edgesOf(node: number): number[] {
    const { view, tree } = this;
    const at = tree!.nodes + this.facts.node.size * node;
    const first = view.getInt32(at + this.facts.node.at.first!, true);
    const count = view.getInt16(at + this.facts.node.at.count!, true);
    const { size } = this.facts.edge;
    return Array.from({ length: Math.max(0, count) }, (_, number) => tree!.edges + size * (first + number));
  }
  private moveOf(edge: number): number {
    return this.view.getInt16(edge + this.facts.edge.at.move!, true);
  }

  /** What the tree says about each legal move; a solved one has its exact value. */
  found(): [move: number, found: Found][] {
    return this.edgesOf(0).map((edge) => [this.moveOf(edge), this.foundOf(edge)]);
  }
  private foundOf(edge: number): Found {
    const { view, tree, facts } = this;
    const visits = view.getInt32(edge + facts.edge.at.visits!, true);
    const paid = visits ? view.getFloat64(edge + facts.edge.at.paid!, true) / visits : 0;
    const child = view.getInt32(edge + facts.edge.at.child!, true);
    const mover = view.getInt8(tree!.nodes + facts.node.at.mover!);
    const at = tree!.nodes + facts.node.size * child + facts.node.at.solved!;
    const solved = child !== NONE && !facts.hidden ? view.getInt8(at) : 0;
    const odds = view.getFloat64(edge + facts.edge.at.prior!, true) || 1;
    return new Found(visits, solved && solved !== DRAWN ? Number(solved === mover + 1) : paid, odds);
  }

  /** The moves that were tried most after a move of the root, and that move before them. */
  line(move: number): number[] {
    const found: number[] = [];
    let edges = this.edgesOf(0).filter((edge) => this.moveOf(edge) === move);
    while (found.length < LONGEST_LINE && edges.length) {
      const tried = (edge: number): number => this.view.getInt32(edge + this.facts.edge.at.visits!, true);
      const edge = highest(edges, tried);
      if (found.length && tried(edge) < ENOUGH) break;
      found.push(this.moveOf(edge));
      const children = this.childrenOf(edge);
      edges = children.length ? this.edgesOf(highest(children, (node) => this.ofNode(node, "visits"))) : [];
    }
    return found;
  }
  private childrenOf(edge: number): number[] {
    const found: number[] = [];
    let child = this.view.getInt32(edge + this.facts.edge.at.child!, true);
    for (; child !== NONE; child = this.ofNode(child, "sibling")) found.push(child);
    return found;
  }
  private ofNode(node: number, field: string): number {
    const { size, at } = this.facts.node;
    return this.view.getInt32(this.tree!.nodes + size * node + at[field]!, true);
  }
}

/** The first of those for which a measure is highest. */
function highest(items: readonly number[], measure: (item: number) => number): number {
  return items.reduce((one, other) => (measure(other) > measure(one) ? other : one));
}
