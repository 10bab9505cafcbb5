import assert from "node:assert/strict";
import { test } from "node:test";
import { care, knob, lift } from "./lever.ts";

test("the lever's foot is the touch, its head ten centimetres", () => {
  assert.equal(knob(0), 0);
  assert.equal(knob(-0.0004), 0);
  assert.ok(Math.abs(knob(0.1) - 1) < 1e-9);
  assert.equal(knob(0.4), 1);
});

test("the knob goes where the finger pulls it", () => {
  for (const clearance of [0.0005, 0.004, 0.03]) {
    const after = clearance + lift(clearance, 0.1);
    assert.ok(Math.abs(knob(after) - knob(clearance) - 0.1) < 1e-9);
  }
});

test("close to the touch the same pull is a shorter way", () => {
  assert.ok(lift(0.001, 0.05) < lift(0.05, 0.05) / 10);
  assert.ok(lift(0, -0.05) < 0);
});

test("a drag is finer close to a touch and whole far from it", () => {
  assert.ok(care(0) < 0.5);
  assert.equal(care(0.05), 1);
  assert.ok(care(0.005) > care(0.003));
});
