import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Event, Result } from "../../game.ts";
import type { PartyView } from "./place.ts";
import { forgotten, reason, tips, token } from "./words.ts";

interface Told {
  game: string;
  options: Record<string, string>;
  moves: { events: Event[]; result: Result | null; forgotten: number }[];
}

const TOLD: Told[] = JSON.parse(readFileSync(new URL("../../../generated/told.json", import.meta.url), "utf8"));

test("without the aid to memory, the log leaves out what the terminal leaves out", () => {
  const games = TOLD.filter(({ game }) => game === "plouf-party");
  assert.ok(games.some(({ moves }) => moves.some((move) => move.forgotten > 0)));
  for (const { options, moves } of games) {
    for (const [index, { result, forgotten: wanted }] of moves.entries()) {
      const story = moves.slice(0, index + 1).map(({ events }) => events);
      assert.equal(forgotten({ options, result } as PartyView, story), wanted);
    }
  }
});

test("on a shared screen the list of players hides the reader's own colour until the game is over", () => {
  const view = { seat: 1, tokens: ["R", null, "B"], result: null } as unknown as PartyView;
  assert.deepEqual(
    [1, 2, 3].map((seat) => token(view, seat, true)),
    [null, null, "B"],
  );
  assert.equal(token(view, 1, false), "R");
  assert.equal(token({ ...view, result: { payoffs: [1, 0, 0], reason: "colours" } }, 1, true), "R");
});

test("on a shared screen no tip depends on the reader's colour", () => {
  const water = [{ colour: "R" }];
  const [mine, other] = ["R", "B"].map(
    (own) => ({ seat: 1, in: [true, true], tokens: [own, null], water }) as unknown as PartyView,
  );
  assert.notDeepEqual(tips(mine!, [], false), tips(other!, [], false));
  assert.deepEqual(tips(mine!, [], true), tips(other!, [], true));
});

test("who is out is not warned", () => {
  const view = { seat: 1, in: [false, true], tokens: ["R", null], water: [{ colour: "R" }] } as unknown as PartyView;
  assert.deepEqual(tips(view, [], false), []);
});

test("where several win, each is named with the own colour and distance", () => {
  const ring = Array.from({ length: 18 }, (_, space) => ({ 4: { colour: "R" }, 15: { colour: "B" } })[space] ?? null);
  const result = { payoffs: [0.5, 0.5], reason: "colours" };
  const view = { ring, tokens: ["R", "B"], result } as unknown as PartyView;
  const said: unknown[] = [];
  reason(view, ["Lola", "Max"], (code, facts) => {
    if (code.endsWith("nearest")) said.push(facts);
    return code.split("-").at(-1)!;
  });
  assert.deepEqual(said, [
    { who: "Lola", colour: "red", spaces: 4 },
    { who: "Max", colour: "blue", spaces: 3 },
  ]);
});

test("that one may accuse is told before a pawn crosses the diving board, not when it starts there", () => {
  const view = (taken: number, number: number) =>
    ({
      seat: 1,
      in: [true],
      tokens: [],
      water: [],
      taken,
      ring: Array(18).fill({ colour: "R", number }),
    }) as unknown as PartyView;
  assert.ok(tips(view(16, 3), ["cw", "ccw"], false).includes("dive"));
  assert.ok(tips(view(2, 2), ["ccw"], false).includes("dive"));
  assert.ok(!tips(view(2, 2), ["cw"], false).includes("dive"));
  assert.ok(!tips(view(0, 2), ["cw", "ccw"], false).includes("dive"));
});
