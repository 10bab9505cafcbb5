/** QR codes of short texts: bytes, error correction level L, versions 1 to 9, after ISO/IEC 18004. */

/** By version: bytes of data in all, blocks, bytes of correction a block. */
const VERSIONS: readonly (readonly [data: number, blocks: number, correction: number])[] = [
  [19, 1, 7],
  [34, 1, 10],
  [55, 1, 15],
  [80, 1, 20],
  [108, 1, 26],
  [136, 2, 18],
  [156, 2, 20],
  [194, 2, 24],
  [232, 2, 30],
];
const CENTRES: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
];
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

const EXP: number[] = [];
const LOG: number[] = [];
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

/** The squares of the code of a text, row by row: dark or not. Texts of more than 230 bytes have none. */
export function qr(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = VERSIONS.findIndex(([data]) => bytes.length + 2 <= data);
  if (version < 0) return null;
  const bits = woven(version, bytes);
  const codes = MASKS.map((_, mask) => drawn(version, bits, mask));
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}

/** The bits of the code: what is said in blocks, each with its correction, taken in turn from all of them. */
function woven(version: number, bytes: readonly number[]): number[] {
  const [size, blocks, correction] = VERSIONS[version]!;
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data: number[] = [];
  for (let index = 0; index < nibbles.length; index += 2) data.push((nibbles[index]! << 4) | nibbles[index + 1]!);
  for (let pad = 0xec; data.length < size; pad ^= 0xec ^ 0x11) data.push(pad);
  const length = size / blocks;
  const parts = Array.from({ length: blocks }, (_, block) => data.slice(block * length, (block + 1) * length));
  const checks = parts.map((part) => remainder(part, correction));
  const across = (rows: readonly number[][]) => rows[0]!.flatMap((_, index) => rows.map((row) => row[index]!));
  return [...across(parts), ...across(checks)].flatMap((byte) =>
    [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1),
  );
}

/** What Reed and Solomon add to a block. */
function remainder(data: readonly number[], length: number): number[] {
  let generator = [1];
  for (let power = 0; power < length; power++) {
    const shifted = [...generator, 0];
    generator = shifted.map((value, index) => value ^ (index ? times(generator[index - 1]!, EXP[power]!) : 0));
  }
  const rest = [...data, ...Array<number>(length).fill(0)];
  for (let index = 0; index < data.length; index++) {
    const factor = rest[index]!;
    for (let term = 1; term <= length; term++) rest[index + term]! ^= times(generator[term]!, factor);
  }
  return rest.slice(data.length);
}

function times(one: number, other: number): number {
  return one && other ? EXP[LOG[one]! + LOG[other]!]! : 0;
}

function drawn(version: number, bits: readonly number[], mask: number): boolean[][] {
  const size = version * 4 + 21;
  const code: (boolean | undefined)[][] = Array.from({ length: size }, () =>
    Array<boolean | undefined>(size).fill(undefined),
  );
  const set = (row: number, column: number, dark: boolean) => {
    if (row >= 0 && column >= 0 && row < size && column < size) code[row]![column] = dark;
  };
  for (const [top, left] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    rings(set, top, left, 4, [2, 4]);
  const centres = CENTRES[version]!;
  for (const row of centres) {
    for (const column of centres) if (code[row]![column] === undefined) rings(set, row, column, 2, [1]);
  }
  for (let index = 8; index < size - 8; index++) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  said(set, size, version, mask);
  let next = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const upwards = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (code[row]![column] === undefined)
          code[row]![column] = ((bits[next++] ?? 0) === 1) !== MASKS[mask]!(row, column);
      }
    }
  }
  return code as boolean[][];
}

/** Rings around a place out to a distance; those at the given distances are light. */
function rings(
  set: (row: number, column: number, dark: boolean) => void,
  row: number,
  column: number,
  out: number,
  light: readonly number[],
): void {
  for (let down = -out; down <= out; down++) {
    for (let right = -out; right <= out; right++)
      set(row + down, column + right, !light.includes(Math.max(Math.abs(down), Math.abs(right))));
  }
}

/** The format, twice, and from version 7 on the version, twice. */
function said(
  set: (row: number, column: number, dark: boolean) => void,
  size: number,
  version: number,
  mask: number,
): void {
  const format = checked((1 << 3) | mask, 10, 0x537) ^ 0x5412;
  const bit = (index: number) => ((format >> index) & 1) === 1;
  for (let index = 0; index < 6; index++) set(index, 8, bit(index));
  set(7, 8, bit(6));
  set(8, 8, bit(7));
  set(8, 7, bit(8));
  for (let index = 9; index < 15; index++) set(8, 14 - index, bit(index));
  for (let index = 0; index < 8; index++) set(8, size - 1 - index, bit(index));
  for (let index = 8; index < 15; index++) set(size - 15 + index, 8, bit(index));
  set(size - 8, 8, true);
  if (version < 6) return;
  const written = checked(version + 1, 12, 0x1f25);
  for (let index = 0; index < 18; index++) {
    const [far, near] = [size - 11 + (index % 3), Math.floor(index / 3)];
    set(far, near, ((written >> index) & 1) === 1);
    set(near, far, ((written >> index) & 1) === 1);
  }
}

/** A number with the bits that check it. */
function checked(value: number, length: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < length; step++) rest = (rest << 1) ^ ((rest >> (length - 1)) * divisor);
  return (value << length) | rest;
}

/** How hard a code is to read: long runs, squares, what looks like a corner, and too much of one colour. */
function penalty(code: readonly (readonly boolean[])[]): number {
  const columns = code.map((_, index) => code.map((row) => row[index]!));
  let found = 0;
  for (const line of [...code, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) found += run.length - 2;
    found += 40 * ((text.match(/(?=00001011101)/g) ?? []).length + (text.match(/(?=10111010000)/g) ?? []).length);
  }
  for (let row = 1; row < code.length; row++) {
    for (let column = 1; column < code.length; column++) {
      const dark = code[row]![column];
      if (dark === code[row - 1]![column] && dark === code[row]![column - 1] && dark === code[row - 1]![column - 1])
        found += 3;
    }
  }
  const share = code.flat().filter(Boolean).length / code.length ** 2;
  return found + 10 * Math.floor(Math.abs(share * 20 - 10));
}
