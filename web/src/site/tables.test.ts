import assert from "node:assert/strict";
import { test } from "node:test";
import type { Info } from "./messages.ts";
import { byTurn, changed, isTurn } from "./tables.ts";

const table = (id: string, status: Info["status"]) => ({ table: id, status }) as Info;

test("a table that is new comes first, one that changed stays where it is", () => {
  const tables = [table("a", "open"), table("b", "open")];
  assert.deepEqual(changed(tables, table("c", "open")), [table("c", "open"), ...tables]);
  assert.deepEqual(changed(tables, table("b", "running")), [table("a", "open"), table("b", "running")]);
});

test("a table that is over or closed leaves, and does not come back", () => {
  const tables = [table("a", "running")];
  assert.deepEqual(changed(tables, table("a", "over")), []);
  assert.deepEqual(changed(tables, table("b", "closed")), tables);
});

test("the tables where it is my turn come first, the most urgent before all", () => {
  const at = (id: string, turn: number, more: Partial<Info> = {}) =>
    ({
      ...table(id, "running"),
      turn,
      seats: [
        { seat: 1, person: "me" },
        { seat: 2, person: "you" },
      ],
      ...more,
    }) as Info;
  const tables = [at("theirs", 2), at("late", 1, { due: 900 }), at("mine", 1), at("soon", 1, { due: 100 }), at("z", 2)];
  assert.deepEqual(
    byTurn(tables, "me").map(({ table }) => table),
    ["soon", "late", "mine", "theirs", "z"],
  );
  assert.equal(isTurn(at("a", 1, { seats: [{ seat: 1, person: "me", level: "club" }] }), "me"), false);
  assert.equal(isTurn({ ...at("a", 1), status: "over" }, "me"), false);
});
