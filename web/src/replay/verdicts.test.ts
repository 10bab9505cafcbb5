import assert from "node:assert/strict";
import { test } from "node:test";
import type { Analysis } from "../site/api.ts";
import { slips, verdict } from "./verdicts.ts";

function analysis(seat: number | null, values: Readonly<Record<string, number>>): Analysis {
  const moves = Object.entries(values).map(([move, value]) => ({ move, value, plies: null }));
  return { seat, exact: false, moves, line: [], beliefs: [] };
}

test("a move is as bad as what it gives away", () => {
  assert.deepEqual([0, 0.14, 0.15, 0.29, 0.3, 0.49, 0.5, 2].map(verdict), [
    null,
    null,
    "inaccuracy",
    "inaccuracy",
    "mistake",
    "mistake",
    "blunder",
    "blunder",
  ]);
});

test("bad moves are found where they are shown, with a better one", () => {
  const found = new Map([
    [2, analysis(1, { a1: 1, b2: 1 })],
    [1, analysis(2, { c3: -0.2, d4: 0.2 })],
    [0, analysis(1, { a1: 0.9, b2: -0.9 })],
  ]);
  assert.deepEqual(slips(found, [null, "b2", "c3", "a1"]), [
    { at: 1, seat: 1, verdict: "blunder", move: "b2", best: "a1" },
    { at: 2, seat: 2, verdict: "mistake", move: "c3", best: "d4" },
  ]);
});

test("a slower win is not bad, nor a move that was not analysed", () => {
  const found = new Map([
    [0, analysis(1, { a1: 1, b2: 1 })],
    [1, analysis(2, { a1: 1 })],
    [2, analysis(null, {})],
  ]);
  assert.deepEqual(slips(found, [null, "b2", "z9", "y8"]), []);
});
