/** The values of Python that JavaScript has not: tuples, dicts, sets, ints of any size, and errors. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Value = any;

/** An int, as a number where that is exact. */
export function norm(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}
export const big = (value: Value): bigint => (typeof value === "bigint" ? value : BigInt(Number(value)));

export class Tuple extends Array<Value> {
  static from_(values: Iterable<Value>): Tuple {
    const made = new Tuple();
    if (Array.isArray(values)) for (let at = 0; at < values.length; at++) made[at] = values[at];
    else for (const value of values) made.push(value);
    return made;
  }
}

/** What equal values have in common as keys: themselves, or a text for tuples. */
export function keyOf(value: Value): Value {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return Number(value);
  return Array.isArray(value)
    ? `\u0000${value.map((each) => `${typeof each}:${String(keyOf(each))}`).join("\u0001")}`
    : value;
}

export class Dict {
  private readonly kept = new Map<Value, [Value, Value]>();

  constructor(pairs: Iterable<Value> = []) {
    for (const [key, value] of pairs) this.set(key, value);
  }
  get size(): number {
    return this.kept.size;
  }
  set(key: Value, value: Value): void {
    const common = keyOf(key);
    const known = this.kept.get(common);
    if (known) known[1] = value;
    else this.kept.set(common, [key, value]);
  }
  get(key: Value): Value {
    const found = this.kept.get(keyOf(key));
    if (found) return found[1];
    throw new KeyError(key);
  }
  has(key: Value): boolean {
    return this.kept.has(keyOf(key));
  }
  delete(key: Value): void {
    this.kept.delete(keyOf(key));
  }
  keys(): Value[] {
    return Array.from(this.kept.values(), (pair) => pair[0]);
  }
  values(): Value[] {
    return Array.from(this.kept.values(), (pair) => pair[1]);
  }
  pairs(): [Value, Value][] {
    return [...this.kept.values()];
  }
  copy(): Dict {
    return new Dict(this.pairs());
  }
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
  readonly kind: string = "LidoError";
  readonly code: string;
  readonly facts: Dict;

  constructor(code: string, facts: Dict = new Dict()) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}
export class IllegalMove extends LidoError {
  override readonly kind = "IllegalMove";
}
export class BadSetup extends LidoError {
  override readonly kind = "BadSetup";
}
export class BadPosition extends LidoError {
  override readonly kind = "BadPosition";
}
export class BadRecord extends LidoError {
  override readonly kind = "BadRecord";
}
