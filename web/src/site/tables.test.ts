import assert from "node:assert/strict";
import { test } from "node:test";
import type { Info } from "./messages.ts";
import { changed } from "./tables.ts";

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
