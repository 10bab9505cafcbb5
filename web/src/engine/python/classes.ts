/** What classes are made of: named tuples, dataclasses, functions that remember. */

import { Counter_, Dict, keyOf, Tuple, type Value } from "./values.ts";

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
    const key = given
      .map((each) =>
        each instanceof Uint8Array ? String.fromCharCode(...each) : `${typeof each}:${String(keyOf(each))}`,
      )
      .join("\u0002");
    if (!kept.has(key)) {
      if (kept.size >= 10_000) kept.clear();
      kept.set(key, make(...given));
    }
    return kept.get(key);
  };
}
export function deepcopy(value: Value): Value {
  if (value instanceof Tuple) return Tuple.from_(value.map(deepcopy));
  if (Array.isArray(value)) return value.map(deepcopy);
  if (value instanceof Dict) return new Dict(value.pairs().map(([key, each]) => [key, deepcopy(each)]));
  return value;
}
export const Counter = (): Counter_ => new Counter_();
