/** The HTTP side of the server. An error comes back as a code and is shown in the reader's language. */

import type { Result } from "../lib/game.ts";
import type { Catalogue, ErrorMessage, Facts, Language } from "../lib/words.ts";
import type {
  Analysis,
  GivenGame,
  Info,
  KeptTable,
  Link,
  Me,
  MeChange,
  NewTable,
  Offer,
  Profile,
  ReplayStep,
  TableWish,
} from "./messages.ts";
import { address } from "./router.svelte.ts";

export type { Analysis, GameCard, Me, Offer, ReplayStep, TableWish, Worth } from "./messages.ts";

/** A request that failed. */
export class ApiError extends Error implements ErrorMessage {
  readonly code: string;
  readonly facts: Facts;

  constructor(code: string, facts: Facts = {}) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}

/** Any error as a message to show. */
export function errorMessage(error: unknown): ErrorMessage {
  return error instanceof ApiError ? error : new ApiError("site.failed", { why: `${error}` });
}

/** The answer to a request, or why there is none. */
export async function request(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  const asked = { method, credentials: "same-origin" as const, ...content, ...(signal ? { signal } : {}) };
  const answer = await fetch(address(`/api${path}`), asked).catch(() => {
    throw new ApiError("site.offline");
  });
  if (answer.ok) return answer;
  const { code, facts } = (await answer.json().catch(() => ({}))) as Partial<ErrorMessage>;
  throw new ApiError(code ?? "site.failed", facts ?? { why: answer.statusText });
}

/** The answer to a request as JSON. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await request(method, path, body);
  return (answer.status === 204 ? undefined : await answer.json().catch(() => null)) as T;
}

/** The record of a game, as `lido replay` reads it. */
export interface GameRecord {
  format: 1;
  game: string;
  players: number;
  options?: Readonly<Record<string, string | number>>;
  seed?: string | null;
  strings?: readonly string[];
  laws?: number;
  deal?: unknown;
  position?: unknown;
  moves: readonly (string | { move: string })[];
  result?: Result | null;
  seats?: readonly string[];
  stopped?: Result | null;
  log?: readonly unknown[];
}

export type Api = typeof api;

export const api = {
  me: (): Promise<Me> =>
    ask<Me>("GET", "/me").catch((error: ApiError) => {
      if (error.code !== "service.signed-out") throw error;
      return import("./signed_out.ts").then(({ comeBack }) => comeBack(error, api));
    }),
  /** Become a new person, where this device was signed out. */
  newcomer: () => ask<Me>("POST", "/me"),
  /** Who this device is, or that it was signed out. */
  known: () => ask<Me>("GET", "/me"),
  change: (change: MeChange) => ask<Me>("PATCH", "/me", change),
  forget: () => ask<void>("DELETE", "/me"),
  link: () => ask<Link>("POST", "/me/link"),
  arrive: (token: string) => ask<Me>("POST", "/me/arrive", { token }),
  onlyHere: (secret: string) => ask<Me>("POST", "/me/only-here", { secret }),
  mine: () => ask<readonly Info[]>("GET", "/me/tables"),
  offer: () => ask<Offer>("GET", "/games"),
  words: (game: string, language: Language) => ask<Catalogue>("GET", `/games/${game}/words/${language}`),
  open: (wish: TableWish) => ask<NewTable>("POST", "/tables", wish),
  table: (table: string) => ask<Info>("GET", `/tables/${table}`),
  record: (table: string) => ask<GameRecord>("GET", `/tables/${table}/record`),
  person: (key: string) => ask<Profile>("GET", `/people/${key}`),
  block: (key: string, on: boolean) => ask<void>(on ? "POST" : "DELETE", `/people/${key}/block`),
  replay: (record: GameRecord, { since = 0, pictures = false } = {}) =>
    ask<readonly ReplayStep[]>("POST", "/replay", { record, since, pictures }),
  give: (game: GivenGame) => ask<KeptTable>("POST", "/me/games", game),
  analyse: (record: GameRecord, at: number) => ask<Analysis>("POST", "/analyse", { record, at }),
};
