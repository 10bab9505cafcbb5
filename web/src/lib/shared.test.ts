import assert from "node:assert/strict";
import { test } from "node:test";
import { shared } from "./shared.ts";

test("equal parts are those of before, and the rest is as after", () => {
  const before = { ring: [{ colour: "R" }, null, { colour: "B" }], water: [], turn: 1 };
  const after = { ring: [{ colour: "R" }, { colour: "G" }, { colour: "B" }], water: [], turn: 2 };
  const both = shared(before, after);
  assert.deepEqual(both, after);
  assert.equal(both.ring[0], before.ring[0]);
  assert.equal(both.ring[2], before.ring[2]);
  assert.equal(both.water, before.water);
  assert.notEqual(both.ring, before.ring);
});

test("what is equal as a whole is what it was", () => {
  const before = { a: [1, { b: null }] };
  assert.equal(shared(before, { a: [1, { b: null }] }), before);
});

test("nothing is kept that is gone or of another kind", () => {
  assert.deepEqual(shared({ a: 1, b: 2 }, { a: 1 }), { a: 1 });
  assert.deepEqual(shared({ a: 1 }, { a: 1, b: undefined }), { a: 1, b: undefined });
  assert.deepEqual(shared(["x"], { 0: "x" }), { 0: "x" });
  assert.deepEqual(shared([1, 2, 3], [1, 2]), [1, 2]);
  assert.equal(shared(null, 3), 3);
  assert.equal(shared({}, null), null);
});
