import assert from "node:assert/strict";
import { test } from "node:test";
import { filmOf, type Placement, towerAfter } from "./built.ts";
import { Director } from "./director.ts";

const LOW = [0, 0, 0.0075, 1, 0, 0, 0] as const;
const HIGH = [0, 0, 0.0225, 1, 0, 0, 0] as const;
const BUILT: readonly Placement[] = [
  {
    piece: "red-cube",
    path: [
      [0, 0.06, 0, 0.05, 1, 0, 0, 0],
      [2, 0, 0, 0.01, 1, 0, 0, 0],
    ],
    pieces: { "red-cube": LOW },
  },
  { piece: "blue-cube", path: [[0, 0, 0.06, 0.06, 1, 0, 0, 0]], pieces: { "red-cube": LOW, "blue-cube": HIGH } },
];

test("a tower has as many pieces as were placed, and no more than there are", () => {
  assert.deepEqual(
    [0, 1, 2, 9].map((count) => towerAfter(BUILT, count).size),
    [0, 1, 2, 2],
  );
  assert.deepEqual(towerAfter(BUILT, 2).get("blue-cube"), HIGH);
});

test("a film follows the hand and ends where the pieces came to rest", () => {
  const film = filmOf(BUILT, 0);
  const half = film.at(1);
  assert.equal(half.held, "red-cube");
  assert.ok(Math.abs(half.scene.get("red-cube")![0] - 0.03) < 1e-9);
  assert.deepEqual(film.last?.scene.get("red-cube"), LOW);
  assert.equal(film.last?.held, null);
  assert.equal(filmOf(BUILT, 1).at(0).scene.get("red-cube"), LOW);
});

test("the director shows a film so many times as fast as it was", async () => {
  const director = new Director();
  const watched = director.watch(filmOf(BUILT, 0), 2);
  director.tick(0.5);
  assert.ok(Math.abs(director.shown.scene.get("red-cube")![0] - 0.03) < 1e-9);
  director.tick(0.5);
  assert.equal(director.busy, true);
  director.tick(0.2);
  assert.equal(director.busy, false);
  await watched;
});
