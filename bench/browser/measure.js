/** Measures in the browser what `__main__.py` measures in Python. */

import { load } from "./lido/engine/index.js";

const GAMES = new URL("./games/", import.meta.url);
const ROOM = 1 << 16;

/** Random moves a second: whole games in one call, from the start. */
export async function randomMoves({
  game,
  players,
  games,
  limit,
  mostMoves,
  record,
  seed,
}) {
  const module = await WebAssembly.compileStreaming(
    fetch(new URL(`${game}.wasm`, GAMES)),
  );
  const { exports } = new WebAssembly.Instance(module, {});
  const at = (exports.__heap_base.value + 15) & -16;
  if (exports.memory.buffer.byteLength < at + 2 * ROOM) exports.memory.grow(2);
  const [states, moves, rng] = [
    at,
    at + 2 * record,
    at + 2 * record + 2 * mostMoves + 16,
  ];
  const [aligned] = [(rng + 7) & -8];
  const engine = await load(game, GAMES);
  const { state } = engine.newMatch({ players, seed: 1 }).observation(1);
  new Uint8Array(exports.memory.buffer).set(
    Uint8Array.from(state.match(/../g), (pair) => parseInt(pair, 16)),
    states,
  );
  new DataView(exports.memory.buffer).setBigInt64(aligned, BigInt(seed), true);
  exports.reset(at + ROOM);
  const begun = performance.now();
  const played = exports.playouts(
    states,
    BigInt(games),
    BigInt(limit),
    moves,
    aligned,
  );
  return [
    (Number(played) / (performance.now() - begun)) * 1000,
    Number(played),
  ];
}

/** Iterations of a search a second, from the start of a game, with a fresh tree. */
export async function iterations({ game, players, count }) {
  const engine = await load(game, GAMES);
  const seen = engine.newMatch({ players, seed: 1 }).observation(1);
  const bot = engine.bot("club", { seed: 1 });
  const begun = performance.now();
  const found = bot.think(seen, { iterations: count });
  return [
    (count / (performance.now() - begun)) * 1000,
    found.map(({ visits }) => visits),
  ];
}

/** Milliseconds from nothing loaded to the first move of a bot. */
export async function firstMove({ game, players }) {
  const begun = performance.now();
  const engine = await load(game, GAMES);
  const match = engine.newMatch({ players, seed: 1 });
  match.play(
    engine.bot("club", { seed: 1 }).choose(match.observation(match.turn)),
  );
  return performance.now() - begun;
}
