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
    [false, 1],
  ]);
  assert.deepEqual([...director.shown.scene.keys()], ["red-cube"]);
});

/** A tower that is leant on for two seconds, falls, and lies; the piece is let go long after that. `seen` after each frame. */
function push(director: Director, number: number, seen = () => {}): void {
  for (let step = 0; step <= 150; step++) {
    const t = step / 30;
    const tips = Math.min(1, Math.max(0, t - 2.2) / 0.4);
    director.heard(
      {
        t,
        held: t < 4 ? "red-stick" : null,
        pieces: {
          "red-stick": at(0.03 - 0.01 * Math.min(4, t), t < 4 ? 0.03 : 0.0025),
          "blue-cube": at(-0.004 * Math.min(1, t) - 0.1 * tips, 0.0225 - 0.015 * tips ** 2),
        },
        touch: step === 2 ? 0.5 : 0,
      },
      number,
    );
    seen();
  }
}

test("a replay shows the fall that was seen live, pose by pose, to its end, and slowly while anything falls", async () => {
  const director = new Director();
  await director.show(after, 3, null);
  const [live, again]: [Pose[], Pose[]] = [[], []];
  let [slow, fastest, done] = [false, 0, false];
  director.onslow = (now) => (slow = now);
  const look = (seconds: number) => {
    director.tick(seconds);
    const { scene, faint, pace } = director.shown;
    const seen = slow ? again : live;
    const pose = scene.get("blue-cube");
    if (!pose || faint.size) return;
    if (slow && seen.length) fastest = Math.max(fastest, (seen.at(-1)![2] - pose[2]) / seconds);
    assert.equal(pace !== 1, slow);
    seen.push(pose);
  };
  push(director, 3, () => look(1 / 30));
  const film = director.film;
  const shown = director.show(before, 4, { piece: "red-stick", stands: false, lying: film!.at(film!.end).scene });
  void shown.then(() => (done = true));
  while (!done) {
    look(0.01);
    await new Promise(setImmediate);
  }
  assert.ok(live.length > 100 && again.length > 250, `${live.length} ${again.length}`);
  const way = [...Array(5001).keys()].map((step) => film!.at(step / 1000).scene.get("blue-cube")!);
  for (const seen of [live, again])
    for (const pose of seen)
      assert.ok(
        way.some((one) => Math.hypot(one[0] - pose[0], one[2] - pose[2]) < 0.0002),
        `${pose}`,
      );
  assert.deepEqual(again.at(-1), live.at(-1), "it ends where the fall did");
  assert.ok(again[0]![2] === 0.0225, "it begins before the fall");
  assert.ok(fastest < 0.075 * 0.4, `${fastest} m/s, of 0.075 in the fall`);
});

test("a replay ends with a tap, as the fall did", async () => {
  const director = new Director();
  await director.show(after, 3, null);
  push(director, 3);
  let slow = false;
  director.onslow = (now) => (slow = now);
  const shown = director.show(before, 4, { piece: "red-stick", stands: false, lying: after });
  assert.equal(director.hurry(), false, "what is live is not ended");
  while (!slow) {
    director.tick(0.05);
    await new Promise(setImmediate);
  }
  director.tick(0.05);
  assert.equal(director.hurry(), true);
  await new Promise(setImmediate);
  assert.equal(director.shown.scene.get("blue-cube")![0], director.film!.at(9).scene.get("blue-cube")![0]);
  assert.equal(director.hurry(), true);
  await shown;
  assert.equal(director.shown.scene, before);
});

test("that the tower falls is told while it is seen, and not before", async () => {
  const director = new Director();
  const told: [boolean, number][] = [];
  director.onfall = (falls) => told.push([falls, director.shown.scene.get("blue-cube")?.[2] ?? 0]);
  director.still = true;
  await director.show(after, 3, null);
  push(director, 3, () => director.tick(1 / 30));
  await pass(director, director.show(before, 4, { piece: "red-stick", stands: false, lying: after }));
  assert.deepEqual(
    told.map(([falls]) => falls),
    [true, false],
  );
  assert.ok(told[0]![1] < 0.0176 && told[0]![1] > 0.01, `${told[0]![1]}`);
});

test("what is streamed while a fall is still shown is shown on the tower that is left", async () => {
  const director = new Director();
  await director.show(after, 3, null);
  push(director, 3);
  const lying = director.film!.at(9).scene;
  stream(director, 4);
  await pass(director, director.show(before, 4, { piece: "red-stick", stands: false, lying }));
  director.tick(0.02);
  assert.deepEqual([...director.shown.scene.keys()].sort(), ["blue-cube", "red-cube"]);
  assert.equal(director.shown.scene.get("red-cube"), before.get("red-cube"));
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
  assert.ok(
    dives.every(([x, y]) => Math.hypot(x, y) > 0.07 && Math.hypot(x, y) < 0.12),
    "just beside the table",
  );
  assert.equal(director.shown.scene, before);
  assert.equal(director.ground, before);
});

test("what lies in the water already sinks there, without another splash", async () => {
  const director = new Director();
  const dives: Pose[] = [];
  director.ondive = (place) => dives.push(place);
  await director.show(after, 3, null);
  push(director, 3);
  const lying = director.film!.at(9).scene;
  const places = new Set<number>();
  let done = false;
  void director.show(before, 4, { piece: "red-stick", stands: false, lying }).then(() => (done = true));
  while (!done) {
    director.tick(0.02);
    if (director.shown.faint.has("blue-cube")) places.add(director.shown.scene.get("blue-cube")![0]);
    await new Promise(setImmediate);
  }
  assert.deepEqual([...places], [lying.get("blue-cube")![0]]);
  assert.equal(dives.length, 1, "the stick, which lay on the table");
});
