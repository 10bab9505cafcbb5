/** What this browser adds to the deals of its tables (docs/fair-deals.md): secret until all seats are taken. */

import { digest, hex } from "../lib/sha256.ts";
import type { Created, LogEvent, News, Sat } from "./messages.ts";

const KEY = "lido.deals";
/** Tables whose strings are kept: the newest. */
const MOST = 100;
const STRING_BYTES = 16;

/** What this browser knows of the deal of a table. */
export interface Kept {
  /** Its strings, by their commitments. */
  strings: Readonly<Record<string, string>>;
  /** The commitment of the service that was shown when this browser first sat down. */
  commitment?: string;
  /** Who this browser was when it sat down. */
  you?: string;
  /** The commitments with which the service did not let it sit down. */
  refused?: readonly string[];
  /** Whether this browser itself has left its seats since. */
  stood?: boolean;
  /** The hash of the entry that sealed the seats, as it was told when the strings were revealed. */
  seal?: string;
}

/** For a browser that stores nothing: until the page is left. */
const unstored = new Map<string, Kept>();

function stored(): [string, Kept][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, Kept][];
  } catch {
    return [];
  }
}

/** What is known of the deal of a table. */
export function keptOf(table: string): Kept {
  return stored().find(([id]) => id === table)?.[1] ?? unstored.get(table) ?? { strings: {} };
}

function keep(table: string, kept: Kept): void {
  unstored.set(table, kept);
  const others = stored().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others.slice(1 - MOST), [table, kept]]));
  } catch {
    // It is kept until the page is left.
  }
}

/** A new string for a seat of a table, which shows a commitment of the service; the commitment to that string. */
export function committed(table: string, shown: string, you?: string): string {
  const string = hex(crypto.getRandomValues(new Uint8Array(STRING_BYTES)));
  const commitment = digest(string);
  const kept = keptOf(table);
  const who = you ? { you } : {};
  keep(table, { commitment: shown, ...who, ...kept, stood: false, strings: { ...kept.strings, [commitment]: string } });
  return commitment;
}

/** The service did not let this browser sit down with a commitment. */
export function turnedAway(table: string, commitment: string): void {
  const kept = keptOf(table);
  keep(table, { ...kept, refused: [...(kept.refused ?? []), commitment] });
}

/** This browser has left its seats before the game. */
export function stoodUp(table: string): void {
  const kept = keptOf(table);
  if (Object.keys(kept.strings).length) keep(table, { ...kept, stood: true });
}

/** Whether the sealed seats lack what this browser sat down with, by its own memory and not by what the host says of it:
    `own` where the host has put another string in its place, `unknown` where it was made to stand up. */
export function lacksOwn(kept: Kept, entries: readonly Pick<News, "n" | "event">[]): "own" | "unknown" | null {
  const { strings, you, refused = [], stood = false } = kept;
  const sent = Object.keys(strings).filter((commitment) => !refused.includes(commitment));
  const sealed = [...dealing(entries).seats.values()];
  const foreign = ({ person, commitment = "" }: Sat) => you !== undefined && person === you && !(commitment in strings);
  if (sealed.some(foreign)) return "own";
  if (stood || !sent.length || sealed.some(({ commitment = "" }) => sent.includes(commitment))) return null;
  const was = entries.some(({ event }) => event.kind === "sat" && sent.includes(event.commitment ?? ""));
  return was ? "unknown" : "own";
}

/** The string of a bot, which nobody chooses. */
export function botString(commitment: string, seat: number): string {
  return digest(`${commitment}:${seat}`);
}

/** How far the deal of a table has come. */
export interface Dealing {
  created: Created | null;
  /** Who sits where. */
  seats: ReadonlyMap<number, Sat>;
  /** The strings that were revealed, by seat. */
  revealed: ReadonlyMap<number, string>;
  /** The number of the entry that sealed the seats; 0 while they are not. */
  sealed: number;
  /** Whether the game has begun, or never will. */
  done: boolean;
  /** Whether the table was created again, a seat changed after the seal, or a string came before it or twice: no honest
      service does that. */
  broken: boolean;
}

/** What the entries of a log say of the deal. */
export function dealing(entries: readonly Pick<News, "n" | "event">[]): Dealing {
  const [seats, revealed] = [new Map<number, Sat>(), new Map<number, string>()];
  const found: Dealing = { created: null, seats, revealed, sealed: 0, done: false, broken: false };
  for (const { n, event } of entries) {
    found.broken ||= isOutOfPlace(n, event, found);
    if (event.kind === "created") found.created ??= event;
    else if (event.kind === "sat") seats.set(event.seat, event);
    else if (event.kind === "stood") seats.delete(event.seat);
    else if (event.kind === "sealed") found.sealed = n;
    else if (event.kind === "revealed") revealed.set(event.seat, event.string);
    else if (event.kind === "started" || event.kind === "closed") {
      found.done = true;
      break;
    }
  }
  return found;
}

function isOutOfPlace(n: number, event: LogEvent, { created, sealed, revealed }: Dealing): boolean {
  if (event.kind === "created") return n !== 1 || created !== null;
  if (event.kind === "sat" || event.kind === "stood") return sealed > 0;
  return event.kind === "revealed" && (!sealed || revealed.has(event.seat));
}

/** The strings to reveal now: when every seat is taken, and the log says what all others and the service have
    committed to. */
export function toReveal(table: string, entries: readonly News[], you: string): { seat: number; string: string }[] {
  const { created, seats, revealed, sealed, done, broken } = dealing(entries);
  if (!created || !sealed || done || broken || !complete(created, seats)) return [];
  const { strings, commitment: shown = created.commitment } = keptOf(table);
  if (created.commitment !== shown) return [];
  return [...seats.values()].flatMap(({ seat, person, commitment }) => {
    const string = commitment && strings[commitment];
    return string && person === you && !revealed.has(seat) ? [{ seat, string }] : [];
  });
}

/** Whether every seat has a bot, or a person who has committed to a string. */
export function complete(created: Created, seats: ReadonlyMap<number, Sat>): boolean {
  const taken = [...seats.values()].filter(({ level, commitment }) => level !== undefined || commitment !== undefined);
  return taken.length === created.players;
}

/** Whether a game began without a seal, or without a string that this browser had committed to: the host could choose
    the deal. */
export function beganUnsealed(table: string, entries: readonly Pick<News, "n" | "event">[]): boolean {
  const began = entries.some(({ event }) => event.kind === "started");
  const kept = keptOf(table);
  return (
    began && Object.keys(kept.strings).length > 0 && (!dealing(entries).sealed || lacksOwn(kept, entries) === "own")
  );
}

/** Remember with which seal strings of a table were revealed: it must be the one of the record. */
export function keepSeal(table: string, entries: readonly News[]): void {
  const { sealed } = dealing(entries);
  const seal = entries.find((news) => news.n === sealed)?.hash;
  const kept = keptOf(table);
  if (seal && !kept.seal) keep(table, { ...kept, seal });
}

/** The first 16 digits of a commitment, to be compared aloud; `lido verify --noted` takes as many. */
export function shortForm(commitment: string): string {
  return commitment.slice(0, 16).replace(/.{4}(?=.)/g, "$& ");
}
