import assert from "node:assert/strict";
import { test } from "node:test";
import { aged } from "./days.ts";

const SOLVER = { rating: 26, tried: 9, solved: 7, streak: 4, best: 5, today: true };

test("what the service said today holds today", () => {
  assert.deepEqual(aged(SOLVER, "2026-03-01", "2026-03-01"), SOLVER);
  assert.deepEqual(aged(SOLVER, "", "2026-03-01"), SOLVER);
});

test("a streak goes on tomorrow, until a day is missed", () => {
  assert.deepEqual(aged(SOLVER, "2026-02-28", "2026-03-01"), { ...SOLVER, today: false });
  assert.equal(aged({ ...SOLVER, today: false }, "2026-02-28", "2026-03-01").streak, 0);
  assert.equal(aged(SOLVER, "2026-02-27", "2026-03-01").streak, 0);
});
