import assert from "node:assert/strict";
import { test } from "node:test";
import { towards } from "../../geometry.ts";
import { along, Pool, SPACES, way } from "./place.ts";

test("a pawn walks round the pool in the direction that was chosen", () => {
  assert.deepEqual(along(17, 1, "cw"), [17, 0, 1]);
  assert.deepEqual(along(1, 16, "ccw"), [1, 0, 17, 16]);
});

test("the arrow keys reach every space around the pool, in both layouts", () => {
  for (const wide of [true, false]) {
    const pool = new Pool(wide);
    const spots = Array.from({ length: SPACES }, (_, space) => ({ id: `${space}`, ...pool.space(space) }));
    const reached = new Set(["0"]);
    for (const id of reached) {
      const from = spots.find((spot) => spot.id === id)!;
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
        const to = towards(spots, from, key);
        if (to) reached.add(to.id);
      }
    }
    assert.equal(reached.size, SPACES);
  }
});

test("the pawn in hand goes one way or the other; an accusation is chosen from a list", () => {
  assert.deepEqual(way("pick 5", null).path, ["5"]);
  assert.deepEqual(way("ccw", 11).path, ["11", "ccw"]);
  assert.deepEqual(way("accuse 3 blue", null).path, ["accuse", "accuse 3 blue"]);
  assert.deepEqual(way("decline", null).path, ["decline"]);
});
