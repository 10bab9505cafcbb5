import assert from "node:assert/strict";
import { test } from "node:test";
import { CELLS, place } from "./boards/le-plouf/place.ts";
import { Pool as PartyPool } from "./boards/plouf-party/place.ts";
import { Pool as CrocPool, SQUARES } from "./boards/croc-pool/place.ts";
import { nearest, towards } from "./space.ts";

const cells = CELLS.map((id) => ({ id, ...place(id) }));

test("arrow keys go to the neighbour, and stop at the edge", () => {
  const from = (id: string) => cells.find((cell) => cell.id === id)!;
  assert.equal(towards(cells, from("c3"), "ArrowUp")?.id, "c4");
  assert.equal(towards(cells, from("c3"), "ArrowLeft")?.id, "b3");
  assert.equal(towards(cells, from("a5"), "ArrowUp"), null);
  assert.equal(towards(cells, from("c3"), "x"), null);
});

test("the arrow keys reach every space around the pool, drawn across or down", () => {
  for (const wide of [true, false]) {
    const pool = new PartyPool(wide);
    const spots = Array.from({ length: 18 }, (_, space) => ({ id: `${space}`, ...pool.space(space) }));
    const reached = new Set(["0"]);
    for (const id of reached) {
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
        const to = towards(
          spots,
          spots.find((spot) => spot.id === id)!,
          key,
        );
        if (to) reached.add(to.id);
      }
    }
    assert.equal(reached.size, 18);
  }
});

test("a piece that is let go goes to the nearest spot within reach", () => {
  const { x, y } = place("b2");
  assert.equal(nearest(cells, { x: x + 20, y: y - 10 }, 40)?.id, "b2");
  assert.equal(nearest(cells, { x: -500, y: 0 }, 40), null);
});

test("no two squares are drawn in the same place, and each side has its own near it", () => {
  for (const wide of [true, false]) {
    for (const turned of [true, false]) {
      const pool = new CrocPool(wide, turned);
      const places = SQUARES.map((square) => pool.place(square));
      assert.equal(new Set(places.map(({ x, y }) => `${x} ${y}`)).size, 80);
      assert.ok(places.every(({ x, y }) => x > 0 && y > 0 && x < pool.width && y < pool.height));
    }
  }
  assert.ok(new CrocPool(false, false).place("c2").y > new CrocPool(false, true).place("c2").y);
});
