import assert from "node:assert/strict";
import { test } from "node:test";
import { animal, parts } from "./avatar.ts";

const face = (seed: number) => Object.values(parts(seed)).join("-");

test("a seed always has the same face", () => {
  assert.equal(face(0), "6-3-4-9-3-1-1-1-0-7");
  assert.equal(face(1), "3-0-2-9-0-1-0-0-1-7");
  assert.equal(face(0xffffffff), "3-2-5-4-7-3-2-1-0-0");
  assert.equal(face(-1), face(0xffffffff));
});

test("hardly two of a hundred thousand seeds in a row have the same face", () => {
  const faces = new Set(Array.from({ length: 100_000 }, (_, seed) => face(seed)));
  assert.ok(faces.size > 99_000, `${faces.size}`);
});

test("every kind of every part is about as frequent as the others", () => {
  const seen = new Map<string, number>();
  for (let seed = 0; seed < 20_000; seed++)
    for (const [part, kind] of Object.entries(parts(seed)))
      seen.set(`${part} ${kind}`, (seen.get(`${part} ${kind}`) ?? 0) + 1);
  const kinds = (part: string) => [...seen].filter(([name]) => name.startsWith(`${part} `)).map(([, count]) => count);
  for (const part of Object.keys(parts(0))) {
    const counts = kinds(part);
    assert.ok(Math.min(...counts) > (0.9 * 20_000) / counts.length, `${part} ${counts.join()}`);
  }
});

test("every level has its animal, and one that nobody knows has one too", () => {
  const levels = ["random", "gentle", "club", "expert", "master", "perfect"];
  assert.equal(new Set(levels.map(animal)).size, 6);
  assert.equal(animal("deep-thought"), animal("deep-thought"));
  assert.ok(levels.map(animal).includes(animal("deep-thought")));
});
