import assert from "node:assert/strict";
import { test } from "node:test";
import type { Analysis } from "../site/api.ts";
import { lines } from "./lines.ts";

const worth = (seat: number | null, ...values: number[]) => ({
  seat,
  exact: false,
  moves: values.map((value, index) => ({ move: `${index}`, value, plies: null })),
  line: [],
  beliefs: [],
});

test("of two players what one gains the other loses", () => {
  const found = new Map([
    [1, worth(2, 0.5, 0.1)],
    [0, worth(1, -0.2, 0.3)],
    [2, worth(null)],
  ]);
  assert.deepEqual(lines(found, 2), [
    [
      { at: 0, value: 0.3, exact: false },
      { at: 1, value: -0.5, exact: false },
    ],
  ]);
});

test("of more players each has a line of their own", () => {
  const found = new Map([
    [0, worth(1, 0.1)],
    [1, worth(3, 0.2)],
  ]);
  assert.deepEqual(lines(found, 3), [[{ at: 0, value: 0.1, exact: false }], [], [{ at: 1, value: 0.2, exact: false }]]);
});

test("what is known and what is guessed can be told apart", () => {
  const known = { seat: 2, exact: true, moves: [{ move: "a1", value: 1, plies: 7 }], line: [], beliefs: [] };
  const found = new Map<number, Analysis>([
    [0, worth(1, 0.4)],
    [1, known],
  ]);
  assert.deepEqual(lines(found, 2), [
    [
      { at: 0, value: 0.4, exact: false },
      { at: 1, value: -1, exact: true },
    ],
  ]);
});
