import assert from "node:assert/strict";
import { test } from "node:test";
import { before, movesMade, type Step, stepsOf, withPresence } from "./log.ts";
import type { Info, LogEvent, News } from "./messages.ts";

const INFO = { status: "running", seats: [{ seat: 1, person: "a", time: 9 }, { seat: 2 }], turn: 1 } as Info;
const OVER = { ...INFO, status: "over", payoffs: [1, -1], reason: "x" } as Info;
const START: Step = { n: 3, entries: [], number: 4, events: [], views: {}, info: INFO, turn: 1, clockedAt: 0 };
const VIEWS = { 1: { view: null } };
const moved: LogEvent = { kind: "moved", seat: 1, move: "x" };
const over: LogEvent = { kind: "over", payoffs: [1, -1], reason: "x", seed: "" };

function log(...events: readonly LogEvent[]): News[] {
  return events.map((event, index) => ({
    type: "news",
    n: START.n + 1 + index,
    at: 0,
    hash: "",
    event,
    ...(event.kind === "moved" ? { game_events: [{ event: "place" }] } : {}),
  }));
}

test("the end of a game comes after the move that ends it", () => {
  const steps = stepsOf(START, log(moved, over), VIEWS, OVER, 5);
  assert.deepEqual(
    steps.map(({ n, number, info, views }) => ({ n, number, status: info.status, views })),
    [
      { n: 4, number: 5, status: "running", views: VIEWS },
      { n: 5, number: 5, status: "over", views: VIEWS },
    ],
  );
  assert.deepEqual(steps[1]!.events, [{ event: "place" }]);
});

test("an answer comes before the move that it takes back, and one entry may take back several", () => {
  const steps = stepsOf(START, log({ kind: "answered", seat: 2, agreed: true }, { kind: "undone" }), VIEWS, INFO, 5);
  assert.deepEqual(
    steps.map(({ number, views }) => [number, views]),
    [
      [4, {}],
      [3, VIEWS],
    ],
  );
  const several = { kind: "undone", moves: 3 } as LogEvent;
  assert.equal(stepsOf(START, log(several), VIEWS, INFO, 5)[0]!.number, 1);
});

test("many moves without views of their own are one step, and all are counted", () => {
  const steps = stepsOf(START, log(moved, moved, moved), VIEWS, INFO, 5);
  assert.deepEqual(
    steps.map((step) => step.number),
    [7],
  );
  assert.equal(movesMade(steps), 3);
});

test("what was missed is not over yet, and knows only its own turn and clocks", () => {
  const news = { ...log(moved)[0]!, turn: 2, clocks: [7, null], views: { 1: { view: {} } } } as unknown as News;
  const then = before(OVER, news);
  assert.deepEqual([then.status, then.turn, then.seats[0]!.time, then.payoffs], ["running", 2, 7, undefined]);
});

test("who is there is known at once, whatever waits to be shown", () => {
  const newer = { ...OVER, turn: 2, seats: [{ seat: 1, person: "a", present: true, time: 1 }, { seat: 2 }] } as Info;
  assert.deepEqual(withPresence(INFO, newer).seats[0], { seat: 1, person: "a", time: 9, present: true });
  assert.equal(withPresence(INFO, newer).status, "running");
});
