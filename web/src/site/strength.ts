/**
 * How well the visitor plays each game, on the scale of ratings: what the service knows, or else what this browser has
 * seen of games against bots.
 */

import { api, type GameCard, type TableWish } from "./api.ts";
import { after, type Seen } from "./elo.ts";
import type { Info } from "./messages.ts";
import { MATCH, ratingIn } from "./names.ts";
import { visitor } from "./visitor.svelte.ts";

const KEY = "lido.strength";
function read(): Record<string, Seen> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Seen>;
  } catch {
    return {};
  }
}

/** What this browser has seen; without a game it is between the two levels that most people begin with. */
export function seenOf(card: GameCard): Seen {
  const [one, other] = [card.ratings["gentle"], card.ratings["club"]];
  return read()[card.id] ?? { mean: one && other ? (one.mean + other.mean) / 2 : 25, games: 0 };
}

/** A table with the level of the visitor where they asked for it. */
export async function matched(wish: TableWish): Promise<TableWish> {
  const bots = Object.entries(wish.bots ?? {});
  if (!bots.some(([, level]) => level === MATCH)) return wish;
  const level = await ownLevel(wish.game);
  return { ...wish, bots: Object.fromEntries(bots.map(([seat, one]) => [seat, one === MATCH ? level : one])) };
}

/** The level that plays about as well as the visitor. */
export async function ownLevel(game: string): Promise<string> {
  const card = visitor.card(game)!;
  const known = visitor.offline || !visitor.me ? null : await api.person(visitor.me.key).catch(() => null);
  const rating = known?.ratings[game] ?? seenOf(card).mean;
  return `${MATCH}-${Math.min(99, Math.max(0, Math.round(rating)))}`;
}

/** Learn from a game that is over, if the visitor played it alone against bots whose strength is known. */
export function learn(info: Info, you: string): void {
  const card = visitor.card(info.game);
  const mine = info.seats.filter((player) => player.person === you);
  if (!card?.matches || mine.length !== 1 || info.counts === false || !info.payoffs) return;
  const others = info.seats.flatMap(({ person, level }) =>
    person ? [] : [ratingIn(level ?? "") ?? card.ratings[level ?? ""]?.mean],
  );
  const known = others.filter((rating) => rating !== undefined);
  if (known.length !== info.seats.length - 1) return;
  const now = after(seenOf(card), known, info.payoffs[mine[0]!.seat - 1]!);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [info.game]: now }));
  } catch {
    // A browser that stores nothing begins anew each time.
  }
}
