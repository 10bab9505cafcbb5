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

test("a fall is shown once more and slowly, and what fell leaves", async () => {
  const director = new Director();
  await director.show(before, 3, null);
  stream(director, 3);
  const lying = new Map([...before, ["blue-cube", at(0.03, 0.0075)]]);
  const paces = new Set<number>();
  const shown = director.show(before, 4, { piece: "blue-cube", stands: false, lying });
  void pass(
    director,
    shown.then(() => paces.add(0)),
  );
  while (!paces.has(0)) {
    paces.add(director.shown.pace);
    await new Promise(setImmediate);
  }
  assert.ok([...paces].some((pace) => pace > 0 && pace < 0.5));
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

test("the placer's own piece is shown where the hand led it", async () => {
  const director = new Director();
  director.predict = (pose) => [pose[0] + 1, ...pose.slice(1)] as unknown as Pose;
  await director.show(before, 3, null);
  director.heard({ t: 0, held: "blue-cube", pieces: { "blue-cube": at(0, 0.06) } }, 3);
  director.tick(0.02);
  assert.equal(director.shown.scene.get("blue-cube")![0], 1);
});
