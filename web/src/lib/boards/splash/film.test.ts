import assert from "node:assert/strict";
import { test } from "node:test";
import { Film } from "./film.ts";
import type { Pose } from "./pose.ts";

const at = (x: number, z: number): Pose => [x, 0, z, 1, 0, 0, 0];
const tower = new Map([["red-cube", at(0, 0.0075)]]);

function fallen(): Film {
  const film = new Film(4, tower);
  film.add({ t: 0, held: "blue-stick", pieces: { "blue-stick": at(0, 0.05) } });
  film.add({ t: 0.1, held: "blue-stick", pieces: { "blue-stick": at(0.01, 0.03) } });
  film.add({ t: 0.2, held: null, pieces: { "blue-stick": at(0.01, 0.02) } });
  film.add({ t: 0.3, held: null, pieces: { "red-cube": at(0.02, 0.0075), "blue-stick": at(0.01, 0.0025) } });
  film.add({ t: 0.4, held: null, pieces: { "red-cube": at(0.03, 0.0075) } });
  return film;
}

test("between two frames a piece is part of the way, and what did not move stays", () => {
  const { scene, held } = fallen().at(0.05);
  assert.equal(held, "blue-stick");
  assert.deepEqual(
    scene
      .get("blue-stick")!
      .slice(0, 3)
      .map((part) => Math.round(part * 1e6)),
    [5000, 0, 40000],
  );
  assert.equal(scene.get("red-cube"), tower.get("red-cube"));
});

test("before the first frame and after the last it stands still", () => {
  assert.deepEqual(fallen().at(-1).scene.get("blue-stick"), at(0, 0.05));
  assert.deepEqual(fallen().at(9).scene.get("red-cube"), at(0.03, 0.0075));
});

test("a fall begins a little before the hand opens", () => {
  const { from, lively } = fallen().fall();
  assert.ok(from < 0.2 && from > 0);
  assert.ok(lively(0.3));
});

/** A tower of two, leant on for two seconds before it falls, and left lying for two. */
function pushed(): Film {
  const film = new Film(4, new Map([...tower, ["green-cube", at(0, 0.0225)]]));
  for (let step = 0; step <= 150; step++) {
    const t = step / 30;
    const tips = Math.min(1, Math.max(0, t - 2.2) / 0.4);
    film.add({
      t,
      held: "blue-stick",
      pieces: {
        "blue-stick": at(0.04 - 0.01 * t, 0.03),
        "green-cube": at(-0.001 * Math.min(2, t) - 0.04 * tips, 0.0225 - 0.015 * tips ** 2),
      },
      touch: step === 3 || step === 63 ? 0.3 : 0,
    });
  }
  return film;
}

test("a tower that is leant on for long falls just after the fall is shown, and all of that is worth seeing", () => {
  const { from, lively } = pushed().fall();
  assert.ok(from > 1.9 && from < 2.1, `${from}`);
  for (const t of [2.1, 2.3, 2.5, 2.7]) assert.ok(lively(t), `${t}`);
  for (const t of [3, 4]) assert.ok(!lively(t), `${t}`);
});

test("where everything was before may be known only after the first frames", () => {
  const film = new Film(4, new Map());
  film.add({ t: 0, held: "blue-stick", pieces: { "blue-stick": at(0, 0.05) } });
  film.start = tower;
  assert.deepEqual([...film.at(0).scene.keys()], ["red-cube", "blue-stick"]);
});

test("a piece that is stopped in its fall is heard once", () => {
  assert.equal(fallen().knocks(0.2, 0.3).length, 0);
  assert.equal(fallen().knocks(0.3, 0.4).length, 1);
});

test("a piece in the hand is not heard", () => {
  const film = new Film(4, tower);
  for (const [t, z] of [
    [0, 0.06],
    [0.1, 0.03],
    [0.2, 0.03],
  ] as const)
    film.add({ t, held: "blue-stick", pieces: { "blue-stick": at(0, z) } });
  assert.deepEqual(film.knocks(0, 1), []);
});
