/**
 * Lido's board games in a browser or in Node, without a server: rules, matches, records, bots and analysis.
 *
 * `load` fetches a game; everything else is of the `Engine` that it gives. docs/javascript.md is for those who use it.
 */

import { open } from "./engine.ts";
import { hasTables, unpacked } from "./tables.ts";
import type { Engine } from "./types.ts";

export { open } from "./engine.ts";
export { LidoError } from "./errors.ts";
export type * from "./types.ts";

const GAMES = new URL("../games/", import.meta.url);

/**
 * Loads a game; `from` is the address of the folder that `python -m lido.browser` has written: the package's own.
 *
 * With `tables`, what only some of its bots need comes too (`Engine.levelsWithTables`).
 */
export async function load(
  game: string,
  from: string | URL = GAMES,
  given: { tables?: boolean } = {},
): Promise<Engine> {
  const at = (name: string): string => new URL(name, String(from).replace(/\/?$/, "/")).href;
  const [core, script, wasm] = await Promise.all([
    import(/* @vite-ignore */ at("core.js")),
    import(/* @vite-ignore */ at(`${game}.js`)),
    compiled(at(`${game}.wasm`)),
  ]);
  const engine = open({ core, script, wasm });
  if (given.tables && hasTables(script)) engine.giveTables(await unpacked(await fetched(at(`${game}.tables`))));
  return engine;
}

async function fetched(address: string): Promise<Response> {
  if (!address.startsWith("file:")) return fetch(address);
  const { readFile } = await import("node:fs/promises");
  return new Response(await readFile(new URL(address)));
}

async function compiled(address: string): Promise<WebAssembly.Module> {
  if (!address.startsWith("file:")) return WebAssembly.compileStreaming(fetch(address));
  return WebAssembly.compile(await (await fetched(address)).arrayBuffer());
}
