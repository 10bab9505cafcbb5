/** The service's analysis of a whole game, which comes line by line. */

import { lines } from "../lib/parts.ts";
import type { ErrorMessage } from "../lib/words.ts";
import { ApiError, type GameRecord, request } from "../site/api.ts";
import type { PositionAnalysis } from "../site/messages.ts";

/** All positions of a game, the one after `first` moves first, each when it is known. */
export async function* analysedByService(
  record: GameRecord,
  first: number,
  signal: AbortSignal,
): AsyncGenerator<PositionAnalysis> {
  const answer = await request("POST", "/analyse/game", { record, first }, signal);
  for await (const line of lines(answer.body!)) {
    const said = JSON.parse(line) as PositionAnalysis & Partial<ErrorMessage>;
    // A line with a code says why nothing follows.
    if (said.code) throw new ApiError(said.code, said.facts);
    yield said;
  }
}
