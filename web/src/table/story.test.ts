import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameBoard } from "../lib/boards/types.ts";
import type { View } from "../lib/game.ts";
import type { LogEvent, News } from "../site/messages.ts";
import { story } from "./story.ts";

const NAMES = ["Lola", "Max"];
const VIEW = { game: "marbles" } as View;
const say = (code: string, facts: Readonly<Record<string, unknown>> = {}) => `${code} ${facts["who"] ?? ""}`.trim();

function board(forgotten: number): GameBoard {
  return { told: (events: readonly unknown[]) => events, forgotten: () => forgotten } as unknown as GameBoard;
}

function log(...events: readonly LogEvent[]): News[] {
  return events.map((event, index) => ({
    type: "news",
    n: index + 1,
    at: 0,
    hash: "",
    event,
    ...(event.kind === "moved" ? { game_events: [{ event: "place", seat: event.seat }] } : {}),
  }));
}

const moved = (seat: number): LogEvent => ({ kind: "moved", seat, move: "x" });
const MOVES = log({ kind: "sat", seat: 1, string: "x" }, { kind: "started" }, moved(1), moved(2));

test("moves are told by the game, what else is worth it by the page", () => {
  const told = story(MOVES, board(0), VIEW, NAMES, say).map((line) => line.text);
  assert.deepEqual(told, ["site.log-started", "marbles.event-place Lola", "marbles.event-place Max"]);
});

test("a move that was taken back is struck out", () => {
  const entries = log(moved(1), { kind: "undone" }, moved(1));
  assert.deepEqual(
    story(entries, board(0), VIEW, NAMES, say).map((line) => line.undone),
    [true, false, false],
  );
});

test("all moves of one step back are struck out", () => {
  const entries = log(moved(1), moved(2), moved(3), { kind: "undone", moves: 2 });
  assert.deepEqual(
    story(entries, board(0), VIEW, NAMES, say).map((line) => line.undone),
    [false, true, true, false],
  );
});

test("what must be remembered by heart is not told", () => {
  const told = story(MOVES, board(1), VIEW, NAMES, say).map((line) => line.text);
  assert.deepEqual(told, ["site.log-started", "marbles.event-place Max"]);
});
