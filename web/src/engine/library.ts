/** What translated code uses of Python's library, and of Lido's own that is not translated: hashes, chance, records. */

import { sha256 as digest } from "../lib/sha256.ts";
import { BadRecord, data, Dict, type Value } from "./python/index.ts";

const BLOCK = 64;
const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const joined = (one: Uint8Array, other: Uint8Array): Uint8Array => Uint8Array.from([...one, ...other]);

/** HMAC-SHA-256 (RFC 2104). */
export function hmacDigest(key: Uint8Array, message: Uint8Array): Uint8Array {
  const whole = new Uint8Array(BLOCK);
  whole.set(key.length > BLOCK ? digest(key) : key);
  const inner = digest(
    joined(
      whole.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return digest(
    joined(
      whole.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}
export const sha256 = (message: Uint8Array): { digest(): Uint8Array; hexdigest(): string } => ({
  digest: () => digest(message),
  hexdigest: () => hex(digest(message)),
});
export const token_hex = (count = 32): string => hex(crypto.getRandomValues(new Uint8Array(count)));

/** How a recorded game ended. */
export const Ending: new (payoffs: Value[], reason: string) => Value = data(["payoffs", "reason"], {});

const FIELDS = [
  "format",
  "game",
  "players",
  "options",
  "seed",
  "strings",
  "laws",
  "deal",
  "position",
  "moves",
  "result",
  "engine",
  "seats",
  "stopped",
  "log",
];

/** A game as one JSON document (`lido.record.Record`). */
export class Record {
  [field: string]: Value;

  constructor(fields: { [field: string]: Value }) {
    Object.assign(this, fields);
  }

  /** The moves with their details, in order. */
  *steps(): Generator<Value> {
    let number = 0;
    for (const entry of this.moves) {
      number++;
      const details = entry instanceof Dict ? entry.copy() : new Dict([["move", entry]]);
      const move = details.has("move") ? details.get("move") : null;
      details.delete("move");
      if (typeof move !== "string") throw new BadRecord("match.record-move-text", new Dict([["number", number]]));
      yield Object.assign([number, move, details], { number, move, details });
    }
  }
}
export const makeRecord = (fields: { [field: string]: Value }): Record => new Record(fields);

const NEEDED = ["format", "game", "players", "moves"];
const IS: { [field: string]: (value: Value) => boolean } = {
  format: (value) => value === 1,
  game: (value) => typeof value === "string",
  players: Number.isInteger,
  options: (value) => value instanceof Dict,
  seed: (value) => value === null || typeof value === "string",
  strings: (value) => Array.isArray(value) && value.every((each) => typeof each === "string"),
  laws: Number.isInteger,
  moves: (value) => Array.isArray(value) && value.every((each) => typeof each === "string" || each instanceof Dict),
  result: (value) => value === null || value instanceof Dict,
};

/** Read a record; BadRecord where it is none. */
export function readRecord(given: Record | Dict): Record {
  if (given instanceof Record) return given;
  const wrong = (why: string): BadRecord => new BadRecord("match.record-form", new Dict([["why", why]]));
  if (!(given instanceof Dict)) throw wrong("a record is an object");
  for (const name of NEEDED) if (!given.has(name)) throw wrong(`the field ${name} is missing`);
  for (const [name, value] of given.pairs()) {
    if (!FIELDS.includes(name)) throw wrong(`there is no field ${name}`);
    if (IS[name] && !IS[name](value)) throw wrong(`the field ${name} is of another kind`);
  }
  const at = (name: string, otherwise: Value): Value => (given.has(name) ? given.get(name) : otherwise);
  const ended = (name: string): Value => {
    const found = at(name, null);
    return found && new Ending(found.get("payoffs"), found.get("reason"));
  };
  return new Record({
    format: 1,
    game: given.get("game"),
    players: given.get("players"),
    options: at("options", new Dict()),
    seed: at("seed", null),
    strings: at("strings", []),
    laws: at("laws", 1),
    deal: at("deal", null),
    position: at("position", null),
    moves: given.get("moves"),
    result: ended("result"),
    seats: at("seats", []),
    stopped: ended("stopped"),
  });
}

/** A record as JSON has it. */
export function writtenRecord(record: Record): Dict {
  const pairs = Object.entries(record).filter(([name]) => FIELDS.includes(name));
  const shown = (value: Value): Value =>
    value instanceof Ending
      ? new Dict([
          ["payoffs", value.payoffs],
          ["reason", value.reason],
        ])
      : value;
  return new Dict(pairs.map(([name, value]) => [name, shown(value)]));
}
