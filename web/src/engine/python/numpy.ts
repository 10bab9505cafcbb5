/** Arrays and records of NumPy. */

import { big, norm, Tuple, type Value } from "./values.ts";

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
    if (depth < this.shape.length)
      return new NdArray(this.shape.slice(depth), this.kind, this.data.subarray(at, at + size));
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
    const values = value instanceof NdArray ? value.tolist() : Array.isArray(value) ? value : null;
    for (let at = 0; at < this.data.length; at++) this.set1(at, values ? values[at] : value);
  }
  private set1(at: number, value: Value): void {
    this.data[at] = this.kind === "i8" ? big(value) : Number(value);
  }
  any(): boolean {
    return this.data.some((value: Value) => Number(value) !== 0);
  }
  reshape(...shape: number[]): NdArray {
    return new NdArray(shape, this.kind, this.data);
  }
  tolist(): Value[] {
    if (this.shape.length === 1)
      return Array.from(this.data, (value: Value) => (typeof value === "bigint" ? norm(value) : value));
    return Array.from({ length: this.shape[0]! }, (_, at) => this.get(at).tolist());
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
export class Records extends Array<Rec> {}

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
export const array = (values: Value[], given: { dtype: string }): NdArray =>
  NdArray.made([values.length], NAMED[given.dtype]!, values);
export const bytearray = (bytes: Uint8Array): Uint8Array => bytes.slice();
export const frombuffer = (bytes: Uint8Array, given: { dtype: RecordType }): Value =>
  Records.of(new given.dtype(bytes));
export const bytes = (value: Rec): Value => value.bytes.slice();
