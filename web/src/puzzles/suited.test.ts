import assert from "node:assert/strict";
import { test } from "node:test";
import type { Puzzle } from "./shelf.ts";
import { suited } from "./suited.ts";

const PUZZLES = [10, 20, 22, 30].map((grade) => ({ id: `p-${grade}`, grade })) as unknown as Puzzle[];
const chosen = (rating: number, tried: readonly string[] = [], chance = 0): string | undefined =>
  suited(PUZZLES, rating, new Set(tried), () => chance)?.id;

test("a puzzle near the solver's rating is chosen by chance", () => {
  assert.equal(chosen(21), "p-20");
  assert.equal(chosen(21, [], 0.99), "p-22");
});

test("one that was tried comes only when all were", () => {
  assert.equal(chosen(21, ["p-20"]), "p-22");
  assert.equal(
    chosen(
      21,
      PUZZLES.map(({ id }) => id),
    ),
    "p-20",
  );
});

test("where none is near, the nearest is chosen", () => {
  assert.equal(chosen(50), "p-30");
  assert.equal(suited([], 25, new Set()), null);
});
