import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped, matching } from "./moves.ts";

const WALKS = ["a", "b", "c", "d"].flatMap((from) => ["e", "f", "g", "h"].map((to) => `${from}-${to}`));

test("the moves that contain the typed text are left, whatever its case, with numbers in order", () => {
  assert.deepEqual(matching(["place a1", "place B1", "pass"], " b1 "), ["place B1"]);
  assert.deepEqual(matching(["place 11", "place 2", "pass"], ""), ["pass", "place 2", "place 11"]);
  assert.deepEqual(matching(["pass"], "x"), []);
});

test("many moves are grouped by their first word, in their order", () => {
  const groups = grouped(["pass", ...WALKS]);
  assert.deepEqual(
    groups.map(({ name }) => name),
    ["pass", "a", "b", "c", "d"],
  );
  assert.deepEqual(groups[1]!.moves, ["a-e", "a-f", "a-g", "a-h"]);
});

test("few moves, and moves that have no first word in common, are one group", () => {
  const cards = Array.from({ length: 20 }, (_, index) => `${index}`);
  assert.deepEqual(grouped(cards), [{ name: "", moves: cards }]);
  assert.equal(grouped(WALKS.slice(0, 12)).length, 1);
});
