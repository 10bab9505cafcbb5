import assert from "node:assert/strict";
import { test } from "node:test";
import { heading, inWorld, lean, leaning, levelled, seen, tipped } from "./level.ts";
import { about, type Pose, posed, product, quatOf, rotated } from "./pose.ts";

const UP = [0, 0, 1] as const;
const EYE = { right: [0, 1], ahead: [-1, 0] } as const;
const lying = (turn: readonly [number, number, number, number]): Pose => posed([0, 0, 0.05], turn);
const near = (one: readonly number[], other: readonly number[]) =>
  assert.ok(
    one.every((part, index) => Math.abs(part - other[index]!) < 1e-9),
    `${one} is not ${other}`,
  );

test("a level piece leans nowhere, however it is turned", () => {
  for (const piece of ["red-cube", "red-plate", "red-stick", "red-prism"])
    near(lean(piece, lying(about(UP, 0.7))), [0, 0]);
});

test("a tilted piece leans to its low side, as far as it is tilted", () => {
  near(lean("red-plate", lying(leaning([0.2, 0]))), [0.2, 0]);
  near(lean("red-plate", lying(product(leaning([-0.1, 0.2]), about(UP, 1.1)))), [-0.1, 0.2]);
});

test("beyond an eighth of a turn the next face of a cube is nearer to the table", () => {
  const [x] = lean("red-cube", lying(leaning([1, 0])));
  assert.ok(x < 0 && Math.abs(x - (1 - Math.PI / 2)) < 1e-9);
});

test("a prism lies on one of its eight sides, too", () => {
  const side = product(about([1, 0, 0], Math.PI / 2), about(UP, Math.PI / 8));
  assert.ok(Math.hypot(...lean("red-prism", lying(side))) < Math.PI / 8 + 1e-9);
});

test("levelled, a piece stays on its face and keeps its direction", () => {
  const turned = lying(product(leaning([0.15, -0.1]), about(UP, 0.4)));
  const level = levelled("red-stick", turned);
  near(lean("red-stick", lying(level)), [0, 0]);
  const [x, y] = rotated(level, [1, 0, 0]);
  assert.ok(Math.abs(Math.atan2(y, x) - 0.4) < 0.03);
});

test("directions of the camera and of the world are each other's inverse", () => {
  near(seen([1, 0], EYE), [0, -1]);
  near(inWorld(seen([0.3, -0.7], EYE), EYE), [0.3, -0.7]);
});

test("a stick points where its long side does", () => {
  assert.ok(Math.abs(heading(lying(about(UP, 0.3)), { right: [1, 0], ahead: [0, 1] }) - 0.3) < 1e-9);
});

test("turned over, the side that faced the reader lies down, and a level piece is level again", () => {
  const start = lying(about(UP, 0.2));
  const [axis, angle] = tipped(start, { right: [1, 0], ahead: [0, 1] });
  const over = lying(product(about(axis, angle), quatOf(start)));
  near(lean("red-plate", over), [0, 0]);
  assert.ok(rotated(quatOf(over), UP)[1] < -0.9);
});
