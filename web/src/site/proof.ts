/** The proof of a deal (docs/fair-deals.md), checked by this browser with what it was told during the game.

    That the deal is the one that seed and strings give takes the rules of the game: `lido verify` draws it again. */

import { digest } from "../lib/sha256.ts";
import { botString, complete, dealing, lacksOwn, type Kept } from "./deal.ts";
import type { LogEvent, News, Sat } from "./messages.ts";

/** What is wrong: the log is broken, is not what was told, or the seed, a string or one's own string is another; or
    this browser made no string for its seat, so that it cannot tell (`unknown`). */
export type Fault = "chain" | "told" | "seed" | "strings" | "own" | "unknown";

/** What there is to check. */
export interface Proof {
  table: string;
  /** The key of the person here; empty for nobody. */
  you: string;
  /** The seats that this browser plays. */
  mine: readonly number[];
  /** The entries of the log as the record has them. */
  log: readonly string[];
  strings: readonly string[];
  /** Whether the record says that its deal was drawn, and gives no position of its own. */
  drawn: boolean;
  /** The commitment that is shown now; it must be the one that was shown when this browser sat down. */
  commitment: string;
  /** The entries that this browser was told of. */
  told: readonly News[];
  kept: Kept;
}

interface Entry {
  table: string;
  n: number;
  before: string;
  event: LogEvent;
}

/** The hash before the first entry. */
const FIRST = "0".repeat(64);
/** Entries after which the page may draw: those of a tower are long. */
const AT_ONCE = 16;

/** What is wrong with a proof, or null where all is as it must be. */
export async function faultOf(proof: Proof): Promise<Fault | null> {
  const entries = parsed(proof.log);
  if (!entries) return "chain";
  const hashes: string[] = [];
  for (const [index, text] of proof.log.entries()) {
    const { table, n, before } = entries[index]!;
    if (table !== proof.table || n !== index + 1 || before !== (hashes[index - 1] ?? FIRST)) return "chain";
    hashes.push(digest(text));
    if (index % AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return toldFault(proof, entries, hashes) ?? dealFault(proof, entries);
}

function parsed(log: readonly string[]): Entry[] | null {
  try {
    return log.map((text) => JSON.parse(text) as Entry);
  } catch {
    return null;
  }
}

function toldFault({ told, kept }: Proof, entries: readonly Entry[], hashes: readonly string[]): Fault | null {
  const same = told.every(
    ({ n, hash, event }) => hashes[n - 1] === hash && JSON.stringify(entries[n - 1]!.event) === JSON.stringify(event),
  );
  const { sealed } = dealing(entries);
  return same && (!kept.seal || hashes[sealed - 1] === kept.seal) ? null : "told";
}

function dealFault(proof: Proof, entries: readonly Entry[]): Fault | null {
  const { strings, commitment, kept, drawn } = proof;
  const { created, seats, revealed, sealed, done, broken } = dealing(entries);
  const over = entries.find(({ event }) => event.kind === "over")?.event;
  if (!drawn || commitment !== (kept.commitment ?? commitment)) return "seed";
  if (created?.commitment !== commitment || over?.kind !== "over" || digest(over.seed) !== commitment) return "seed";
  if (!sealed || !done || broken || !complete(created, seats) || strings.length !== created.players) return "strings";
  for (const sat of seats.values()) {
    const string = strings[sat.seat - 1]!;
    const right = sat.level
      ? string === botString(commitment, sat.seat)
      : revealed.get(sat.seat) === string && digest(string) === sat.commitment;
    if (!right) return "strings";
  }
  return ownFault(proof, [...seats.values()], entries);
}

/** Whether the seats of this browser added what it made. A seat that was taken over in the game has another's string. */
function ownFault({ you, mine, kept }: Proof, seats: readonly Sat[], entries: readonly Entry[]): Fault | null {
  const lacks = lacksOwn(kept, entries);
  if (lacks) return lacks;
  const held = seats.filter(({ seat, person }) => mine.includes(seat) || person === you);
  const foreign = held.filter(({ commitment }) => !commitment || kept.strings[commitment] === undefined);
  const over = entries.flatMap(({ event }) => (event.kind === "returned" && event.person === you ? [event.seat] : []));
  const exchanged = foreign.some(({ seat, person }) => person === you || !over.includes(seat));
  if (exchanged && Object.keys(kept.strings).length) return "own";
  return exchanged || (held.length && held.length === foreign.length) ? "unknown" : null;
}
