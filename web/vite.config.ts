import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  // The server says where the page lives: everything is found from there.
  base: "./",
  build: {
    target: "es2023",
    // The gallery is for those who work on the page; it is never part of the package.
    outDir: mode === "gallery" ? "gallery-dist" : "../src/lido/page",
    emptyOutDir: true,
    manifest: true,
    // A data: address in a style would need its own permission in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: mode === "gallery" ? "gallery.html" : "index.html" },
  },
}));
