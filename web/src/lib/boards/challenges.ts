/** The challenges of the day: `Challenge.svelte` in the folder of a board is the page of its game's.
 *
 * They are apart from the boards, since a table does without them.
 */

import type { Component } from "svelte";

const CHALLENGES = import.meta.glob<{ default: Component }>("./*/Challenge.svelte");

/** The games that have a challenge of the day. */
export const CHALLENGED: readonly string[] = Object.keys(CHALLENGES).map((file) => file.split("/")[1]!);

/** The page with the challenge of the day of a game, or the one that says that there is none. */
export function challenge(game: string): Promise<{ default: Component<never> }> {
  return CHALLENGES[`./${game}/Challenge.svelte`]?.() ?? import("../../pages/Missing.svelte");
}
