/** The last choice at "Play now", by game, kept in this browser. */

import type { QuickGame } from "../lib/boards/types.ts";
import type { GameCard, TableWish } from "./api.ts";
import { levelsOf } from "./levels.ts";

/** The bots of a quick game, unless others were chosen. */
export const FIRST_LEVEL = "gentle";

const KEY = "lido.quick";

export interface Quick {
  players: number;
  level: string;
  /** The seat of the person; 0 for any. */
  seat: number;
}

function read(): Record<string, Partial<Quick>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Partial<Quick>>;
  } catch {
    return {};
  }
}

/** The last choice for a game, or what is usual; always one that the game offers. */
export function remembered(card: GameCard, usual: QuickGame = {}): Quick {
  const last = read()[card.id] ?? {};
  return possible(card, { players: usual.players ?? card.players[0]!, level: FIRST_LEVEL, seat: 1, ...last });
}

/** The choice, with what the game does not offer replaced. */
export function possible(card: GameCard, { players, level, seat }: Quick): Quick {
  const number = card.players.includes(players) ? players : card.players[0]!;
  const levels = levelsOf(card, number);
  return {
    players: number,
    level: levels.includes(level) ? level : levels.includes(FIRST_LEVEL) ? FIRST_LEVEL : (levels[0] ?? FIRST_LEVEL),
    seat: seat <= number ? seat : 1,
  };
}

export function remember(game: string, choice: Quick): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [game]: choice }));
  } catch {
    // A browser that stores nothing: the choice holds for this game only.
  }
}

/** A table for one person against bots, and their seat. */
export function againstBots(
  card: GameCard,
  choice: Quick,
  options: QuickGame["options"] = {},
  random: () => number = Math.random,
): { wish: TableWish; seat: number } {
  const { players, level } = choice;
  const seat = choice.seat || 1 + Math.floor(random() * players);
  const others = Array.from({ length: players }, (_, index) => index + 1).filter((one) => one !== seat);
  const bots = Object.fromEntries(others.map((one) => [one, level]));
  return { wish: { game: card.id, players, options, bots }, seat };
}
