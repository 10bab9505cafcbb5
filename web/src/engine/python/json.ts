/** JSON. */

import { Dict, LidoError, type Value } from "./values.ts";

/** A value as JSON has it. */
export function plain(value: Value): Value {
  if (Array.isArray(value)) return Array.from(value, plain);
  if (value instanceof Dict) return Object.fromEntries(value.pairs().map(([key, each]) => [key, plain(each)]));
  if (value instanceof LidoError) return { code: value.code, facts: plain(value.facts) };
  return value;
}
/** JSON as Python has it. */
export function read(value: Value): Value {
  if (Array.isArray(value)) return value.map(read);
  if (value !== null && typeof value === "object")
    return new Dict(Object.entries(value).map(([key, each]) => [key, read(each)]));
  return value;
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const dumps = (value: Value): string => JSON.stringify(plain(value));
