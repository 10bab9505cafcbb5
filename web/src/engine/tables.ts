/** Tables that the compiled functions of a game read, in the memory of its module (`src/lido/browser/tables.py`). */

import type { Module } from "./kernels.ts";
import type { Script } from "./types.ts";

/** An array of a table: its bytes in memory. It may be kept in a byte each, with a scale for every row and column. */
export interface Field {
  size: number;
  rows: number;
  columns: number;
}
/** The tables of a game: the arrays of each. */
export interface Tables {
  [name: string]: Field[];
}

const ALIGNED = 16;
const PAGE = 65536;
const FLOAT = 4;

/** Whether a game has a file of tables. */
export const hasTables = ({ facts }: Script): boolean => facts.network !== null || Object.keys(facts.tables).length > 0;

/** The bytes of arrays that are kept as they are. */
export const sizeOf = (fields: readonly Field[]): number => fields.reduce((sum, { size }) => sum + size, 0);

/** Puts tables, the content of a file, where the functions of a module find them. */
export function place(module: Module, tables: Tables, file: Uint8Array<ArrayBuffer>): void {
  const fields = Object.values(tables).flat();
  const room = fields.reduce((sum, { size }) => sum + size + ALIGNED, ALIGNED);
  module.memory.grow(Math.ceil(room / PAGE));
  const memory = new Uint8Array(module.memory.buffer);
  let read = 0;
  const next = (size: number): Uint8Array<ArrayBuffer> => file.slice(read, (read += size));
  for (const [name, each] of Object.entries(tables))
    module.tables[name] = each.map((field) => {
      const at = (module.heap + ALIGNED - 1) & -ALIGNED;
      module.heap = at + field.size;
      memory.set(field.rows ? scaled(field, next) : next(field.size), at);
      return at;
    });
  if (read !== file.length) throw new RangeError(`${file.length} bytes of tables, not ${read}`);
}

function scaled({ size, rows, columns }: Field, next: (size: number) => Uint8Array<ArrayBuffer>): Uint8Array {
  const units = new Int8Array(next(size / FLOAT).buffer);
  const scales = new Float32Array(next(FLOAT * rows * columns).buffer);
  const row = units.length / rows;
  const made = Float32Array.from(units, (unit, at) => unit * scales[columns * Math.floor(at / row) + (at % columns)]!);
  return new Uint8Array(made.buffer);
}

/** The content of a file that is compressed. */
export async function unpacked(file: Response): Promise<Uint8Array<ArrayBuffer>> {
  if (!file.ok) throw new Error(`${file.status} ${file.url}`);
  const content = new Response(file.body!.pipeThrough(new DecompressionStream("gzip")));
  return new Uint8Array(await content.arrayBuffer());
}
