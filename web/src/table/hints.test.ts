import assert from "node:assert/strict";
import { test } from "node:test";
import type { Info } from "../site/messages.ts";
import { mayHint } from "./hints.ts";

const table = (info: object, ...people: (string | undefined)[]): Info =>
  ({ ...info, seats: people.map((person, index) => ({ seat: index + 1, person })) }) as unknown as Info;

test("hints are for one person against bots and for learners who agreed, never for a rated game", () => {
  assert.ok(mayHint(table({}, "ann", undefined)));
  assert.ok(!mayHint(table({}, "ann", "bob")));
  assert.ok(!mayHint(table({}, "ann", "ann")));
  assert.ok(mayHint(table({ hints: true }, "ann", "bob")));
  assert.ok(!mayHint(table({ rated: true }, "ann", undefined)));
});
