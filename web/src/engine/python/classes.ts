/** What classes are made of: named tuples, dataclasses, functions that remember. */

import { Dict, keyOf, Tuple, type Value } from "./values.ts";

/** The base of a NamedTuple with these fields. */
export function namedTuple(fields: string[], defaults: Record<string, Value>): Value {
  class Named extends Tuple {
    constructor(...given: Value[]) {
      super();
      fields.forEach((name, at) =>
        this.push(given[at] ?? defaults[name] ?? (given[at] === undefined ? null : given[at])),
      );
    }
    static override get [Symbol.species](): ArrayConstructor {
      return Array;
    }
  }
  fields.forEach((name, at) => {
    Object.defineProperty(Named.prototype, name, {
      get(this: Tuple) {
        return this[at];
      },
    });
  });
  Object.defineProperty(Named.prototype, "$fields", { value: fields });
  return Named;
}
/** The base of a dataclass with these fields. */
export function data(fields: string[], defaults: Record<string, Value>): Value {
  class Data {
    constructor(...given: Value[]) {
      fields.forEach(
        (name, at) => ((this as Value)[name] = given[at] === undefined ? (defaults[name] ?? null) : given[at]),
      );
    }
  }
  Object.defineProperty(Data.prototype, "$fields", { value: fields });
  return Data;
}
export function replace(value: Value, changes: Record<string, Value>): Value {
  return new value.constructor(...value.$fields.map((name: string) => (name in changes ? changes[name] : value[name])));
}
export function cached(make: (...given: Value[]) => Value): (...given: Value[]) => Value {
  const kept = new Map<string, Value>();
  return (...given: Value[]) => {
    const key = given.map(cacheKey).join("\u0002");
    let found = kept.get(key);
    if (found === undefined) {
      if (kept.size >= MOST_CACHED) kept.clear();
      found = make(...given);
      kept.set(key, found);
    }
    return found;
  };
}

const MOST_CACHED = 10_000;
const numbers = new WeakMap<object, number>();
let numbered = 0;

/** The same text for equal values; an object that is no tuple is equal only to itself. */
function cacheKey(value: Value): string {
  if (value instanceof Uint8Array) return String.fromCharCode(...value);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return `${typeof value}:${String(keyOf(value))}`;
  if (!numbers.has(value)) numbers.set(value, ++numbered);
  return `#${numbers.get(value)}`;
}
export function deepcopy(value: Value): Value {
  if (value instanceof Tuple) return Tuple.from_(value.map(deepcopy));
  if (Array.isArray(value)) return value.map(deepcopy);
  if (value instanceof Dict) return new Dict(value.pairs().map(([key, each]) => [key, deepcopy(each)]));
  return value;
}
