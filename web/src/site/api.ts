/** What is asked of the server by HTTP. What it refuses comes back by its code, and is said in the reader's language. */

import type { Event, View } from "../lib/game.ts";
import type { ErrorMessage, Facts } from "../lib/words.ts";
import { address } from "./router.svelte.ts";
import type { Info } from "./messages.ts";

/** Something could not be done. */
export class Trouble extends Error implements ErrorMessage {
  readonly code: string;
  readonly facts: Facts;

  constructor(code: string, facts: Facts = {}) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}

/** Whatever went wrong, as what can be said of it. */
export function trouble(error: unknown): ErrorMessage {
  return error instanceof Trouble ? error : new Trouble("site.failed", { why: `${error}` });
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const answer = await fetch(address(`/api${path}`), { method, credentials: "same-origin", ...content }).catch(() => {
    throw new Trouble("site.offline");
  });
  if (answer.status === 204) return undefined as T;
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok) return said as T;
  const { code, facts } = (said ?? {}) as Partial<ErrorMessage>;
  throw new Trouble(code ?? "site.failed", facts ?? { why: answer.statusText });
}

export interface Me {
  key: string;
  name: string | null;
  language: string;
  rated: boolean;
  blocked: readonly string[];
}

export interface Card {
  id: string;
  players: readonly number[];
  /** The values of every option, the default first. */
  options: Readonly<Record<string, readonly (string | number)[]>>;
  secrets: boolean;
  /** By the number of players: the bots that can sit there, the weakest first. */
  levels: Readonly<Record<number, readonly string[]>>;
}

export interface Offer {
  games: readonly Card[];
  /** Every level that a bot may have at some table. */
  levels: readonly string[];
}

export interface Wish {
  game: string;
  players: number;
  options?: Readonly<Record<string, string | number>>;
  public?: boolean;
  rated?: boolean;
  clock?: { seconds: number; per: string; plus?: number } | null;
  bots?: Readonly<Record<number, string>>;
}

/** A game as it is kept: what `lido replay` reads. */
export interface GameRecord {
  format: 1;
  game: string;
  players: number;
  options?: Readonly<Record<string, string | number>>;
  seed?: string | null;
  strings?: readonly string[];
  deal?: unknown;
  position?: unknown;
  moves: readonly (string | { move: string })[];
  result?: { payoffs: readonly number[]; reason: string } | null;
  seats?: readonly string[];
  stopped?: { payoffs: readonly number[]; reason: string } | null;
  log?: readonly unknown[];
}

/** A moment of a game: after how many moves, what the last one was and showed, and what every seat knows. */
export interface ReplayStep {
  number: number;
  move: string | null;
  seat: number | null;
  events: readonly Event[];
  turn: number | null;
  legal: readonly string[];
  /** By seat, a spectator first. */
  views: readonly View[];
}

/** What a move is worth to who makes it, from -1 to 1, and where that is exact and no draw, after how many moves. */
export interface Worth {
  move: string;
  value: number;
  plies: number | null;
}

export interface Analysis {
  seat: number | null;
  exact: boolean;
  moves: readonly Worth[];
}

export const api = {
  me: () => ask<Me>("GET", "/me"),
  change: (change: Partial<Pick<Me, "name" | "language" | "rated">>) => ask<Me>("PATCH", "/me", change),
  forget: () => ask<void>("DELETE", "/me"),
  link: () => ask<{ token: string; seconds: number }>("POST", "/me/link"),
  arrive: (token: string) => ask<Me>("POST", "/me/arrive", { token }),
  onlyHere: () => ask<Me>("POST", "/me/only-here"),
  mine: () => ask<readonly Info[]>("GET", "/me/tables"),
  offer: () => ask<Offer>("GET", "/games"),
  open: (wish: Wish) => ask<{ table: string }>("POST", "/tables", wish),
  record: (table: string) => ask<GameRecord>("GET", `/tables/${table}/record`),
  person: (key: string) =>
    ask<{ key: string; name: string | null; ratings: Readonly<Record<string, number>> }>("GET", `/people/${key}`),
  block: (key: string, on: boolean) => ask<void>(on ? "POST" : "DELETE", `/people/${key}/block`),
  replay: (record: GameRecord, since = 0) => ask<readonly ReplayStep[]>("POST", "/replay", { record, since }),
  analyse: (record: GameRecord, at: number) => ask<Analysis>("POST", "/analyse", { record, at }),
};
