/** What the tests of several boards share. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { Scene } from "../../gallery/scene.ts";
import type { View } from "../game.ts";
import type { Act } from "../motion.ts";

const SCENES: Scene[] = JSON.parse(readFileSync(new URL("../../generated/scenes.json", import.meta.url), "utf8"));

/** Test the animations of a game on its scenes, by the names of the pieces in a view and the acts of a move. */
export function testActs<V extends View>(
  game: string,
  pieces: (view: V) => readonly string[],
  acts: (scene: Scene) => readonly Act[],
): void {
  const scenes = SCENES.filter((scene) => scene.game === game);
  const before = (scene: Scene) => new Set(pieces(scene.before.views[0] as V));
  const after = (scene: Scene) => new Set(pieces(scene.after.views[0] as V));

  test("what moves is on the board after the move or, where it leaves, before it", () => {
    assert.ok(scenes.length > 9);
    for (const scene of scenes)
      for (const act of acts(scene))
        if ("piece" in act) assert.ok((act.was ? before : after)(scene).has(act.piece), `${scene.name} ${act.piece}`);
  });

  test("every piece that is in a new place after a move is animated", () => {
    for (const scene of scenes) {
      const moved = new Set(acts(scene).flatMap((act) => ("piece" in act ? [act.piece] : [])));
      const was = before(scene);
      for (const piece of after(scene)) if (!was.has(piece)) assert.ok(moved.has(piece), `${scene.name} ${piece}`);
    }
  });
}
