/** The result of a game in words. */

import type { GameBoard } from "../lib/boards/types.ts";
import type { Result, View } from "../lib/game.ts";
import { known, type Say } from "../lib/words.ts";

/** Reasons for an end that are not in the rules of a game. */
const OUTSIDE = ["resigned", "time", "abandoned", "length", "challenge"];

export interface Ending {
  /** Who won, with the score: "You win, 2 : 1". */
  headline: string;
  /** Whether the reader is among the winners. */
  won: boolean;
  /** The seats that won; none in a draw. */
  winners: readonly number[];
  /** Why the game ended so, in the words of this game. */
  reason: string;
  /** The code of the rule behind it, if it is one of the game. */
  rule: string | null;
}

export interface Finished {
  kind: string;
  result: Result;
  names: readonly string[];
  /** The seat of the reader, who is addressed as "you"; null for a spectator, or where several share the screen. */
  reader?: number | null;
  /** The board of the game and its last view, for the score and the reason. */
  board?: GameBoard | null;
  view?: View | null;
}

/** Who won, and why the game ended. */
export function endingInWords(finished: Finished, say: Say): Ending {
  const { kind, result, names, reader = null, board = null, view = null } = finished;
  const outside = OUTSIDE.includes(result.reason);
  const addressed = names.map((name, index) => (index + 1 === reader ? say("site.you") : name));
  const winners = result.payoffs.flatMap((paid, index) => (paid > 0 ? [index] : []));
  const won = reader !== null && winners.length < names.length && winners.includes(reader - 1);
  const score = outside || !view?.result ? null : (board?.score?.(view) ?? null);
  const headline = headlineOf({ winners, won, reader, names, score }, say);
  const drawn = winners.length === names.length;
  const told = { headline, won, winners: drawn ? [] : winners.map((index) => index + 1) };
  if (outside) return { ...told, reason: outsideReason(finished, addressed, say), rule: null };
  const rule = `${kind}.over-${result.reason}`;
  const own = view?.result ? board?.reason?.(view, addressed, say) : null;
  return { ...told, reason: own ?? say(rule), rule: known(rule, say) === null ? null : rule };
}

interface Outcome {
  winners: readonly number[];
  won: boolean;
  reader: number | null;
  names: readonly string[];
  score: readonly number[] | null;
}

function headlineOf({ winners, won, reader, names, score }: Outcome, say: Say): string {
  const points = (first: readonly number[]) =>
    score === null
      ? ""
      : `, ${[...first, ...score.map((_, index) => index).filter((index) => !first.includes(index))]
          .map((index) => score[index])
          .join("\u00a0:\u00a0")}`;
  if (!winners.length || winners.length === names.length) return say("site.ending-draw") + points([]);
  const others = winners.filter((index) => index + 1 !== reader).map((index) => names[index]);
  if (!won)
    return (
      say(winners.length > 1 ? "site.ending-win" : "site.ending-wins", { who: others.join(", ") }) + points(winners)
    );
  const you = others.length ? say("site.ending-you-too", { who: others.join(", ") }) : say("site.ending-you-win");
  return you + points(winners);
}

/** Who resigned or ran out of time: those who did not win. */
function outsideReason({ result, reader = null, names }: Finished, addressed: readonly string[], say: Say): string {
  const losers = result.payoffs.flatMap((paid, index) => (paid > 0 ? [] : [index]));
  const code = `site.over-${result.reason}`;
  if (losers.length === 1 && losers[0]! + 1 === reader) return say(`${code}-you`);
  return say(code, { who: losers.map((index) => (losers.length > 1 ? addressed : names)[index]).join(", ") });
}
