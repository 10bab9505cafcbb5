/** The effect of one's own move at a table of the service, before the service has answered: it decides all the same. */

import { type Shown, type TableClient } from "../site/table.svelte.ts";
import { standing } from "../site/log.ts";
import { playsHere } from "./open.ts";
import type { Prediction } from "./rules.ts";
import { searchers } from "./workers.ts";

/** What the board shows after a move, for as long as entry `after` is the newest. */
export interface Guess {
  after: number;
  shown: Shown;
}

/**
 * What a move of a seat leads to that was made after entry `after`; null where that is not known, as where it depends
 * on something hidden, or is known already.
 */
export async function guessed(table: TableClient, seat: number, move: string, after: number): Promise<Guess | null> {
  const { shown, info, steps, entries } = table;
  if (steps.newest?.n !== after || !table.settled) return null;
  const before = shown.views[seat]?.view;
  const created = entries.find(({ event }) => event.kind === "created")?.event;
  if (!before || !info || created?.kind !== "created" || !playsHere(info.game)) return null;
  const moves = standing(entries).map(({ event }) => (event.kind === "moved" ? event.move : ""));
  const setup = { players: info.seats.length, options: { ...info.options }, laws: created.laws ?? 1 };
  const found = await searchers
    .ask<Prediction | null>("predict", before, setup, moves, move)
    // The service says what is wrong with it.
    .catch(() => null);
  if (!found) return null;
  const views = { ...shown.views, [seat]: { view: found.view, legal: [] } };
  return { after, shown: { number: shown.number + 1, events: found.events, views, turn: found.turn } };
}
