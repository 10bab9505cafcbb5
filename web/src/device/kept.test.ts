import assert from "node:assert/strict";
import test from "node:test";
import { digest } from "../lib/sha256.ts";
import { sharedBy, without } from "./forfeits.ts";
import { givenOf, newGame, recordNames, rematch } from "./kept.ts";

const ME = { name: "Ann", face: 7 };
const WISH = { game: "pool", players: 3, options: { size: 5 }, bots: { "3": "club" } };
const SITTINGS = [{ seat: 1 }, { seat: 2, name: "Zoé" }];

test("a new game has a deal that a service can draw again", () => {
  const game = newGame(WISH, SITTINGS, ME);
  assert.match(game.seed, /^[0-9a-f]{64}$/);
  assert.equal(game.info.commitment, digest(game.seed));
  assert.equal(game.strings[2], digest(`${digest(game.seed)}:3`));
  assert.notEqual(game.strings[0], game.strings[1]);
  assert.deepEqual(recordNames(game), ["Ann", "Zoé", "club"]);
  assert.deepEqual(
    game.info.seats.map(({ name, level, here }) => [name, level, here]),
    [
      ["Ann", undefined, true],
      ["Zoé", undefined, true],
      [undefined, "club", undefined],
    ],
  );
});

test("in a rematch everybody sits one seat further", () => {
  const first = newGame(WISH, SITTINGS, ME);
  const next = rematch(first, { size: 7 });
  assert.deepEqual(recordNames(next), ["club", "Ann", "Zoé"]);
  assert.deepEqual(next.options, { size: 7 });
  assert.notEqual(next.seed, first.seed);
});

test("a game is given with all that was done, as commands", () => {
  const over = (payoffs: number[], reason: string) => ({ kind: "over", payoffs, reason, seed: "" }) as const;
  const game = { ...newGame({ ...WISH, players: 2, bots: { "2": "club" } }, [{ seat: 1 }], ME), laws: 2 };
  const log = [
    { kind: "started" },
    { kind: "moved", seat: 1, move: "a1" },
    { kind: "asked", seat: 1 },
    { kind: "undone", moves: 1 },
    over([0, 1], "resigned"),
    { kind: "again", table: "x" },
  ] as const;
  const given = givenOf({ ...game, entries: log.map((event, at) => ({ at, event })) });
  assert.deepEqual(given.steps, [
    { do: "move", seat: 1, move: "a1", at: 1 },
    { do: "undo", seat: 1, at: 2 },
    { do: "resign", seat: 1, at: 4 },
  ]);
  assert.deepEqual([given.bots, given.names, given.laws], [{ "2": "club" }, {}, 2]);
});

test("who leaves gets nothing, and the others share it", () => {
  assert.deepEqual(sharedBy([1, 3], 3), [0.5, 0, 0.5]);
  assert.deepEqual(without([1, 0, 0], new Set([1])), [0, 0.5, 0.5]);
  assert.deepEqual(without([0, 1], new Set()), [0, 1]);
});
