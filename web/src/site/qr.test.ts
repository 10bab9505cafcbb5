import assert from "node:assert/strict";
import { test } from "node:test";
import { qrPath } from "./qr.ts";

/** The three finder patterns of a code: the rings of 7 × 7 modules that tell a camera where it is. */
function hasFinder(dark: (x: number, y: number) => boolean, left: number, top: number): boolean {
  const cells = Array.from({ length: 49 }, (_, index) => [index % 7, Math.floor(index / 7)] as const);
  return cells.every(([x, y]) => {
    const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
    return dark(left + x, top + y) === (ring !== 2);
  });
}

test("a link is drawn as a code with its finder patterns in three corners", () => {
  const { size, path } = qrPath("https://lido.example.org/t/abcdefgh12345678")!;
  const drawn = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const dark = (x: number, y: number) => drawn.has(`${x} ${y}`);
  assert.equal((size - 17) % 4, 0);
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const)
    assert.ok(hasFinder(dark, left, top));
  assert.ok(!hasFinder(dark, size - 7, size - 7));
});

test("different texts give different codes, and a longer one a larger code", () => {
  assert.notEqual(qrPath("http://a.b/t/x")!.path, qrPath("http://a.b/t/y")!.path);
  assert.ok(qrPath("é".repeat(100))!.size > qrPath("é")!.size);
});

test("a text that is too long has no code", () => {
  assert.equal(qrPath("x".repeat(3000)), null);
});
