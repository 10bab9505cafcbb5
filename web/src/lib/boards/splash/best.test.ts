import assert from "node:assert/strict";
import { test } from "node:test";
import { ranked } from "./best.ts";

const tower = (height: number, pieces = 3) => ({ height, pieces, day: "2026-05-01" });

test("the highest tower comes first, of equal ones that with more pieces", () => {
  const found = ranked([tower(60), tower(40, 2)], tower(40, 4));
  assert.deepEqual(
    found.map(({ height, pieces }) => [height, pieces]),
    [
      [60, 3],
      [40, 4],
      [40, 2],
    ],
  );
});

test("the list has an end", () => {
  const full = Array.from({ length: 10 }, (_, index) => tower(100 - index));
  assert.ok(!ranked(full, tower(5)).some(({ height }) => height === 5));
});
