import assert from "node:assert/strict";
import { test } from "node:test";
import { lines } from "./lines.ts";

const worth = (seat: number | null, ...values: number[]) => ({
  seat,
  exact: false,
  moves: values.map((value, index) => ({ move: `${index}`, value, plies: null })),
});

test("of two players what one gains the other loses", () => {
  const found = new Map([
    [1, worth(2, 0.5, 0.1)],
    [0, worth(1, -0.2, 0.3)],
    [2, worth(null)],
  ]);
  assert.deepEqual(lines(found, 2), [
    [
      { at: 0, value: 0.3 },
      { at: 1, value: -0.5 },
    ],
  ]);
});

test("of more players each has a line of their own", () => {
  const found = new Map([
    [0, worth(1, 0.1)],
    [1, worth(3, 0.2)],
  ]);
  assert.deepEqual(lines(found, 3), [[{ at: 0, value: 0.1 }], [], [{ at: 1, value: 0.2 }]]);
});
