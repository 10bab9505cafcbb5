import assert from "node:assert/strict";
import { test } from "node:test";
import { along, way } from "./place.ts";

test("a pawn walks the shorter way round the rim", () => {
  assert.deepEqual(along("a4", "b5"), ["a4", "a5", "b5"]);
  assert.deepEqual(along("a2", "b1"), ["a2", "a1", "b1"]);
});

test("a move is a tap on the pawn, on its goal, and on the pawn that climbs out", () => {
  assert.deepEqual(way("c1").path, ["c1"]);
  assert.deepEqual(way("a2-a4").path, ["a2", "a4"]);
  assert.deepEqual(way("a3-a4=c3").path, ["a3", "a4", "c3"]);
});
