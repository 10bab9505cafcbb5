/** Parts of a record. */

import type { GameRecord } from "../site/api.ts";

/** The record of a game after so many moves, without its result. */
export function after({ result: _, stopped: __, log: ___, ...record }: GameRecord, moves: number): GameRecord {
  return { ...record, moves: record.moves.slice(0, moves) };
}
