/** Indices, slices, and the functions on sequences. */

import { neg } from "./arithmetic.ts";
import { iter, place } from "./iterate.ts";
import { NdArray, Rec, Records } from "./numpy.ts";
import { compare, eq, truth } from "./order.ts";
import { Found } from "./regex.ts";
import { Dict, PySet, Tuple, ValueError, type Value } from "./values.ts";

export function get(holder: Value, index: Value): Value {
  if (holder instanceof Dict || holder instanceof NdArray) return holder.get(index);
  if (holder instanceof Rec) return holder.field(index);
  if (holder instanceof Found) return holder.group(index);
  const found = holder[place(index, holder.length)];
  if (found === undefined) throw new RangeError("index out of range");
  return found;
}
export function set(holder: Value, index: Value, value: Value): void {
  if (holder instanceof Dict || holder instanceof NdArray) holder.set(index, value);
  else if (holder instanceof Rec) (holder as Value)[index] = value;
  else if (holder instanceof Records) holder[Number(index)]!.bytes.set(value.bytes);
  else holder[place(index, holder.length)] = value;
}
export function del(holder: Value, index: Value): void {
  if (holder instanceof Dict) holder.delete(index);
  else holder.splice(place(index, holder.length), 1);
}
function bounds(length: number, from: Value, to: Value): [number, number] {
  const clip = (at: number): number => Math.max(0, Math.min(length, at));
  return [clip(from === null ? 0 : place(from, length)), clip(to === null ? length : place(to, length))];
}
export function slice(holder: Value, from: Value, to: Value, step: Value): Value {
  if (step === -1 && from === null && to === null) return reversedOf(holder);
  const length = holder instanceof NdArray ? holder.shape[0]! : holder.length;
  const [first, last] = bounds(length, from, to);
  if (holder instanceof NdArray) return holder.part(first, Math.max(first, last));
  return holder.slice(first, last);
}
function reversedOf(holder: Value): Value {
  return typeof holder === "string" ? [...holder].reverse().join("") : holder.slice().reverse();
}
export function setSlice(holder: Value, from: Value, to: Value, _step: Value, value: Value): void {
  const [first, last] = bounds(holder.shape[0], from, to);
  holder.part(first, last).fill(value);
}
export function delSlice(holder: Value, from: Value, to: Value): void {
  const [first, last] = bounds(holder.length, from, to);
  holder.splice(first, Math.max(0, last - first));
}
export function has(holder: Value, value: Value): boolean {
  if (holder instanceof Dict || holder instanceof PySet) return holder.has(value);
  if (typeof holder === "string") return holder.includes(value);
  return [...iter(holder)].some((each) => eq(each, value));
}
/** The values that something gives, to be read only. */
function listed(value: Value): Value[] {
  return Array.isArray(value) ? value : [...iter(value)];
}
export function unpack(value: Value, count: number): Value[] {
  const found = listed(value);
  if (found.length !== count) throw new ValueError(`${found.length} values to unpack, not ${count}`);
  return found;
}
export function unpackRest(value: Value, before: number, after: number): Value[] {
  const found = [...iter(value)];
  if (found.length < before + after) throw new ValueError("too few values to unpack");
  const last = found.length - after;
  return [...found.slice(0, before), found.slice(before, last), ...found.slice(last)];
}

export const dict = (pairs: Value = []): Dict => (pairs instanceof Dict ? pairs.copy() : new Dict(pairs));
export const items = (value: Dict): [Value, Value][] => value.pairs();
export const tuple = (values: Value = []): Tuple => Tuple.from_(iter(values));
export const list = (values: Value = []): Value[] => [...iter(values)];
export const set_ = (values: Value = []): PySet => new PySet(iter(values));
export const frozenset = set_;
export const len = (value: Value): number =>
  value instanceof Dict || value instanceof PySet
    ? value.size
    : value instanceof NdArray
      ? value.shape[0]!
      : value.length;
export const all = (values: Value): boolean => {
  for (const value of iter(values)) if (!truth(value)) return false;
  return true;
};
export const any = (values: Value): boolean => {
  for (const value of iter(values)) if (truth(value)) return true;
  return false;
};
function best(sign: number, values: Value[], given: { key?: (value: Value) => Value; default?: Value }): Value {
  const key = given.key ?? ((value: Value) => value);
  let found: Value = undefined;
  for (const value of values) if (found === undefined || sign * compare(key(value), key(found)) > 0) found = value;
  return found === undefined ? given.default : found;
}
function extreme(sign: number, given: Value[]): Value {
  const last = given.at(-1);
  const options = last !== null && typeof last === "object" && last.constructor === Object ? given.pop() : {};
  return best(sign, given.length === 1 ? [...iter(given[0])] : given, options);
}
export const max = (...given: Value[]): Value => extreme(1, given);
export const min = (...given: Value[]): Value => extreme(-1, given);
export const abs = (value: Value): Value => (value < 0 ? neg(value) : value);
export const range = (...given: Value[]): number[] => {
  const [from, to, step] =
    given.length === 1 ? [0, Number(given[0]), 1] : [Number(given[0]), Number(given[1]), Number(given[2] ?? 1)];
  const found = [];
  for (let at = from; step > 0 ? at < to : at > to; at += step) found.push(at);
  return found;
};
export const enumerate = (values: Value, given: { start?: number } = {}): Tuple[] =>
  Array.from(listed(values), (value, at) => Tuple.from_([at + (given.start ?? 0), value]));
export function zip(...given: Value[]): Tuple[] {
  const last = given.at(-1);
  const strict = last?.constructor === Object ? given.pop().strict : false;
  const lists = given.map(listed);
  const length = Math.min(...lists.map((values) => values.length));
  if (strict && lists.some((values) => values.length !== length))
    throw new ValueError("zip() arguments of different lengths");
  return Array.from({ length }, (_, at) => Tuple.from_(lists.map((values) => values[at])));
}
export const map = (change: (value: Value) => Value, values: Value): Value[] =>
  [...iter(values)].map((each) => change(each));
export const reversed = (values: Value): Value[] => [...iter(values)].reverse();
export const sorted = (values: Value, given: { key?: (value: Value) => Value } = {}): Value[] => {
  const key = given.key ?? ((value: Value) => value);
  return [...iter(values)].sort((one, other) => compare(key(one), key(other)));
};
export const pairwise = (values: Value): Tuple[] => {
  const all = [...iter(values)];
  return all.slice(1).map((value, at) => Tuple.from_([all[at], value]));
};
export const next = (values: Iterator<Value>): Value => {
  const { done, value } = values.next();
  if (done) throw new ValueError("nothing more");
  return value;
};
const iterator = (values: Value): Iterator<Value> => iter(values)[Symbol.iterator]();
export { iterator as iter_ };
