/**
 * Python's meaning for code that was translated from Python (`src/lido/browser/javascript.py`).
 *
 * An int is a number, or a bigint beyond 2^53. A list is an array, a tuple a `Tuple`, a dict a `Dict`, a set a `PySet`, a
 * record of NumPy a `Rec`. `plain` makes JSON of all of them.
 */

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Value = any;

const INT32 = 2 ** 31;

/** An int, as a number where that is exact. */
function norm(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

const isInt32 = (value: Value): boolean => typeof value === "number" && value >= -INT32 && value < INT32;
const big = (value: Value): bigint => (typeof value === "bigint" ? value : BigInt(Number(value)));

// Containers

export class Tuple extends Array<Value> {
  static from_(values: Iterable<Value>): Tuple {
    const made = new Tuple();
    for (const value of values) made.push(value);
    return made;
  }
}

/** What equal values have in common as keys: themselves, or a text for tuples. */
function keyOf(value: Value): Value {
  if (typeof value === "boolean") return Number(value);
  return Array.isArray(value) ? `\u0000${value.map((each) => `${typeof each}:${String(keyOf(each))}`).join("\u0001")}` : value;
}

export class Dict {
  private readonly kept = new Map<Value, [Value, Value]>();
  protected missing: Value = undefined;

  constructor(pairs: Iterable<Value> = []) {
    for (const [key, value] of pairs) this.set(key, value);
  }
  get size(): number {
    return this.kept.size;
  }
  set(key: Value, value: Value): void {
    const known = this.kept.get(keyOf(key));
    if (known) known[1] = value;
    else this.kept.set(keyOf(key), [key, value]);
  }
  get(key: Value): Value {
    const found = this.kept.get(keyOf(key));
    if (found) return found[1];
    if (this.missing !== undefined) return this.missing;
    throw new KeyError(key);
  }
  has(key: Value): boolean {
    return this.kept.has(keyOf(key));
  }
  delete(key: Value): void {
    this.kept.delete(keyOf(key));
  }
  keys(): Value[] {
    return [...this.kept.values()].map((pair) => pair[0]);
  }
  values(): Value[] {
    return [...this.kept.values()].map((pair) => pair[1]);
  }
  pairs(): [Value, Value][] {
    return [...this.kept.values()];
  }
  copy(): Dict {
    return new Dict(this.pairs());
  }
}

export class Counter_ extends Dict {
  protected override missing = 0;
}

export class PySet {
  private readonly kept = new Map<Value, Value>();

  constructor(values: Iterable<Value> = []) {
    for (const value of values) this.kept.set(keyOf(value), value);
  }
  get size(): number {
    return this.kept.size;
  }
  has(value: Value): boolean {
    return this.kept.has(keyOf(value));
  }
  add(value: Value): void {
    this.kept.set(keyOf(value), value);
  }
  [Symbol.iterator](): Iterator<Value> {
    return this.kept.values();
  }
}

// Errors

export class KeyError extends Error {}
export class ValueError extends Error {}
export class NotImplementedError extends Error {}
export class UnicodeEncodeError extends Error {}

/** What is refused: a code, and the facts that its sentence mentions. */
export class LidoError extends ValueError {
  readonly code: string;
  readonly facts: Dict;

  constructor(code: string, facts: Dict = new Dict()) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}
export class IllegalMove extends LidoError {}
export class BadSetup extends LidoError {}
export class BadPosition extends LidoError {}
export class BadRecord extends LidoError {}

// NumPy

const KINDS: Record<string, Value> = {
  i1: [Int8Array, "getInt8", "setInt8"],
  u1: [Uint8Array, "getUint8", "setUint8"],
  i2: [Int16Array, "getInt16", "setInt16"],
  i4: [Int32Array, "getInt32", "setInt32"],
  i8: [BigInt64Array, "getBigInt64", "setBigInt64"],
  f8: [Float64Array, "getFloat64", "setFloat64"],
};
const NAMED: Record<string, string> = {
  int8: "i1",
  uint8: "u1",
  int16: "i2",
  int32: "i4",
  int64: "i8",
  float64: "f8",
  bool: "i1",
};

/** An array of numbers, of one or more dimensions, perhaps a part of another's memory. */
export class NdArray {
  readonly shape: number[];
  readonly kind: string;
  readonly data: Value;

  constructor(shape: number[], kind: string, data: Value) {
    this.shape = shape;
    this.kind = kind;
    this.data = data;
  }
  static made(shape: number[], kind: string, values?: Value[]): NdArray {
    const size = shape.reduce((one, other) => one * other, 1);
    const made = new KINDS[kind][0](size);
    values?.forEach((value, at) => (made[at] = kind === "i8" ? BigInt(value) : value));
    return new NdArray(shape, kind, made);
  }
  private flat(index: Value): [number, number] {
    const given = Array.isArray(index) ? index : [index];
    let at = 0;
    let size = this.data.length;
    given.forEach((each: Value, place: number) => {
      const length = this.shape[place]!;
      size /= length;
      const one = Number(each);
      if (one >= length || one < -length) throw new RangeError("index");
      at += (one < 0 ? one + length : one) * size;
    });
    return [at, size];
  }
  get(index: Value): Value {
    const [at, size] = this.flat(index);
    const depth = Array.isArray(index) ? index.length : 1;
    if (depth < this.shape.length) return new NdArray(this.shape.slice(depth), this.kind, this.data.subarray(at, at + size));
    const value = this.data[at];
    return typeof value === "bigint" ? norm(value) : value;
  }
  set(index: Value, value: Value): void {
    this.data[this.flat(index)[0]] = this.kind === "i8" ? big(value) : Number(value);
  }
  part(from: number, to: number): NdArray {
    return new NdArray([to - from], this.kind, this.data.subarray(from, to));
  }
  fill(value: Value): void {
    const values = value instanceof NdArray || Array.isArray(value) ? [...iter(value)] : null;
    for (let at = 0; at < this.data.length; at++) this.set1(at, values ? values[at] : value);
  }
  private set1(at: number, value: Value): void {
    this.data[at] = this.kind === "i8" ? big(value) : Number(value);
  }
  tolist(): Value[] {
    return Array.from({ length: this.shape[0]! }, (_, at) => {
      const each = this.get(at);
      return each instanceof NdArray ? each.tolist() : each;
    });
  }
}

type Field = [string, string, number, number];

/** A record of NumPy: fields in a row of bytes. */
export abstract class Rec {
  readonly bytes: Uint8Array;
  protected readonly view: DataView;
  abstract readonly fields: Field[];

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  field(name: string): Value {
    return (this as Value)[name];
  }
  read([, kind, offset, count]: Field): Value {
    if (count) {
      const Array_ = KINDS[kind][0];
      return new NdArray([count], kind, new Array_(this.bytes.buffer, this.bytes.byteOffset + offset, count));
    }
    const value = (this.view as Value)[KINDS[kind][1]](offset, true);
    return typeof value === "bigint" ? norm(value) : value;
  }
  write(field: Field, value: Value): void {
    const [, kind, offset, count] = field;
    if (count) this.read(field).fill(value);
    else (this.view as Value)[KINDS[kind][2]](offset, kind === "i8" ? big(value) : Number(value), true);
  }
  item(): Tuple {
    return Tuple.from_(this.fields.map((field) => this.read(field)));
  }
}

export interface RecordType {
  new (bytes: Uint8Array): Rec;
  size: number;
}

/** The class of records with these fields. */
export function dtype(fields: Field[], size: number): RecordType {
  class Made extends Rec {
    static size = size;
    readonly fields = fields;
  }
  for (const field of fields)
    Object.defineProperty(Made.prototype, field[0], {
      get(this: Rec) {
        return this.read(field);
      },
      set(this: Rec, value: Value) {
        this.write(field, value);
      },
    });
  Object.defineProperty(Made.prototype, "dtype", { value: Made });
  return Made;
}

/** Some records of one type. */
class Records extends Array<Rec> {}

function made(count: Value, dtype: Value): Value {
  if (typeof dtype === "function") {
    const records = new Records();
    for (let at = 0; at < count; at++) records.push(new dtype(new Uint8Array(dtype.size)));
    return records;
  }
  const shape = Array.isArray(count) ? count.map(Number) : [Number(count)];
  return NdArray.made(shape, NAMED[dtype ?? "float64"]!);
}
export const zeros = (count: Value, given: { dtype?: Value } = {}): Value => made(count, given.dtype);
export const empty = zeros;
export const zerosLike = (other: NdArray): NdArray => NdArray.made(other.shape, other.kind);
export const ndarray = (shape: number[], kind: string, values: Value[]): NdArray => NdArray.made(shape, kind, values);
export const bytearray = (bytes: Uint8Array): Uint8Array => bytes.slice();
export const frombuffer = (bytes: Uint8Array, given: { dtype: RecordType }): Value => Records.of(new given.dtype(bytes));
export const bytes = (value: Rec): Value => value.bytes.slice();

// Truth, equality, order

export function truth(value: Value): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === "object") {
    if (Array.isArray(value)) return value.length > 0;
    if (value instanceof Dict || value instanceof PySet) return value.size > 0;
    return true;
  }
  return Boolean(value);
}
export const and = (one: Value, other: () => Value): Value => (truth(one) ? other() : one);
export const or = (one: Value, other: () => Value): Value => (truth(one) ? one : other());

export function eq(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (one === null || other === null || one === undefined || other === undefined) return false;
  if (typeof one !== "object" || typeof other !== "object")
    return typeof one !== "string" && typeof other !== "string" && one == other;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, at) => eq(each, other[at]));
  if (one instanceof Dict && other instanceof Dict)
    return one.size === other.size && one.pairs().every(([key, value]) => other.has(key) && eq(value, other.get(key)));
  if (one instanceof PySet && other instanceof PySet)
    return one.size === other.size && [...one].every((each) => other.has(each));
  return false;
}

function compare(one: Value, other: Value): number {
  if (Array.isArray(one) && Array.isArray(other)) {
    for (let at = 0; at < Math.min(one.length, other.length); at++) {
      if (!eq(one[at], other[at])) return compare(one[at], other[at]);
    }
    return one.length - other.length;
  }
  return one < other ? -1 : one > other ? 1 : 0;
}
export const lt = (one: Value, other: Value): boolean => compare(one, other) < 0;
export const gt = (one: Value, other: Value): boolean => compare(one, other) > 0;
export const ge = (one: Value, other: Value): boolean => compare(one, other) >= 0;
export function le(one: Value, other: Value): boolean {
  if (one instanceof PySet) return [...one].every((each) => other.has(each));
  return compare(one, other) <= 0;
}

// Arithmetic

function exact(result: number, one: Value, other: Value, anew: (one: bigint, other: bigint) => bigint): Value {
  if (Number.isSafeInteger(result) || !Number.isInteger(one) || !Number.isInteger(other)) return result;
  return norm(anew(BigInt(one), BigInt(other)));
}
export function add(one: Value, other: Value): Value {
  if (typeof one === "string") return one + other;
  if (one instanceof Tuple) return Tuple.from_([...one, ...other]);
  if (Array.isArray(one)) return [...one, ...other];
  if (typeof one === "bigint" || typeof other === "bigint") return norm(big(one) + big(other));
  return exact(Number(one) + Number(other), one, other, (a, b) => a + b);
}
export function sub(one: Value, other: Value): Value {
  if (one instanceof PySet) return new PySet([...one].filter((each) => !other.has(each)));
  if (typeof one === "bigint" || typeof other === "bigint") return norm(big(one) - big(other));
  return exact(Number(one) - Number(other), one, other, (a, b) => a - b);
}
export function mul(one: Value, other: Value): Value {
  if (typeof one === "string") return one.repeat(Math.max(0, Number(other)));
  if (Array.isArray(one)) {
    const many = Array.from({ length: Number(other) }, () => one).flat();
    return one instanceof Tuple ? Tuple.from_(many) : [...many];
  }
  if (typeof one === "bigint" || typeof other === "bigint") return norm(big(one) * big(other));
  return exact(Number(one) * Number(other), one, other, (a, b) => a * b);
}
export const div = (one: Value, other: Value): number => Number(one) / Number(other);
export function floordiv(one: Value, other: Value): Value {
  if (typeof one === "bigint" || typeof other === "bigint") {
    const [a, b] = [big(one), big(other)];
    return norm(a / b - (a % b !== 0n && a < 0n !== b < 0n ? 1n : 0n));
  }
  return Math.floor(Number(one) / Number(other));
}
export function mod(one: Value, other: Value): Value {
  if (typeof one === "bigint" || typeof other === "bigint") {
    const [a, b] = [big(one), big(other)];
    return norm(((a % b) + b) % b);
  }
  const rest = Number(one) % Number(other);
  return rest !== 0 && rest < 0 !== Number(other) < 0 ? rest + Number(other) : rest;
}
export const divmod = (one: Value, other: Value): Tuple => Tuple.from_([floordiv(one, other), mod(one, other)]);
export const pow = (one: Value, other: Value): Value => norm(big(one) ** big(other));
export const neg = (one: Value): Value => (typeof one === "bigint" ? norm(-one) : -Number(one));
export const invert = (one: Value): Value => (isInt32(one) ? ~one : norm(~big(one)));
export function shl(one: Value, other: Value): Value {
  const by = Number(other);
  return isInt32(one) && by < 21 ? one * 2 ** by : norm(big(one) << BigInt(by));
}
export function shr(one: Value, other: Value): Value {
  const by = Number(other);
  return isInt32(one) ? one >> Math.min(by, 31) : norm(big(one) >> BigInt(by));
}
export function band(one: Value, other: Value): Value {
  if (one instanceof PySet) return new PySet([...one].filter((each) => other.has(each)));
  if (typeof one === "boolean" && typeof other === "boolean") return one && other;
  return isInt32(+String(one)) && isInt32(+String(other)) && typeof one === "number" && typeof other === "number"
    ? one & other
    : norm(big(one) & big(other));
}
export function bor(one: Value, other: Value): Value {
  if (one instanceof Dict) return new Dict([...one.pairs(), ...other.pairs()]);
  if (one instanceof PySet) return new PySet([...one, ...other]);
  return isInt32(one) && isInt32(other) ? one | other : norm(big(one) | big(other));
}
export const bxor = (one: Value, other: Value): Value =>
  isInt32(one) && isInt32(other) ? one ^ other : norm(big(one) ^ big(other));
export function iadd(one: Value, other: Value): Value {
  if (Array.isArray(one) && !(one instanceof Tuple)) {
    one.push(...iter(other));
    return one;
  }
  return add(one, other);
}
export function ibor(one: Value, other: Value): Value {
  if (!(one instanceof Dict)) return bor(one, other);
  for (const [key, value] of other.pairs()) one.set(key, value);
  return one;
}
export { bxor as ibxor, band as iband, sub as isub, mul as imul, shl as ishl, shr as ishr, floordiv as ifloordiv, mod as imod };

// Sequences

export function iter(value: Value): Value {
  if (value instanceof Dict) return value.keys();
  if (value instanceof NdArray) return value.tolist();
  return value;
}
const place = (index: Value, length: number): number => (Number(index) < 0 ? Number(index) + length : Number(index));

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
export function unpack(value: Value, count: number): Value[] {
  const found = [...iter(value)];
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
  value instanceof Dict || value instanceof PySet ? value.size : value instanceof NdArray ? value.shape[0]! : value.length;
export const all = (values: Value): boolean => {
  for (const value of iter(values)) if (!truth(value)) return false;
  return true;
};
export const any = (values: Value): boolean => {
  for (const value of iter(values)) if (truth(value)) return true;
  return false;
};
export function sum(values: Value): Value {
  let total: Value = 0;
  for (const value of iter(values)) total = add(total, value);
  return total;
}
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
  const [from, to, step] = given.length === 1 ? [0, Number(given[0]), 1] : [Number(given[0]), Number(given[1]), Number(given[2] ?? 1)];
  const found = [];
  for (let at = from; step > 0 ? at < to : at > to; at += step) found.push(at);
  return found;
};
export const enumerate = (values: Value, given: { start?: number } = {}): Tuple[] =>
  [...iter(values)].map((value, at) => Tuple.from_([at + (given.start ?? 0), value]));
export function zip(...given: Value[]): Tuple[] {
  const last = given.at(-1);
  const strict = last?.constructor === Object ? given.pop().strict : false;
  const lists = given.map((values) => [...iter(values)]);
  const length = Math.min(...lists.map((values) => values.length));
  if (strict && lists.some((values) => values.length !== length)) throw new ValueError("zip() arguments of different lengths");
  return Array.from({ length }, (_, at) => Tuple.from_(lists.map((values) => values[at])));
}
export const map = (change: (value: Value) => Value, values: Value): Value[] => [...iter(values)].map((each) => change(each));
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

// Values as text and back

export function str(value: Value): string {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (typeof value === "object") return typeof value.__str__ === "function" ? value.__str__() : repr(value);
  return String(value);
}
export function repr(value: Value): string {
  if (typeof value === "string") {
    const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
    return quote + value.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`).replaceAll("\n", "\\n") + quote;
  }
  if (value instanceof Tuple) return `(${value.map(repr).join(", ")}${value.length === 1 ? "," : ""})`;
  if (Array.isArray(value)) return `[${value.map(repr).join(", ")}]`;
  if (value instanceof Dict) return `{${value.pairs().map(([key, each]) => `${repr(key)}: ${repr(each)}`).join(", ")}}`;
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
int.from_bytes = (from: Uint8Array): Value =>
  norm(from.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n));
export const float = (value: Value): number => Number(value);
export const bool = (value: Value): boolean => truth(value);

const TYPES: [Value, (value: Value) => boolean][] = [
  [str, (value) => typeof value === "string"],
  [bool, (value) => typeof value === "boolean"],
  [int, (value) => typeof value === "bigint" || Number.isInteger(value) || typeof value === "boolean"],
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
  typeof value === "boolean" ? bool : (TYPES.find(([kind, is]) => kind !== bool && is(value))?.[0] ?? value?.constructor);
export const intern = (text: string): string => text;

// Regular expressions

export class Found {
  private readonly found: RegExpExecArray;
  constructor(found: RegExpExecArray) {
    this.found = found;
  }
  group(index: Value): Value {
    return this.found[index] ?? null;
  }
  groups(): Tuple {
    return Tuple.from_(this.found.slice(1).map((each) => each ?? null));
  }
}
class Regex {
  private readonly whole: RegExp;
  private readonly part: RegExp;
  constructor(pattern: string) {
    this.whole = new RegExp(`^(?:${pattern})$`, "su");
    this.part = new RegExp(pattern, "su");
  }
  fullmatch(text: string): Found | null {
    const found = this.whole.exec(text);
    return found && new Found(found);
  }
  search(text: string): Found | null {
    const found = this.part.exec(text);
    return found && new Found(found);
  }
}
export const regex = (pattern: string): Regex => new Regex(pattern);
export const reSearch = (pattern: string, text: string): Found | null => new Regex(pattern).search(text);
export const reSub = (pattern: string, change: (found: Found) => string, text: string): string =>
  text.replace(new RegExp(pattern, "gsu"), (...found) => change(new Found([found[0]] as unknown as RegExpExecArray)));

// Methods of what is no class of ours

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
    encode: (self) => utf8(self),
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

// Classes

/** The base of a NamedTuple with these fields. */
export function namedTuple(fields: string[], defaults: Record<string, Value>): Value {
  class Named extends Tuple {
    constructor(...given: Value[]) {
      super();
      fields.forEach((name, at) => this.push(given[at] ?? defaults[name] ?? (given[at] === undefined ? null : given[at])));
    }
    static get [Symbol.species](): ArrayConstructor {
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
      fields.forEach((name, at) => ((this as Value)[name] = given[at] === undefined ? (defaults[name] ?? null) : given[at]));
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
    const key = given.map((each) => (each instanceof Uint8Array ? each.join() : `${typeof each}:${String(keyOf(each))}`)).join("\u0002");
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

// JSON

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
  if (value !== null && typeof value === "object") return new Dict(Object.entries(value).map(([key, each]) => [key, read(each)]));
  return value;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
export const dumps = (value: Value): string => JSON.stringify(plain(value));
