/** What the folder of a board holds beside the board: a running game does without it. */

import type { Component } from "svelte";

const PRACTICES = import.meta.glob<Component>("./*/Practice.svelte", { import: "default" });
const POSTERS = import.meta.glob<Component>("./*/Poster.svelte", { import: "default" });

/** Whether a game can be practised alone. */
export function hasPractice(game: string): boolean {
  return `./${game}/Practice.svelte` in PRACTICES;
}

/** The page on which a game is practised alone. */
export async function practice(game: string): Promise<Component> {
  return PRACTICES[`./${game}/Practice.svelte`]!();
}

/** The picture of a game on the home page, or null. */
export async function poster(game: string): Promise<Component | null> {
  return (await POSTERS[`./${game}/Poster.svelte`]?.()) ?? null;
}
