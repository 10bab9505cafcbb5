import { readdirSync, readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

/** The start screens for phones, one for each size: `tools/icons.py` makes them. */
const startScreens = {
  name: "start-screens",
  transformIndexHtml: (html: string) =>
    html.replace("<!-- start screens -->", () => readFileSync("src/generated/start-screens.html", "utf-8")),
};

/** The games whose rules the page is built with. */
const ENGINES = readdirSync("src/generated/engine")
  .filter((file) => file.endsWith(".wasm"))
  .map((file) => file.replace(".wasm", ""));

/** What every visit loads first: no file need say that it needs that too. */
const first = new Set<string>();
const whatIsFirst: Plugin = {
  name: "what-is-first",
  enforce: "pre",
  generateBundle: (_, bundle) => {
    const add = (file: string): void => {
      const chunk = bundle[file];
      if (first.has(file) || chunk?.type !== "chunk") return;
      first.add(file);
      chunk.imports.forEach(add);
      chunk.viteMetadata?.importedCss.forEach((style) => first.add(style));
    };
    for (const chunk of Object.values(bundle)) if (chunk.type === "chunk" && chunk.isEntry) add(chunk.fileName);
  },
};

const SOURCES = `${import.meta.dirname}/src/`;

/** In the gallery every component says that it is shown, so that a test finds those that no entry shows. */
const telling = {
  name: "telling",
  markup: ({ content, filename = "" }: { content: string; filename?: string }) => {
    if (!filename.startsWith(SOURCES)) return { code: content };
    const tell = `(globalThis.shown ??= new Set()).add("${filename.slice(SOURCES.length)}");`;
    const script = /<script(?![^>]*\bmodule\b)[^>]*>/;
    const code = script.test(content)
      ? content.replace(script, (tag) => tag + tell)
      : `<script>${tell}</script>${content}`;
    return { code };
  },
};

export default defineConfig(({ mode }) => ({
  plugins: [svelte(mode === "gallery" ? { preprocess: telling } : {}), startScreens, whatIsFirst],
  publicDir: "src/generated/public",
  resolve: { alias: mode === "gallery" ? [{ find: "./workers.ts", replacement: `${SOURCES}gallery/workers.ts` }] : [] },
  // The server says where the page lives: everything is found from there.
  base: "./",
  define: { ENGINES: JSON.stringify(ENGINES) },
  worker: { format: "es" },
  build: {
    target: "es2023",
    // The gallery is for those who work on the page; it is never part of the package.
    outDir: mode === "gallery" ? "gallery-dist" : "../src/lido/page",
    emptyOutDir: true,
    manifest: true,
    license: { fileName: "licences/page.txt" },
    // A data: address in a style would need its own permission in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, needed, { hostType }) =>
        hostType === "js" ? needed.filter((file) => !first.has(file)) : needed,
    },
    rollupOptions: {
      input: mode === "gallery" ? "gallery.html" : "index.html",
      // Every file names those that it imports: short hashes, which no compression shortens.
      output: {
        chunkFileNames: "assets/[hash:7].js",
        // What many pages need is one file: files of a kilobyte compress badly. With 14 the games' first visits are smallest.
        codeSplitting: { groups: [{ name: "shared", test: /\/src\/(site|lib|pages|table)\//, minShareCount: 14 }] },
        // Every page lists the styles of all pages: their names are short.
        assetFileNames: ({ names }) =>
          names[0]?.endsWith(".css") ? "assets/[hash:7][extname]" : "assets/[name]-[hash:7][extname]",
      },
    },
  },
}));
