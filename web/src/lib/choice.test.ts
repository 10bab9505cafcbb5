import assert from "node:assert/strict";
import { test } from "node:test";
import { begun, made, next, tapped } from "./choice.ts";
import { way as crocWay } from "./boards/croc-pool/place.ts";
import { way as partyWay } from "./boards/plouf-party/place.ts";
import { way as ploufWay } from "./boards/le-plouf/place.ts";

const walks = ["a2-a4", "a2-b1", "c5-e5", "a3-a4=c3", "a3-a4=b2"].map(ploufWay);

test("first the pawns that can move can be tapped, then where they can go", () => {
  assert.deepEqual(next(walks, []), new Set(["a2", "c5", "a3"]));
  assert.deepEqual(next(walks, ["a2"]), new Set(["a4", "b1"]));
});

test("a move is made by its last tap", () => {
  assert.equal(made(walks, ["a2"]), null);
  assert.equal(made(walks, ["a2", "b1"]), "a2-b1");
  assert.equal(made(walks, ["a3", "a4"]), null);
  assert.equal(made(walks, ["a3", "a4", "b2"]), "a3-a4=b2");
});

test("a tap on another pawn changes the choice, one on the same pawn or on nothing drops it", () => {
  assert.deepEqual(tapped(walks, ["a2"], "c5"), ["c5"]);
  assert.deepEqual(tapped(walks, ["a2"], "a2"), []);
  assert.deepEqual(tapped(walks, ["a2"], "e1"), []);
});

test("what must be chosen in any case is chosen", () => {
  assert.deepEqual(begun(walks), []);
  assert.deepEqual(begun(["e4-d3", "e4-bar"].map((move) => crocWay(move, 1))), ["e4"]);
  assert.deepEqual(begun([ploufWay("c1")]), []);
  assert.deepEqual(begun([]), []);
});

test("a crocodile is turned over by a button, and the bar is that of the side to move", () => {
  assert.deepEqual(crocWay("flip c3", 1).path, ["c3", "flip"]);
  assert.deepEqual(crocWay("e13-bar", 1).path, ["e13", "bar-1"]);
  assert.deepEqual(crocWay("c3", 2).path, ["c3"]);
});

test("the pawn in hand goes one way or the other; an accusation names a player, then a colour", () => {
  assert.deepEqual(partyWay("pick 5", null).path, ["5"]);
  assert.deepEqual(partyWay("ccw", 11).path, ["11", "ccw"]);
  assert.deepEqual(partyWay("accuse 3 blue", null).path, ["accuse 3", "blue"]);
  assert.deepEqual(partyWay("decline", null).path, ["decline"]);
});
