import assert from "node:assert/strict";
import { test } from "node:test";
import { contact, drop, gap, half, inside, solids, top } from "./landing.ts";
import { about, type Pose, posed, type Scene } from "./pose.ts";

const cube: Scene = new Map([["red-cube", [0, 0, 0.0075, 1, 0, 0, 0] as Pose]]);
const flat = (x: number, y: number, z: number): Pose => [x, y, z, 1, 0, 0, 0];
const mm = (metres: number) => Math.round(metres * 1e5) / 100;

test("over nothing a piece comes down to the table", () => {
  assert.equal(mm(drop("blue-plate", flat(0.05, 0, 0.04), cube)), 37.5);
});

test("over a piece it comes down to that, also where only an edge is over it", () => {
  assert.equal(mm(drop("blue-plate", flat(0, 0, 0.0275), cube)), 10);
  assert.equal(mm(drop("blue-plate", flat(0.017, 0, 0.0275), cube)), 10);
});

test("a wide piece comes down on a narrow one under its middle", () => {
  const mini: Scene = new Map([["red-mini", flat(0, 0, 0.0035)]]);
  assert.equal(mm(drop("blue-plate", flat(0, 0, 0.0295), mini)), 20);
});

test("two sticks that cross meet where no corner is", () => {
  const stick: Scene = new Map([["red-stick", flat(0, 0, 0.0025)]]);
  const crossed = posed([0, 0, 0.0275], about([0, 0, 1], Math.PI / 2));
  assert.equal(mm(drop("blue-stick", crossed, stick)), 20);
});

test("a piece that touches does not come down any more", () => {
  assert.equal(mm(drop("blue-plate", flat(0, 0, 0.0175), cube)), 0);
  assert.equal(drop("blue-plate", flat(0, 0, 0.017), cube), 0);
});

test("the top of a scene and the half of a piece, however it is turned", () => {
  assert.equal(mm(top(cube)), 15);
  assert.equal(mm(half("blue-stick", posed([0, 0, 0], about([0, 1, 0], Math.PI / 2)))), 15);
});

test("a piece touches first at its lowest corner, or on the edge of what is under it", () => {
  const tilted: Pose = [0, 0, 0.05, Math.cos(0.1), 0, Math.sin(0.1), 0];
  const [x, , z] = contact("red-cube", tilted, new Map());
  assert.ok(x > 0 && z < 0.0425);
  const scene = new Map<string, Pose>([["blue-mini", [0.003, 0, 0.0035, 1, 0, 0, 0]]]);
  const over: Pose = [0, 0, 0.02, 1, 0, 0, 0];
  assert.ok(Math.abs(gap("red-cube", over, scene) - 0.0055) < 1e-9);
  assert.ok(Math.abs(contact("red-cube", over, scene)[2] - 0.007) < 0.006);
  assert.ok(gap("red-cube", [0, 0, 0.014, 1, 0, 0, 0], scene) < 0);
});

test("a point is inside a piece, above it or beside it; the piece in hand does not count", () => {
  const those = solids(cube, "blue-plate");
  assert.deepEqual(
    [inside(those, [0, 0, 0.01]), inside(those, [0, 0, 0.016]), inside(those, [0.008, 0, 0.01])],
    [true, false, false],
  );
  assert.equal(inside(solids(cube, "red-cube"), [0, 0, 0.01]), false);
});
