import assert from "node:assert/strict";
import { test } from "node:test";
import type { Say } from "../lib/words.ts";
import { grouped, known } from "./worth.ts";

const say: Say = (code, facts = {}) => [code, ...Object.values(facts)].join(" ");

test("a quick win comes before a slow one, then draws, then the loss that takes longest", () => {
  const groups = grouped([
    { move: "a", value: -1, plies: 4 },
    { move: "b", value: 0, plies: null },
    { move: "c", value: 1, plies: 37 },
    { move: "d", value: -1, plies: 12 },
    { move: "e", value: 1, plies: 5 },
    { move: "f", value: 0, plies: null },
    { move: "g", value: 1, plies: 37 },
  ]);
  assert.deepEqual(
    groups.map((group) => group.moves),
    [["e"], ["c", "g"], ["b", "f"], ["d"], ["a"]],
  );
  assert.deepEqual(
    groups.map((group) => known(group, say)),
    ["pages.wins-in 5", "pages.wins-in 37", "pages.draws", "pages.loses-in 12", "pages.loses-in 4"],
  );
});
