import assert from "node:assert/strict";
import { test } from "node:test";
import { Pool, SQUARES, way } from "./place.ts";

test("no two squares are drawn in the same place, and each side has its own near it", () => {
  for (const wide of [true, false]) {
    for (const turned of [true, false]) {
      const pool = new Pool(wide, turned);
      const places = SQUARES.map((square) => pool.place(square));
      assert.equal(new Set(places.map(({ x, y }) => `${x} ${y}`)).size, 80);
      assert.ok(places.every(({ x, y }) => x > 0 && y > 0 && x < pool.width && y < pool.height));
    }
  }
  assert.ok(new Pool(false, false).place("c2").y > new Pool(false, true).place("c2").y);
});

test("a crocodile is turned over by a button, and the bar is that of the side to move", () => {
  assert.deepEqual(way("flip c3", 1).path, ["c3", "flip"]);
  assert.deepEqual(way("e13-bar", 1).path, ["e13", "bar-1"]);
  assert.deepEqual(way("c3", 2).path, ["c3"]);
});
