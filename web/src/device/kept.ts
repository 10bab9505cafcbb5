/** Games that are kept on this device: what is written down of each, and how a new one begins. */

import { digest, hex } from "../lib/sha256.ts";
import type { GameRecord, TableWish } from "../site/api.ts";
import { botString } from "../site/deal.ts";
import type { GivenGame, Info, LogEvent, Player } from "../site/messages.ts";
import type { Sitting } from "../site/open.ts";

type Options = Readonly<Record<string, string | number>>;

/** The person who plays at the tables of this device. */
export const HERE = "here";
const ID_BYTES = 9;
const SEED_BYTES = 32;
const STRING_BYTES = 16;

/** Who sat down on a seat: the bot of a level, or a person at this device, with a name of their own or the visitor's. */
export interface KeptSeat {
  level?: string;
  name?: string;
}

/** An entry of the log of a table. */
export interface KeptEntry {
  at: number;
  event: LogEvent;
}

/** A game on this device. The log is the truth, and holds all moves; the rest is for lists and records. */
export interface KeptGame {
  id: string;
  game: string;
  players: number;
  options: Options;
  hints: boolean;
  seats: readonly KeptSeat[];
  /** The visitor, as they were when the table was opened. */
  name: string | null;
  face: number;
  /** The deal is drawn from these, as at a table of the service (docs/fair-deals.md). */
  seed: string;
  strings: readonly string[];
  /** The laws of the game; not known before it has begun. */
  laws?: number;
  entries: readonly KeptEntry[];
  changed: number;
  /** How the table is shown in lists. */
  info: Info;
  record: GameRecord | null;
  /** The table of the service that the game was given to. */
  given?: string;
}

/** The visitor, as far as a table on this device shows them. */
export interface Self {
  name: string | null;
  face: number;
}

function random(bytes: number): string {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** A new game on this device, which has not begun. */
export function newGame(wish: TableWish, sittings: readonly Sitting[], me: Self): KeptGame {
  const { game, players, options = {}, hints = false, bots = {} } = wish;
  const seats = Array.from({ length: players }, (_, index): KeptSeat => {
    const level = bots[`${index + 1}`];
    const name = sittings.find(({ seat }) => seat === index + 1)?.name;
    return level ? { level } : name ? { name } : {};
  });
  const seed = random(SEED_BYTES);
  const commitment = digest(seed);
  const strings = seats.map(({ level }, index) => (level ? botString(commitment, index + 1) : random(STRING_BYTES)));
  const made = { id: random(ID_BYTES), game, players, options, hints, seats, ...me, seed, strings };
  const info: Info = {
    table: made.id,
    game,
    options,
    status: "running",
    host: HERE,
    public: false,
    commitment,
    seats: seats.map((_, index) => playerOf(made, index + 1)),
    hints,
  };
  return { ...made, entries: [], changed: Date.now(), info, record: null };
}

/** Another game for the same players, everybody one seat further. */
export function rematch(last: KeptGame, options: Options = last.options): KeptGame {
  const { game, players, hints, name, face, seats } = last;
  const turned = [seats.at(-1)!, ...seats.slice(0, -1)];
  const numbered = turned.map((seat, index) => ({ ...seat, seat: index + 1 }));
  const bots = Object.fromEntries(numbered.flatMap(({ seat, level }) => (level ? [[`${seat}`, level]] : [])));
  const sittings = numbered.filter(({ level }) => !level).map(({ seat, name }) => (name ? { seat, name } : { seat }));
  return newGame({ game, players, options: { ...options }, hints, bots }, sittings, { name, face });
}

/** How everybody sees who sat down on a seat. */
export function playerOf({ seats, name, face }: Pick<KeptGame, "seats" | "name" | "face">, seat: number): Player {
  const { level, name: own } = seats[seat - 1]!;
  if (level) return { seat, level };
  const called = own ?? name;
  const here = seats.filter((other) => !other.level).length > 1;
  return { seat, person: HERE, face, present: true, ...(called ? { name: called } : {}), ...(here ? { here } : {}) };
}

/** A finished game as the service takes it: all that was done, in order. */
export function givenOf(kept: KeptGame): GivenGame {
  const { game, players, options, laws = 1, seed, strings, seats, hints, entries } = kept;
  const by = (value: (seat: KeptSeat) => string | undefined) =>
    Object.fromEntries(seats.flatMap((seat, index) => (value(seat) ? [[`${index + 1}`, value(seat)!]] : [])));
  return {
    game,
    players,
    options: { ...options },
    laws,
    seed,
    strings: [...strings],
    bots: by(({ level }) => level),
    names: by(({ name }) => name),
    hints,
    steps: entries.flatMap(({ at, event }): GivenGame["steps"] => {
      if (event.kind === "moved") return [{ do: "move", seat: event.seat, move: event.move, at }];
      if (event.kind === "asked") return [{ do: "undo", seat: event.seat, at }];
      if (event.kind === "replaced") return [{ do: "resign", seat: event.seat, at }];
      if (event.kind !== "over" || event.reason !== "resigned") return [];
      return [{ do: "resign", seat: event.payoffs.indexOf(0) + 1, at }];
    }),
  };
}

/** The names for a record: of a person, or the level of a bot; empty for a person without a name. */
export function recordNames({ seats, name }: KeptGame): string[] {
  return seats.map((seat) => seat.level ?? seat.name ?? name ?? "");
}
