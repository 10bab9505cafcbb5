import assert from "node:assert/strict";
import { test } from "node:test";
import { aside } from "./aside.ts";

const QUARTER = Math.PI / 2;

test("a hand with room comes from where it usually comes, wherever it was", () => {
  assert.equal(
    aside(QUARTER, () => 0),
    0,
  );
});

test("a hand that would be inside something turns to the nearest place with room", () => {
  assert.equal(
    aside(0, (angle) => (Math.abs(angle) < QUARTER ? 3 : 0)),
    QUARTER,
  );
});

test("it stays aside while there is room, also where another place would do", () => {
  assert.equal(
    aside(-QUARTER, (angle) => (angle === 0 ? 1 : 0)),
    -QUARTER,
  );
});

test("where there is no room anywhere it is sunk as little as can be", () => {
  assert.equal(
    aside(0, (angle) => (angle === Math.PI ? 1 : 2)),
    Math.PI,
  );
});
