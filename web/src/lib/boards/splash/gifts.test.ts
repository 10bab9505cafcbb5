import assert from "node:assert/strict";
import { test } from "node:test";
import { type Gift, ghost, grade, nastiest } from "./gifts.ts";
import { gap } from "./landing.ts";
import type { Pose } from "./pose.ts";

const gift = (piece: string, hardness: number, targets: string[] = []): Gift => ({
  move: `give ${piece}`,
  piece,
  from: 1,
  targets,
  hardness,
});

test("gifts are easy, tricky or nasty", () => {
  assert.deepEqual(
    [0, 0.2, 0.9].map((hardness) => grade(gift("red-cube", hardness))),
    [1, 2, 3],
  );
});

test("the nastiest come first, equal ones in their order", () => {
  const sorted = nastiest([gift("red-cube", 0.1), gift("red-mini", 0.8), gift("blue-cube", 0.1)]);
  assert.deepEqual(
    sorted.map(({ piece }) => piece),
    ["red-mini", "red-cube", "blue-cube"],
  );
});

test("the ghost of a gift hangs free above its target, or above the table", () => {
  const scene = new Map<string, Pose>([["red-cube", [0.01, 0.02, 0.0075, 1, 0, 0, 0]]]);
  const over = ghost(gift("red-plate", 0, ["red-cube"]), scene);
  assert.deepEqual(over.pose.slice(0, 2), [0.01, 0.02]);
  assert.ok(Math.abs(gap("red-plate", over.pose, scene) - 0.012) < 1e-9);
  assert.ok(Math.abs(ghost(gift("red-plate", 0), new Map()).pose[2] - 0.0145) < 1e-9);
});
