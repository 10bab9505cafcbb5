/** The compiled rules of a game as functions of JavaScript: records and arrays are copied into the module and back. */

import { NdArray, Rec, Tuple, type Value } from "./python/index.ts";

/** A compiled function: what it takes and gives, as `src/lido/browser/kernels.py` describes it. */
export interface Kernel {
  takes: string[];
  gives: string;
}
export interface Module {
  memory: WebAssembly.Memory;
  /** Where the room begins that is free. */
  heap: number;
  exports: { [name: string]: Value };
  /** Where the arrays of each table are. */
  tables: { [name: string]: number[] };
}

const ALIGNED = 16;

/** A module that is ready. It may import nothing. */
export function started(module: WebAssembly.Module): Module {
  const { exports } = new WebAssembly.Instance(module, {});
  const found = exports as { [name: string]: Value };
  return { memory: found.memory, heap: found.__heap_base.value, exports: found, tables: {} };
}

const bytesOf = (value: Value): Uint8Array =>
  value instanceof Rec ? value.bytes : new Uint8Array(value.data.buffer, value.data.byteOffset, value.data.byteLength);

/** The functions of a module. */
export function kernels(module: Module, described: { [name: string]: Kernel }): { [name: string]: Value } {
  return Object.fromEntries(
    Object.entries(described).map(([name, kernel]) => [
      name,
      (...given: Value[]) => called(module, name, kernel, given),
    ]),
  );
}

function called(module: Module, name: string, kernel: Kernel, given: Value[]): Value {
  let top = module.heap;
  const memory = new Uint8Array(module.memory.buffer);
  const room = (size: number): number => {
    const at = (top + ALIGNED - 1) & -ALIGNED;
    top = at + size;
    return at;
  };
  const copies: [Uint8Array, number][] = [];
  const passed: Value[] = [];
  kernel.takes.forEach((kind, place) => {
    const value = given[place];
    if (kind === "i") passed.push(BigInt(Number(value) === value || typeof value === "bigint" ? value : Number(value)));
    else if (kind === "f") passed.push(Number(value));
    else if (kind.length > 1) passed.push(...module.tables[kind]!);
    else {
      const bytes = bytesOf(value);
      const at = room(bytes.length);
      memory.set(bytes, at);
      copies.push([bytes, at]);
      passed.push(at);
      if (value instanceof NdArray) passed.push(BigInt(value.data.length));
    }
  });
  const several = kernel.gives.startsWith("i*") ? Number(kernel.gives.slice(2)) : 0;
  const out = several ? room(8 * several) : 0;
  if (several) passed.push(out);
  module.exports.reset(room(0) + ALIGNED);
  const found = module.exports[name](...passed);
  for (const [bytes, at] of copies) bytes.set(memory.subarray(at, at + bytes.length));
  if (several)
    return Tuple.from_(new BigInt64Array(module.memory.buffer, out, several).slice().map((each) => each)).map(number);
  if (kernel.gives === "b") return Boolean(found);
  return kernel.gives === "i" ? number(found) : kernel.gives === "f" ? found : null;
}

function number(value: bigint): number | bigint {
  return BigInt.asIntN(54, value) === value ? Number(value) : value;
}
