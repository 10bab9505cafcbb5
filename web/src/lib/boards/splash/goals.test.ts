import assert from "node:assert/strict";
import { test } from "node:test";
import { bridges, height, progress } from "./goals.ts";
import { about, type Pose, posed, type Scene } from "./pose.ts";

const at = (z: number, x = 0): Pose => [x, 0, z, 1, 0, 0, 0];
const bridge: Scene = new Map([
  ["red-mini", at(0.0035)],
  ["red-stick", at(0.0095)],
  ["red-cube", at(0.0195)],
]);

test("a height is reached to the millimetre, and the next one is higher", () => {
  assert.equal(height(bridge), 27);
  assert.deepEqual(progress("height", bridge), { done: 27, of: 50, reached: false });
  assert.equal(progress("height", bridge, 2)!.of, 110);
  assert.ok(progress("height", new Map([["red-cube", at(0.0425)]]))!.reached);
});

test("all shapes are five, whatever their colours", () => {
  assert.deepEqual(progress("shapes", bridge), { done: 3, of: 5, reached: false });
});

test("a stick that hangs over on both sides and carries something is a bridge", () => {
  assert.ok(bridges("red-stick", bridge));
  assert.ok(progress("bridge", bridge)!.reached);
});

test("one that carries nothing, hangs over on one side only, or stands is none", () => {
  assert.ok(!bridges("red-stick", new Map([...bridge].filter(([piece]) => piece !== "red-cube"))));
  assert.ok(!bridges("red-stick", new Map([...bridge, ["red-stick", at(0.0095, 0.006)]])));
  const upright = posed([0, 0, 0.022], about([0, 1, 0], Math.PI / 2));
  assert.ok(!bridges("red-stick", new Map([...bridge, ["red-stick", upright], ["red-cube", at(0.0445)]])));
});

test("who builds freely has no goal to reach", () => {
  assert.equal(progress("free", bridge), null);
});
