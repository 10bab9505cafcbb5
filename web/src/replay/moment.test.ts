import assert from "node:assert/strict";
import { test } from "node:test";
import { turningPoint } from "./moment.ts";

const values = (...all: number[]) => ({
  positions: all.map((_, index) => index * 2),
  asked: [] as number[],
  worth(position: number) {
    this.asked.push(position);
    return Promise.resolve(all[position / 2]!);
  },
});

test("the move that turned the game is made where the winner was last not winning", async () => {
  const game = values(0, 0.1, -0.2, 0, 0.1, 0.6, 0.7, 0.9, 1, 1);
  assert.equal(await turningPoint(game.positions, (at) => game.worth(at)), 8);
  assert.ok(game.asked.length <= 4);
});

test("a game that was open to the end turned at the last move, one that never was at the first", async () => {
  const open = values(0, 0, 0, 0);
  assert.equal(await turningPoint(open.positions, (at) => open.worth(at)), 6);
  const won = values(0.9, 0.9, 0.9);
  assert.equal(await turningPoint(won.positions, (at) => won.worth(at)), 0);
});

test("without an analysis there is no answer", async () => {
  assert.equal(await turningPoint([0, 1, 2], () => Promise.resolve(null)), null);
  assert.equal(await turningPoint([], () => Promise.resolve(1)), null);
});
