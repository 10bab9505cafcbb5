/** JSON. */

import { Dict, LidoError, type Value } from "./values.ts";

/** A value as JSON has it. */
export function plain(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const made = new Array<Value>(value.length);
    for (let at = 0; at < value.length; at++) made[at] = plain(value[at]);
    return made;
  }
  if (value instanceof Dict) {
    const made: { [key: string]: Value } = {};
    for (const [key, each] of value.pairs())
      if (key !== "__proto__") made[key] = plain(each);
      else Object.defineProperty(made, key, { value: plain(each), enumerable: true });
    return made;
  }
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
