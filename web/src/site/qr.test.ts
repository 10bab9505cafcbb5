import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { qr } from "./qr.ts";

/** Codes as another encoder draws them, with the mask that is chosen here: size, and SHA-256 of the rows. */
const DRAWN: readonly (readonly [text: string, size: number, digest: string])[] = [
  ["http://a.b/t/x", 21, "e919279255a63420"],
  ["https://lido.example.org/t/abcdefgh12345678", 29, "f194cd3ba04c8e30"],
  ["z".repeat(130), 41, "b02b77d4e3fb00ed"],
  ["héé".repeat(30), 45, "f1241fbc27a6c88a"],
  ["v".repeat(229), 53, "603facd5ef92271f"],
];

test("codes of every kind of version are as another encoder draws them", () => {
  for (const [text, size, digest] of DRAWN) {
    const rows = qr(text)!.map((row) => row.map(Number).join(""));
    assert.equal(rows.length, size);
    assert.equal(createHash("sha256").update(rows.join("\n")).digest("hex").slice(0, 16), digest);
  }
});

test("a text that is too long has no code", () => {
  assert.ok(qr("x".repeat(230)));
  assert.equal(qr("x".repeat(231)), null);
});
