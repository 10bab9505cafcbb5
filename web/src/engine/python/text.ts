/** Values as text and back, and types. */

import { truth } from "./order.ts";
import { dict, list, tuple } from "./sequences.ts";
import { Dict, norm, Tuple, ValueError, type Value } from "./values.ts";

export function str(value: Value): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "object") return typeof value.__str__ === "function" ? value.__str__() : repr(value);
  return String(value);
}
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f]/g;
const NAMED: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const escaped = (sign: string): string => NAMED[sign] ?? `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`;

export function repr(value: Value): string {
  if (typeof value === "string") {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
    return quote + value.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`).replace(CONTROLS, escaped) + quote;
  }
  if (value instanceof Tuple) return `(${value.map(repr).join(", ")}${value.length === 1 ? "," : ""})`;
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (value instanceof Dict)
    return `{${value
      .pairs()
      .map(([key, each]) => `${repr(key)}: ${repr(each)}`)
      .join(", ")}}`;
  return str(value);
}
export function int(value: Value): Value {
  if (typeof value === "bigint") return norm(value);
  if (typeof value === "string") {
    if (!/^\s*[+-]?\d+\s*$/.test(value)) throw new ValueError(`no number: ${value}`);
    return norm(BigInt(value.trim()));
  }
  return Math.trunc(Number(value));
}
int.from_bytes = (from: Uint8Array, order = "big"): Value =>
  norm((order === "big" ? from : from.toReversed()).reduce((number, byte) => (number << 8n) | BigInt(byte), 0n));
export const float = (value: Value): number => Number(value);
export const bool = (value: Value): boolean => truth(value);

const TYPES: [Value, (value: Value) => boolean][] = [
  [str, (value) => typeof value === "string"],
  [bool, (value) => typeof value === "boolean"],
  [int, (value) => typeof value === "bigint" || Number.isInteger(value) || typeof value === "boolean"],
  [float, (value) => typeof value === "number"],
  [list, (value) => Array.isArray(value) && !(value instanceof Tuple)],
  [tuple, (value) => value instanceof Tuple],
  [dict, (value) => value instanceof Dict],
];
export function isinstance(value: Value, kinds: Value): boolean {
  if (Array.isArray(kinds)) return kinds.some((kind) => isinstance(value, kind));
  const known = TYPES.find(([kind]) => kind === kinds);
  return known ? known[1](value) : value instanceof kinds;
}
export const type = (value: Value): Value =>
  typeof value === "boolean"
    ? bool
    : (TYPES.find(([kind, is]) => kind !== bool && is(value))?.[0] ?? value?.constructor);
export const intern = (text: string): string => text;
