import assert from "node:assert/strict";
import { test } from "node:test";
import type { View } from "../game.ts";
import { speaker } from "../words.ts";
import { text } from "./words.ts";

const say = speaker("en", {
  "page.board": "{game}: the board",
  "generic.value": "Value",
  "generic.yes": "yes",
  "generic.no": "no",
  "generic.turn-of": "Turn: {who}",
  "marbles.name": "Marbles",
  "marbles.board-in-hand": "Your marbles",
});
const VIEW = { game: "marbles", players: 2, options: {}, seat: 1, step: "play", result: null };

test("every part of a view that is the game's own is a row, under the game's heading or its own name", () => {
  const view = { ...VIEW, turn: 2, in_hand: [3, 5], last_round: null, over: false } as View;
  const { caption, rows, notes } = text(view, ["Lola", "Max"], say);
  assert.equal(caption, "Marbles: the board");
  assert.deepEqual(rows, [
    { name: "Your marbles", cells: ["3, 5"] },
    { name: "last round", cells: ["–"] },
    { name: "over", cells: ["no"] },
  ]);
  assert.deepEqual(notes, ["Turn: Max"]);
});

test("lists of lists and objects are written out, and a game that is over is nobody's turn", () => {
  const view = {
    ...VIEW,
    turn: null,
    grid: [
      ["a", null],
      [1, true],
    ],
    cups: { red: [], blue: 2 },
  } as unknown as View;
  const { rows, notes } = text(view, [], say);
  assert.deepEqual(
    rows.map(({ cells }) => cells[0]),
    ["a, –; 1, yes", "red –, blue 2"],
  );
  assert.deepEqual(notes, []);
});
