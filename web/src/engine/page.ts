/** The engines of the games that the page was built with; each is loaded when it is first asked for. */

import { open } from "./engine.ts";
import { unpacked } from "./tables.ts";
import type { Engine, Script } from "./types.ts";

const FOLDER = "../generated/engine";
const scripts = import.meta.glob<Script>("../generated/engine/*.js");
const modules = import.meta.glob<string>("../generated/engine/*.wasm", { query: "?url", import: "default" });
const tables = import.meta.glob<string>("../generated/engine/*.tables", { query: "?url", import: "default" });
const engines = new Map<string, Promise<Engine>>();
const coming = new Map<string, Promise<void>>();
/** The tables that were wanted, in the browser's cache; other files of the page are in another. */
const WANTED = "lido.tables";

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

/** The engine of a game with its tables, if it has any. They are kept in the browser, so that it has them from then on. */
export async function loadWithTables(game: string): Promise<Engine> {
  const engine = await load(game);
  const address = await tables[`${FOLDER}/${game}.tables`]?.();
  if (!address || engine.hasTables) return engine;
  if (!coming.has(game))
    coming.set(
      game,
      wanted(address)
        .then(unpacked)
        .then((file) => engine.giveTables(file))
        .finally(() => coming.delete(game)),
    );
  await coming.get(game);
  return engine;
}

/** Whether a game has its tables, or can have them without a network. */
export async function keepsTables(game: string): Promise<boolean> {
  const address = await tables[`${FOLDER}/${game}.tables`]?.();
  return address !== undefined && (await kept(address)) !== undefined;
}

async function kept(address: string): Promise<Response | undefined> {
  return globalThis.caches?.match(address, { cacheName: WANTED, ignoreVary: true });
}

/** Forgets what only an earlier version wanted. */
async function forgetOthers(cache: Cache): Promise<void> {
  const addresses = await Promise.all(Object.values(tables).map((address) => address()));
  const wanted = addresses.map((address) => new URL(address, location.href).href);
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => !wanted.includes(url)).map((request) => cache.delete(request)));
}

async function wanted(address: string): Promise<Response> {
  const found = await kept(address);
  if (found) return found;
  const loaded = await fetch(address);
  if (loaded.ok && globalThis.caches) {
    const cache = await caches.open(WANTED);
    await cache.put(address, loaded.clone());
    await forgetOthers(cache);
  }
  return loaded;
}
