import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf, Keys, lettersOf, usualLetters } from "./keys.ts";

const EYE = { right: [1, 0], ahead: [0, 1] } as const;

function hand() {
  const done = { x: 0, y: 0, up: 0, turned: 0, leans: [0, 0] };
  return {
    done,
    carry: ([x, y]: readonly [number, number]) => void ([done.x, done.y] = [done.x + x, done.y + y]),
    pull: (share: number) => void (done.up += share),
    turn: (angle: number) => void (done.turned += angle),
    tilt: ([x, y]: readonly [number, number]) => void (done.leans = [done.leans[0]! + x, done.leans[1]! + y]),
  };
}

test("a tap is a small step, and only one however often the key repeats", () => {
  const [keys, own] = [new Keys(), hand()];
  assert.ok(keys.press("ArrowRight", false, own, EYE));
  const step = own.done.x;
  assert.ok(step > 0.0003 && step < 0.001);
  keys.press("ArrowRight", false, own, EYE);
  keys.pass(0.1, own, EYE);
  keys.release("ArrowRight");
  keys.pass(1, own, EYE);
  assert.equal(own.done.x, step);
});

test("a key that is held moves on, and faster", () => {
  const [keys, own] = [new Keys(), hand()];
  keys.press("ArrowUp", false, own, EYE);
  keys.pass(0.3, own, EYE);
  const early = own.done.y;
  keys.pass(0.3, own, EYE);
  const later = own.done.y - early;
  assert.ok(later > early);
});

test("with Shift the arrows tilt, and letting go of Shift first ends it all the same", () => {
  const [keys, own] = [new Keys(), hand()];
  keys.press("ArrowLeft", true, own, EYE);
  assert.ok(own.done.leans[0]! < 0 && own.done.x === 0);
  keys.release("ArrowLeft");
  assert.equal(keys.busy, false);
});

test("height and turns have their keys; others are not for the hand", () => {
  const [keys, own] = [new Keys(), hand()];
  for (const key of ["KeyS", "KeyQ"]) keys.press(key, false, own, EYE);
  assert.ok(own.done.up < 0 && own.done.turned > 0);
  assert.equal(keys.press("KeyX", false, own, EYE), false);
});

test("letters are places on the keyboard: on a French one Z lifts, and the help says so", () => {
  assert.equal(keyOf({ code: "KeyW", key: "z" }), "KeyW");
  assert.equal(keyOf({ code: "Numpad4", key: "ArrowLeft" }), "ArrowLeft");
  const { w, a, s, d, q } = usualLetters("fr-FR");
  assert.equal(`${w}${q}${s}${d} ${a}`, "ZASD Q");
  assert.equal(usualLetters("fr-CA")["w"], "W");
  assert.equal(usualLetters("en-GB")["w"], "W");
  const known = lettersOf(new Map([["KeyW", "z"]]), usualLetters("en-GB"));
  assert.deepEqual([known["w"], known["t"]], ["Z", "T"]);
});
