import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { fresh, markDone, markSeen } from "./tips.ts";

beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
});

test("each tip comes once, the most important first, for every game apart", () => {
  assert.equal(fresh("marbles", ["roll", "stop"]), "roll");
  markSeen("marbles", "roll");
  assert.equal(fresh("marbles", ["roll", "stop"]), "stop");
  assert.equal(fresh("chess", ["roll"]), "roll");
  markSeen("marbles", "stop");
  assert.equal(fresh("marbles", ["roll", "stop"]), null);
});

test("after a whole game there are no more tips", () => {
  markDone("marbles");
  assert.equal(fresh("marbles", ["roll"]), null);
});

test("a browser that stores nothing shows the tips again", () => {
  globalThis.localStorage.setItem = () => {
    throw new Error("full");
  };
  markSeen("marbles", "roll");
  assert.equal(fresh("marbles", ["roll"]), "roll");
});
