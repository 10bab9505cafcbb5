import assert from "node:assert/strict";
import { test } from "node:test";
import { after } from "./elo.ts";

test("whoever wins is thought stronger, the more the stronger the others are", () => {
  const begun = { mean: 20, games: 0 };
  const even = after(begun, [20], 1);
  assert.equal(even.mean, 26);
  assert.ok(after(begun, [35], 1).mean > even.mean);
  assert.ok(after(begun, [20], 0).mean < 20);
  assert.equal(after(begun, [20, 20, 20], 1 / 4).mean, 20);
});

test("after many games one game says less, but never nothing", () => {
  const settled = after({ mean: 20, games: 300 }, [20], 1);
  assert.deepEqual(settled, { mean: 21.5, games: 301 });
});

test("who beats a level again and again comes to its strength and beyond", () => {
  let seen = { mean: 15, games: 0 };
  for (let game = 0; game < 12; game++) seen = after(seen, [25], 1);
  assert.ok(seen.mean > 30 && seen.mean < 60);
});
