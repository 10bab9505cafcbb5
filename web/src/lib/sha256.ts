/** SHA-256 of a text. Browsers have it only for pages that came over https, and a table is also served without. */

/** The first 32 bits of the fractional parts of the roots (2 for square, 3 for cube) of the first primes. */
function fractions(count: number, root: 2 | 3): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return primes.map((prime) => ((prime ** (1 / root) % 1) * 2 ** 32) | 0);
}

const START = fractions(8, 2);
const ROUNDS = fractions(64, 3);
/** Bytes. */
const BLOCK = 64;

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The bytes with what ends them: a bit, zeros, and their length in bits. */
function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, bytes.length << 3);
  return view;
}

/** The words of a block, and those that are made of them. */
function schedule(view: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, n) => view.getInt32(at + 4 * n));
  for (let n = 16; n < 64; n++) {
    const [early, late] = [words[n - 15]!, words[n - 2]!];
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const other = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push((words[n - 16]! + one + words[n - 7]! + other) | 0);
  }
  return words;
}

function mixed(hash: readonly number[], words: readonly number[]): number[] {
  let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n++) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[n]! + words[n]!) | 0;
    const most = (a & b) ^ (a & c) ^ (b & c);
    const other = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, n) => (word + hash[n]!) | 0);
}

/** The hash of bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes);
  let hash = START;
  for (let at = 0; at < view.byteLength; at += BLOCK) hash = mixed(hash, schedule(view, at));
  const found = new DataView(new ArrayBuffer(32));
  hash.forEach((word, n) => found.setInt32(4 * n, word));
  return new Uint8Array(found.buffer);
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The hash of a text in UTF-8, in hexadecimal. */
export function digest(text: string): string {
  return hex(sha256(new TextEncoder().encode(text)));
}
