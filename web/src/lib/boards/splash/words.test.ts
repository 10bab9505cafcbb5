import assert from "node:assert/strict";
import { test } from "node:test";
import { command, told } from "./words.ts";

const say = (code: string, facts: Readonly<Record<string, unknown>> = {}) =>
  `${code}(${Object.values(facts).join(" ")})`;

test("a place is written in millimetres and degrees, and sent in metres and radians", () => {
  assert.deepEqual(command("place"), { move: "place", details: { pose: [0, 0, 0, 0] } });
  assert.deepEqual(command(" place 2 -1 90 3"), { move: "place", details: { pose: [0.002, -0.001, Math.PI / 2, 3] } });
});

test("whatever else is written goes to the server as it is", () => {
  for (const written of ["give blue-stick", "place here", "place 1 2 3 4 5"])
    assert.deepEqual(command(written), { move: written });
});

test("a fall and a borrowed piece are told as such", () => {
  const events = [
    { event: "give", seat: 1, from: 2, piece: "blue-stick" },
    { event: "place", seat: 2, piece: "blue-stick", stands: false, fell: ["blue-stick"], pieces: [{}] },
  ];
  const [give, fall] = told(events, ["Lola", "Max"], say);
  assert.equal(give!.event, "give-from");
  assert.equal(give!["other"], "Max");
  assert.equal(fall!.event, "fall");
  assert.match(`${fall!["fell"]}`, /^splash.piece-stick/);
});
