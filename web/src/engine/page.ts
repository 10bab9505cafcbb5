/** The engines of the games that the page was built with; each is loaded when it is first asked for. */

import { open } from "./engine.ts";
import type { Engine, Script } from "./types.ts";

const FOLDER = "../generated/engine";
const scripts = import.meta.glob<Script>("../generated/engine/*.js");
const modules = import.meta.glob<string>("../generated/engine/*.wasm", { query: "?url", import: "default" });
const engines = new Map<string, Promise<Engine>>();

/** Whether the page can play a game by itself. */
export const hasEngine = (game: string): boolean => `${FOLDER}/${game}.wasm` in modules;

/** The engine of a game. What could not be loaded is asked for again the next time. */
export function load(game: string): Promise<Engine> {
  let engine = engines.get(game);
  if (!engine) {
    engine = loaded(game);
    engines.set(game, engine);
    engine.catch(() => engines.delete(game));
  }
  return engine;
}

async function loaded(game: string): Promise<Engine> {
  if (!hasEngine(game)) throw new RangeError(`no engine of ${game}`);
  const [core, script, wasm] = await Promise.all([
    scripts[`${FOLDER}/core.js`]!(),
    scripts[`${FOLDER}/${game}.js`]!(),
    modules[`${FOLDER}/${game}.wasm`]!().then((address) => WebAssembly.compileStreaming(fetch(address))),
  ]);
  return open({ core, script, wasm });
}
