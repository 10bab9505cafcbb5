import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, made, next, tapped } from "./choice.ts";

const way = (move: string) => ({ move, path: move.split(/[-=]/) });
const walks = ["a2-a4", "a2-b1", "c5-e5", "a3-a4=c3", "a3-a4=b2"].map(way);

test("first the pawns that can move can be tapped, then where they can go", () => {
  assert.deepEqual(next(walks, []), new Set(["a2", "c5", "a3"]));
  assert.deepEqual(next(walks, ["a2"]), new Set(["a4", "b1"]));
});

test("a move is made by its last tap", () => {
  assert.equal(made(walks, ["a2"]), null);
  assert.equal(made(walks, ["a2", "b1"]), "a2-b1");
  assert.equal(made(walks, ["a3", "a4"]), null);
  assert.equal(made(walks, ["a3", "a4", "b2"]), "a3-a4=b2");
});

test("a tap on another pawn changes the choice, one on the same pawn or on nothing drops it", () => {
  assert.deepEqual(tapped(walks, ["a2"], "c5"), ["c5"]);
  assert.deepEqual(tapped(walks, ["a2"], "a2"), []);
  assert.deepEqual(tapped(walks, ["a2"], "e1"), []);
});

test("what must be chosen in any case is chosen", () => {
  assert.deepEqual(begun(walks), []);
  assert.deepEqual(begun(["e4-d3", "e4-bar"].map(way)), ["e4"]);
  assert.deepEqual(begun([way("c1")]), []);
  assert.deepEqual(begun([]), []);
});
