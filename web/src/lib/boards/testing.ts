import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Scene } from "../../gallery/scene.ts";
import type { Act } from "../motion.ts";
import { acts as crocActs } from "./croc-pool/acts.ts";
import { type CrocView, Pool as CrocPool } from "./croc-pool/place.ts";
import { acts as ploufActs } from "./le-plouf/acts.ts";
import { along as alongRim, type PloufView } from "./le-plouf/place.ts";
import { acts as partyActs } from "./plouf-party/acts.ts";
import { along as alongRing, type PartyView, Pool as PartyPool } from "./plouf-party/place.ts";

const scenes: Scene[] = JSON.parse(readFileSync(new URL("../../generated/scenes.json", import.meta.url), "utf8"));

function pieces(view: unknown, game: string): Set<string> {
  if (game === "le-plouf") return new Set(Object.keys((view as PloufView).cells));
  if (game === "croc-pool") return new Set(Object.keys((view as CrocView).squares));
  const { ring, water } = view as PartyView;
  return new Set([
    ...ring.flatMap((pawn, space) => (pawn ? [`s${space}`] : [])),
    ...water.map((_, place) => `w${place}`),
  ]);
}

function acts({ game, last, after }: Scene): Act[] {
  if (game === "le-plouf") return ploufActs(last.events);
  if (game === "croc-pool") return crocActs(last.events, new CrocPool(false, false));
  return partyActs(last.events, after.views[0] as PartyView, new PartyPool(true));
}

test("whatever moves is on the board, after the move or, where it leaves, before it", () => {
  for (const scene of scenes) {
    const [before, after] = [scene.before, scene.after].map((table) => pieces(table.views[0], scene.game));
    for (const act of acts(scene)) {
      if ("piece" in act)
        assert.ok((act.was ? before! : after!).has(act.piece), `${scene.game} ${scene.name} ${act.piece}`);
    }
  }
});

test("every piece that is somewhere else after a move is set in motion", () => {
  for (const scene of scenes) {
    const [before, after] = [scene.before, scene.after].map((table) => pieces(table.views[0], scene.game));
    const moved = new Set(acts(scene).flatMap((act) => ("piece" in act ? [act.piece] : [])));
    for (const piece of after!)
      if (!before!.has(piece)) assert.ok(moved.has(piece), `${scene.game} ${scene.name} ${piece}`);
  }
});

test("a pawn walks the shorter way round the rim, and the way it was told round the pool", () => {
  assert.deepEqual(alongRim("a4", "b5"), ["a4", "a5", "b5"]);
  assert.deepEqual(alongRim("a2", "b1"), ["a2", "a1", "b1"]);
  assert.deepEqual(alongRing(17, 1, "cw"), [17, 0, 1]);
  assert.deepEqual(alongRing(1, 16, "ccw"), [1, 0, 17, 16]);
});
