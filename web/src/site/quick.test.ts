import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { GameCard } from "./api.ts";
import { againstBots, possible, remember, remembered } from "./quick.ts";

const CARD = {
  id: "marbles",
  players: [2, 3, 4],
  levels: { 2: ["random", "gentle", "perfect"], 3: ["random", "gentle"], 4: ["random"] },
} as unknown as GameCard;

beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
});

test("the usual number and an easy bot come first, then the last choice", () => {
  assert.deepEqual(remembered(CARD), { players: 2, level: "gentle", seat: 1 });
  assert.deepEqual(remembered(CARD, { players: 3 }), { players: 3, level: "gentle", seat: 1 });
  remember("marbles", { players: 2, level: "perfect", seat: 2 });
  assert.deepEqual(remembered(CARD, { players: 3 }), { players: 2, level: "perfect", seat: 2 });
});

test("a level or a seat that there is not with so many players is replaced", () => {
  assert.deepEqual(possible(CARD, { players: 3, level: "perfect", seat: 3 }), { players: 3, level: "gentle", seat: 3 });
  assert.deepEqual(possible(CARD, { players: 4, level: "perfect", seat: 1 }), { players: 4, level: "random", seat: 1 });
  assert.deepEqual(possible(CARD, { players: 2, level: "gentle", seat: 4 }), { players: 2, level: "gentle", seat: 1 });
  assert.equal(possible(CARD, { players: 9, level: "gentle", seat: 1 }).players, 2);
});

test("bots take all seats but one, which may be left to chance", () => {
  const fixed = againstBots(CARD, { players: 3, level: "gentle", seat: 2 });
  assert.deepEqual([fixed.seat, fixed.wish.bots], [2, { 1: "gentle", 3: "gentle" }]);
  const any = againstBots(CARD, { players: 3, level: "gentle", seat: 0 }, {}, () => 0.99);
  assert.deepEqual([any.seat, any.wish.bots], [3, { 1: "gentle", 2: "gentle" }]);
});
