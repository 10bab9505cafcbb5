import assert from "node:assert/strict";
import { test } from "node:test";
import { Director } from "./director.ts";
import type { Pose } from "./pose.ts";

const at = (x: number, z: number): Pose => [x, 0, z, 1, 0, 0, 0];
const before = new Map([["red-cube", at(0, 0.0075)]]);
const after = new Map([...before, ["blue-cube", at(0, 0.0225)]]);
const standing = { piece: "blue-cube", stands: true, lying: after };

/** Advance time in short steps until a promise resolves. */
async function pass(director: Director, over: Promise<unknown>): Promise<number> {
  let [seconds, done] = [0, false];
  void over.then(() => (done = true));
  while (!done && seconds < 60) {
    director.tick(0.02);
    seconds += 0.02;
    await new Promise(setImmediate);
  }
  return seconds;
}

function stream(director: Director, number: number): void {
  for (let step = 0; step <= 10; step++) {
    const held = step < 8 ? "blue-cube" : null;
    director.heard({ t: step * 0.05, held, pieces: { "blue-cube": at(0, 0.06 - step * 0.00375) } }, number);
  }
}

test("the first position is there at once", async () => {
  const director = new Director();
  await director.show(before, 3, null);
  assert.equal(director.shown.scene, before);
});

test("what is streamed is shown in its time, then the position that came of it", async () => {
  const director = new Director();
  await director.show(before, 3, null);
  stream(director, 3);
  director.tick(0.02);
  assert.equal(director.shown.held, "blue-cube");
  const seconds = await pass(director, director.show(after, 4, standing));
  assert.ok(seconds > 0.2 && seconds < 1, `${seconds}`);
  assert.equal(director.shown.scene, after);
});

test("in an accident that was not streamed the pieces tumble, and none comes from above", async () => {
  const director = new Director();
  await director.show(after, 3, null);
  const lying = new Map([...before, ["blue-cube", at(0.03, 0.0075)]]);
  const shown = director.show(before, 4, { piece: null, stands: false, lying });
  director.tick(0.35);
  assert.equal(director.shown.held, null);
  const x = director.shown.scene.get("blue-cube")![0];
  assert.ok(x > 0 && x < 0.03, `${x}`);
  await pass(director, shown);
  assert.equal(director.shown.scene, before);
});

test("a fall is shown once more and slowly, and what fell leaves", async () => {
  const director = new Director();
  await director.show(before, 3, null);
  stream(director, 3);
  const lying = new Map([...before, ["blue-cube", at(0.03, 0.0075)]]);
  const paces = new Set<number>();
  const told: [slow: boolean, pace: number][] = [];
  director.onslow = (slow) => told.push([slow, director.shown.pace]);
  const shown = director.show(before, 4, { piece: "blue-cube", stands: false, lying });
  void pass(
    director,
    shown.then(() => paces.add(0)),
  );
  while (!paces.has(0)) {
    paces.add(director.shown.pace);
    await new Promise(setImmediate);
  }
  const slowest = Math.min(...[...paces].filter(Boolean));
  assert.ok(slowest < 0.5);
  assert.deepEqual(told, [
    [true, 1],
    [false, slowest],
  ]);
  assert.deepEqual([...director.shown.scene.keys()], ["red-cube"]);
});

test("those who want no motion are shown no fall twice", async () => {
  const director = new Director();
  director.still = true;
  await director.show(before, 3, null);
  stream(director, 3);
  const seconds = await pass(director, director.show(before, 4, { piece: "blue-cube", stands: false, lying: after }));
  assert.ok(seconds < 1);
});

test("what is streamed while an earlier move is still shown waits for it", async () => {
  const director = new Director();
  await director.show(before, 3, null);
  stream(director, 5);
  director.tick(0.02);
  assert.equal(director.shown.held, null);
  await pass(director, director.show(before, 4, null));
  await pass(director, director.show(before, 5, null));
  director.tick(0.02);
  assert.equal(director.shown.held, "blue-cube");
});

test("a touch is told when it is shown, with how hard it was", async () => {
  const director = new Director();
  const touches: [number, string][] = [];
  director.ontouch = (hard, piece) => touches.push([hard, piece]);
  await director.show(before, 3, null);
  for (let step = 0; step < 6; step++)
    director.heard(
      { t: step / 30, held: "blue-cube", pieces: { "blue-cube": at(0, 0.03) }, touch: step === 3 ? 0.4 : 0 },
      3,
    );
  director.tick(0.05);
  assert.deepEqual(touches, []);
  for (let step = 0; step < 8; step++) director.tick(0.02);
  assert.deepEqual(touches, [[0.4, "blue-cube"]]);
});

test("what fell hops off the table and dives, each once", async () => {
  const director = new Director();
  const dives: Pose[] = [];
  director.ondive = (place) => dives.push(place);
  const fallen = new Map([...after, ["red-stick", at(0.03, 0.0025)]]);
  await director.show(fallen, 3, null);
  await pass(director, director.show(before, 4, null));
  assert.equal(dives.length, 2);
  assert.ok(dives.every(([x, y]) => Math.hypot(x, y) > 0.1));
  assert.equal(director.shown.scene, before);
  assert.equal(director.ground, before);
});
