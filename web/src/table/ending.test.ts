import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameBoard } from "../lib/boards/types.ts";
import type { View } from "../lib/game.ts";
import { endingInWords } from "./ending.ts";

const SENTENCES: Readonly<Record<string, string>> = {
  "site.you": "you",
  "site.ending-you-win": "You win",
  "site.ending-you-too": "You and {who} win",
  "site.ending-wins": "{who} wins",
  "site.ending-win": "{who} win",
  "site.ending-draw": "Draw",
  "site.over-resigned": "{who} resigned.",
  "site.over-resigned-you": "You resigned.",
  "site.over-length": "The game had become too long.",
  "marbles.over-out": "No marbles are left.",
};
const say = (code: string, facts: Readonly<Record<string, unknown>> = {}) =>
  (SENTENCES[code] ?? code).replace(/\{(\w+)\}/g, (_, name: string) => `${facts[name]}`);
const board = {
  score: () => [1, 4],
  reason: (_: View, names: readonly string[]) => `Most marbles: ${names[1]}.`,
} as unknown as GameBoard;

function ended(payoffs: number[], reason: string, reader: number | null) {
  const result = { payoffs, reason };
  return endingInWords(
    { kind: "marbles", result, names: ["Lola", "Max"], reader, board, view: { result } as unknown as View },
    say,
  );
}

test("the winner is addressed, with the score, the winner's first", () => {
  const { headline, won, reason, rule } = ended([-1, 1], "out", 2);
  assert.deepEqual([headline, won], ["You win, 4\u00a0:\u00a01", true]);
  assert.deepEqual([reason, rule], ["Most marbles: you.", "marbles.over-out"]);
});

test("others read the winner's name", () => {
  assert.equal(ended([-1, 1], "out", 1).headline, "Max wins, 4\u00a0:\u00a01");
  assert.equal(ended([-1, 1], "out", null).headline, "Max wins, 4\u00a0:\u00a01");
  assert.equal(ended([-1, 1], "out", null).reason, "Most marbles: Max.");
});

test("a draw has no winner", () => {
  assert.match(ended([0, 0], "out", 1).headline, /^Draw/);
});

test("who resigned is named, without a score or a rule", () => {
  const { headline, reason, rule } = ended([1, -1], "resigned", 1);
  assert.deepEqual([headline, reason, rule], ["You win", "Max resigned.", null]);
  assert.equal(ended([1, -1], "resigned", 2).reason, "You resigned.");
});

test("a game that became too long is shared, for a reason that no game has", () => {
  const { headline, reason, rule } = ended([0.5, 0.5], "length", 1);
  assert.deepEqual([headline, reason, rule], ["Draw", "The game had become too long.", null]);
});

test("a game without words of its own for its end has the general sentence", () => {
  const result = { payoffs: [1, -1], reason: "out" };
  const { reason, headline } = endingInWords({ kind: "marbles", result, names: ["Lola", "Max"] }, say);
  assert.deepEqual([headline, reason], ["Lola wins", "No marbles are left."]);
});
