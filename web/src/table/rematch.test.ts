import assert from "node:assert/strict";
import { test } from "node:test";
import type { Info } from "../site/messages.ts";
import { isTie, keptFor, optionWords, seatBefore, waitedFor } from "./rematch.ts";

const INFO = {
  seats: [
    { seat: 1, person: "ann" },
    { seat: 2, person: "bob", kept: true },
    { seat: 3, person: "bob", kept: true },
    { seat: 4, level: "club" },
  ],
} as unknown as Info;

test("a seat is waited for until its person has agreed", () => {
  assert.deepEqual(keptFor(INFO, "bob"), [2, 3]);
  assert.deepEqual(keptFor(INFO, "ann"), []);
  assert.deepEqual(waitedFor(INFO), [2, 3]);
});

test("everybody comes from the seat before", () => {
  assert.deepEqual(
    [1, 2, 3].map((seat) => seatBefore(seat, 3)),
    [3, 1, 2],
  );
});

test("a win that is shared is a tie", () => {
  assert.ok(isTie([0.5, 0, 0.5]));
  assert.ok(!isTie([1, 0]));
  assert.ok(!isTie([]));
});

test("only the options that differ are named", () => {
  const offers = [
    { layout: "free", teams: 0 },
    { layout: "first", teams: 0 },
  ];
  assert.equal(
    optionWords("pool", offers[0]!, offers, (code) => code),
    "pool.option-layout pool.option-layout-free",
  );
});
