/** A view of any game as text. */

import type { TextTable } from "../boards/types.ts";
import type { View } from "../game.ts";
import { known, type Say } from "../words.ts";

/** The parts that every view has; the page shows them elsewhere. */
const COMMON = ["game", "players", "options", "seat", "turn", "step", "result"];
const NOTHING = "–";

/** The view part by part. The heading of a part is `<game>.board-<part>` where the game has that sentence. */
export function text(view: View, names: readonly string[], say: Say): TextTable {
  const parts = Object.entries(view).filter(([name]) => !COMMON.includes(name));
  return {
    caption: say("page.board", { game: say(`${view.game}.name`) }),
    columns: [say("generic.value")],
    rows: parts.map(([name, value]) => ({
      name: known(`${view.game}.board-${name.replaceAll("_", "-")}`, say) ?? name.replaceAll(/[_-]/g, " "),
      cells: [written(value, say)],
    })),
    notes: view.turn === null ? [] : [say("generic.turn-of", { who: names[view.turn - 1] ?? view.turn })],
  };
}

/** A value in one line; lists within a list are set apart by semicolons. */
function written(value: unknown, say: Say): string {
  if (value === null || value === undefined || value === "") return NOTHING;
  if (typeof value === "boolean") return say(value ? "generic.yes" : "generic.no");
  if (Array.isArray(value)) {
    const nested = value.some((each) => typeof each === "object" && each !== null);
    return value.map((each) => written(each, say)).join(nested ? "; " : ", ") || NOTHING;
  }
  if (typeof value === "object")
    return (
      Object.entries(value)
        .map(([name, each]) => `${name} ${written(each, say)}`)
        .join(", ") || NOTHING
    );
  return `${value}`;
}
