import assert from "node:assert/strict";
import { test } from "node:test";
import { laid } from "./heap.ts";
import { gap } from "./landing.ts";
import { FACES } from "./pieces.ts";
import { posed, type Scene } from "./pose.ts";

const BASE: Scene = new Map([["red-stick", posed([0.03, -0.02, 0.006], FACES[0]!)]]);
const FALLEN = ["red-cube", "green-cube", "blue-stick", "blue-prism", "red-mini", "blue-plate"];

test("what fell lies on the table, beside the base and clear of the others", () => {
  const scene = laid(BASE, FALLEN);
  assert.deepEqual([...scene.keys()].sort(), ["red-stick", ...FALLEN].sort());
  assert.equal(scene.get("red-stick"), BASE.get("red-stick"));
  for (const piece of FALLEN) assert.ok(Math.abs(gap(piece, scene.get(piece)!, scene)) < 1e-9, piece);
  const places = [...scene.values()].map(([x, y]) => [x, y] as const);
  for (const [index, one] of places.entries())
    for (const other of places.slice(index + 1))
      assert.ok(Math.hypot(one[0] - other[0], one[1] - other[1]) > 0.015, `${one} ${other}`);
});

test("where nothing fell the scene stays as it is", () => {
  assert.deepEqual(laid(BASE, []), BASE);
});
