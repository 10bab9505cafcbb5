import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest, towards } from "./geometry.ts";

/** Five by five spots, 60 apart; row 1 is at the bottom. */
const spots = [..."abcde"].flatMap((column, x) =>
  [..."12345"].map((row, y) => ({ id: column + row, x: 60 * x, y: -60 * y })),
);
const from = (id: string) => spots.find((spot) => spot.id === id)!;

test("arrow keys go to the neighbour, and stop at the edge", () => {
  assert.equal(towards(spots, from("c3"), "ArrowUp")?.id, "c4");
  assert.equal(towards(spots, from("c3"), "ArrowLeft")?.id, "b3");
  assert.equal(towards(spots, from("a5"), "ArrowUp"), null);
  assert.equal(towards(spots, from("c3"), "x"), null);
});

test("a spot straight ahead comes before a nearer one to the side", () => {
  const scattered = [
    { id: "ahead", x: 0, y: -100 },
    { id: "aside", x: 50, y: -50 },
  ];
  assert.equal(towards(scattered, { x: 0, y: 0 }, "ArrowUp")?.id, "ahead");
});

test("a piece that is let go goes to the nearest spot within reach", () => {
  const { x, y } = from("b2");
  assert.equal(nearest(spots, { x: x + 20, y: y - 10 }, 40)?.id, "b2");
  assert.equal(nearest(spots, { x: -500, y: 0 }, 40), null);
});
