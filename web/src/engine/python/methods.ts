/** Methods of the values that are no classes of ours. */

import { ibor, neg } from "./arithmetic.ts";
import { utf8 } from "./json.ts";
import { iter, place } from "./iterate.ts";
import { eq } from "./order.ts";
import { big, Dict, Tuple, UnicodeEncodeError, ValueError, type Value } from "./values.ts";

const bits = (value: Value): string => big(value < 0 ? neg(value) : value).toString(2);
const METHODS: Record<string, Record<string, (self: Value, ...given: Value[]) => Value>> = {
  string: {
    index: (self, part) => {
      const at = self.indexOf(part);
      if (at < 0) throw new ValueError("substring not found");
      return at;
    },
    split: (self, sign = null) => (sign === null ? self.split(/\s+/).filter(Boolean) : self.split(sign)),
    join: (self, parts) => [...iter(parts)].join(self),
    lower: (self) => self.toLowerCase(),
    upper: (self) => self.toUpperCase(),
    startswith: (self, start) => self.startsWith(start),
    endswith: (self, end) => self.endsWith(end),
    encode: (self) => {
      if (!self.isWellFormed()) throw new UnicodeEncodeError("half of a pair");
      return utf8(self);
    },
    partition: (self, sign) => {
      const at = self.indexOf(sign);
      return Tuple.from_(at < 0 ? [self, "", ""] : [self.slice(0, at), sign, self.slice(at + sign.length)]);
    },
    removeprefix: (self, start) => (self.startsWith(start) ? self.slice(start.length) : self),
  },
  number: {
    bit_length: (self) => (self ? bits(self).length : 0),
    bit_count: (self) => [...bits(self)].filter((bit) => bit === "1").length,
    to_bytes: (self, count) => {
      const made = new Uint8Array(count);
      new DataView(made.buffer).setBigUint64(count - 8, BigInt(self));
      return made;
    },
  },
  list: {
    append: (self, value) => void self.push(value),
    extend: (self, values) => void self.push(...iter(values)),
    pop: (self, at = -1) => self.splice(place(at, self.length), 1)[0],
    index: (self, value) => {
      const at = self.findIndex((each: Value) => eq(each, value));
      if (at < 0) throw new ValueError("not in the list");
      return at;
    },
    count: (self, value) => self.filter((each: Value) => eq(each, value)).length,
    copy: (self) => self.slice(),
  },
  bytes: {
    hex: (self) => [...self].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
  },
  dict: {
    items: (self) => self.pairs().map((pair: Value) => Tuple.from_(pair)),
    keys: (self) => self.keys(),
    values: (self) => self.values(),
    get: (self, key, otherwise = null) => (self.has(key) ? self.get(key) : otherwise),
    pop: (self, key, otherwise) => {
      const found = self.has(key) ? self.get(key) : otherwise;
      self.delete(key);
      return found;
    },
    copy: (self) => self.copy(),
    update: (self, other) => void ibor(self, other),
  },
};
function methodsOf(value: Value): Value {
  if (typeof value === "bigint") return METHODS.number;
  if (value instanceof Uint8Array) return METHODS.bytes;
  if (typeof value !== "object") return METHODS[typeof value];
  return Array.isArray(value) ? METHODS.list : value instanceof Dict ? METHODS.dict : undefined;
}
export function call(holder: Value, name: string, ...given: Value[]): Value {
  const method = methodsOf(holder)?.[name];
  if (method) {
    const found = method(holder, ...given);
    return found === undefined ? null : found;
  }
  return holder[name](...given);
}
