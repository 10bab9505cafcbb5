import assert from "node:assert/strict";
import { test } from "node:test";
import { aside, TowerCamera } from "./camera.ts";
import type { Pose } from "./pose.ts";

const at = (x: number, y: number, z: number): Pose => [x, y, z, 1, 0, 0, 0];
const COLOURS = ["red", "blue", "green", "orange", "yellow", "purple"];
const tower = new Map(COLOURS.map((colour, level) => [`${colour}-cube`, at(0, 0, 0.0075 + 0.015 * level)]));

/** Where a point is in the picture, from -1 to 1. */
function seen(camera: TowerCamera, pose: Pose): { x: number; y: number; z: number } {
  camera.three.updateMatrixWorld();
  const [x, y, z] = pose.slice(0, 3).map((part) => part * 100) as [number, number, number];
  return camera.middle.clone().set(x, y, z).project(camera.three);
}

test("a piece in front or at the side leaves the camera where it is", () => {
  for (const piece of [0, 1.2, -1.5]) assert.equal(aside(0, piece), 0);
});

test("a piece behind the tower makes the camera go round, by the shorter way and no farther than needed", () => {
  assert.ok(aside(0, 2.5) > 0 && aside(0, 2.5) < 1);
  assert.ok(aside(0, -2.5) < 0);
  assert.ok(Math.abs(aside(0, 3.1) + aside(0, -3.1)) < 1e-9);
});

test("wherever a piece is taken up, it is in the picture with its target, and not behind the tower", () => {
  for (const [width, height] of [
    [374, 560],
    [860, 480],
  ] as const)
    for (let side = 0; side < 8; side++) {
      const camera = new TowerCamera();
      const angle = (side * Math.PI) / 4;
      const pose = at(0.06 * Math.cos(angle), 0.06 * Math.sin(angle), 0.13);
      for (let frame = 0; frame < 240; frame++) {
        camera.cover(width, height, 0.2);
        camera.look(tower, ["red-mini", pose, tower.get("purple-cube")], 100, 1 / 60);
      }
      assert.ok(camera.settled);
      for (const point of [pose, tower.get("purple-cube")!]) {
        const { x, y } = seen(camera, point);
        assert.ok(Math.abs(x) < 0.95 && y < 0.9 && y > -0.5, `${side}: ${x} ${y}`);
      }
      const [eyeX, eyeY] = [camera.three.position.x, camera.three.position.y];
      const behind = (pose[0] * eyeX + pose[1] * eyeY) / (0.06 * Math.hypot(eyeX, eyeY));
      assert.ok(behind > -0.6, `${side}: ${behind}`);
    }
});

test("with nothing in the hand the whole tower is in the picture", () => {
  const camera = new TowerCamera();
  for (let frame = 0; frame < 240; frame++) {
    camera.cover(374, 300, 0);
    camera.look(tower, null, 100, 1 / 60);
  }
  for (const point of [at(0, 0, 0), at(0, 0, 0.09)]) assert.ok(Math.abs(seen(camera, point).y) < 0.95);
});

test("where nothing is to move, the camera is at once where it would have glided", () => {
  const [glides, jumps] = [new TowerCamera(), new TowerCamera()];
  const pose = at(0.06, 0, 0.13);
  for (let frame = 0; frame < 240; frame++) {
    glides.cover(374, 560, 0.2);
    glides.look(tower, ["red-mini", pose, tower.get("purple-cube")], 100, 1 / 60);
  }
  jumps.cover(374, 560, 0.2, true);
  jumps.look(tower, ["red-mini", pose, tower.get("purple-cube")], 100, 1 / 60, true);
  assert.ok(jumps.settled);
  assert.ok(jumps.three.position.distanceTo(glides.three.position) < 0.1, "a millimetre");
});

test("a camera that does not glide stays where it is while a hand trembles, and loses no piece that is carried over", () => {
  const camera = new TowerCamera();
  const places: string[] = [];
  for (let frame = 0; frame <= 60; frame++) {
    const trembles = 0.001 * (frame % 2);
    const carried = Math.max(0, frame - 20) / 40;
    const pose = at(0.06 * (1 - carried) + trembles, trembles, 0.13);
    camera.cover(374, 560, 0.2, true);
    camera.look(tower, ["red-mini", pose, tower.get("purple-cube")], 100, 1 / 60, true);
    places.push(camera.three.position.toArray().join());
    for (const point of [pose, tower.get("purple-cube")!]) {
      const { x, y } = seen(camera, point);
      assert.ok(Math.abs(x) < 0.95 && y < 0.9 && y > -0.6, `${frame}: ${x} ${y}`);
    }
  }
  assert.equal(new Set(places.slice(0, 20)).size, 1);
  assert.ok(new Set(places).size < 8);
});

test("a fall is watched from near, with the whole tower and the water around the table in the picture", () => {
  for (const [width, height] of [
    [374, 420],
    [860, 480],
  ] as const) {
    const camera = new TowerCamera();
    const look = (scene: ReadonlyMap<string, Pose>) => {
      for (let frame = 0; frame < 240; frame++) {
        camera.cover(width, height, 0);
        camera.watch(scene, tower, 100, 1 / 60);
      }
    };
    const inside = (point: Pose) => {
      const { x, y } = seen(camera, point);
      assert.ok(Math.abs(x) < 0.98 && Math.abs(y) < 0.98, `${width}: ${point.slice(0, 3)} is at ${x} ${y}`);
    };
    look(tower);
    for (const point of [at(0, 0, 0), at(0, 0, 0.09)]) inside(point);
    look(new Map([...tower.keys()].map((piece, index) => [piece, at(0.02 * index, 0, 0.0075)])));
    for (let side = 0; side < 8; side++)
      inside(at(0.095 * Math.cos((side * Math.PI) / 4), 0.095 * Math.sin((side * Math.PI) / 4), -0.016));
    assert.ok(seen(camera, at(0, 0, 0.0075)).y - seen(camera, at(0, 0, -0.0075)).y > 0.1, "a cube is not tiny");
  }
});
