import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { defineConfig } from "vite";

const BUILT = resolve(import.meta.dirname, "../src/lido/page");
const WORKER = "service-worker.js";
/** Start screens and pictures of links are for the system and for other sites, tables and licences for those who want
 * them; the rest is for the build alone. */
const NOT_KEPT = /^(licences|share|start|\.vite)\/|\.(ttf|tables)$|^index\.html$/;
const HASHED = /^assets\//;
/** What belongs to the board of a game, but for the picture on the home page. */
const BOARD = /^src\/lib\/boards\/([^/]+)\/(?!Poster)/;

interface Chunk {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
  dynamicImports?: string[];
}

const chunks = JSON.parse(readFileSync(`${BUILT}/.vite/manifest.json`, "utf-8")) as Record<string, Chunk>;

/** The chunks that are loaded from these, at once or later, without going through others. */
function reached(from: readonly string[], not: (key: string) => boolean): Set<string> {
  const found = new Set<string>();
  const waiting = [...from];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (found.has(key) || not(key)) continue;
    found.add(key);
    waiting.push(...(chunks[key]?.imports ?? []), ...(chunks[key]?.dynamicImports ?? []));
  }
  return found;
}

/** The games whose boards are kept: those that can be played without a service. */
const PLAYED = new Set(
  readdirSync(`${import.meta.dirname}/src/generated/engine`)
    .filter((file) => file.endsWith(".wasm"))
    .map((file) => file.replace(".wasm", "")),
);

/** The files that only boards need which cannot be played without a service. */
function unplayable(): Set<string> {
  const files = (keys: Iterable<string>) =>
    [...keys].flatMap((key) => [chunks[key]!.file, ...(chunks[key]!.css ?? []), ...(chunks[key]!.assets ?? [])]);
  const away = (key: string) => BOARD.test(key) && !PLAYED.has(BOARD.exec(key)![1]!);
  const needed = new Set(files(reached(["index.html"], away)));
  return new Set(files(Object.keys(chunks)).filter((file) => !needed.has(file)));
}

function kept(): { url: string; revision: string | null }[] {
  const revision = (file: string) =>
    createHash("sha256")
      .update(readFileSync(`${BUILT}/${file}`))
      .digest("hex")
      .slice(0, 16);
  const left = unplayable();
  const files = readdirSync(BUILT, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(BUILT.length + 1))
    .filter((file) => !NOT_KEPT.test(file) && file !== WORKER && !left.has(file))
    .sort();
  return [
    { url: "./", revision: revision("index.html") },
    ...files.map((file) => ({ url: `./${file}`, revision: HASHED.test(file) ? null : revision(file) })),
  ];
}

/** The service worker: one file beside the page, built after it, which knows every file of it. */
export default defineConfig({
  publicDir: false,
  define: { FILES: JSON.stringify(kept()), "process.env.NODE_ENV": '"production"' },
  build: {
    target: "es2023",
    outDir: BUILT,
    emptyOutDir: false,
    license: { fileName: "licences/offline.txt" },
    lib: { entry: "src/offline/service-worker.ts", formats: ["iife"], name: "lido", fileName: () => WORKER },
  },
});
