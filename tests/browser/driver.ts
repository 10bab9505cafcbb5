/**
 * Does in Node what `transcript.py` does in Python: each line that comes in is a task, each line that goes out what came of
 * it. The first argument is the folder that `python -m lido.browser` has written.
 */

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import {
  LidoError,
  load,
  type Engine,
  type Match,
  type Setup,
  type Thinking,
} from "../../web/src/engine/index.ts";

type Step =
  | ["play", string]
  | ["undo", number, boolean]
  | ["shown"]
  | ["replay", unknown]
  | ["think", string, string, number]
  | ["choose", string, string, Thinking]
  | ["analyse", string, number]
  | ["levels"]
  | ["rematches"];
interface Task {
  game: string;
  setup: Setup;
  steps: Step[];
  /** Whether the game has its tables. */
  tables: boolean;
}

const folder = pathToFileURL(`${process.argv[2]}/`);
const engines = new Map<string, Promise<Engine>>();

function refused(act: () => unknown): unknown {
  try {
    return act() ?? null;
  } catch (error) {
    if (!(error instanceof LidoError)) throw error;
    return { refused: error.kind, code: error.code, facts: error.facts };
  }
}

function shown(match: Match): unknown {
  const seats = Array.from({ length: match.players + 1 }, (_, seat) => seat);
  return {
    views: seats.map((seat) => match.view(seat)),
    position: match.position(),
    record: match.record(),
  };
}

function done(engine: Engine, { setup, steps }: Task): unknown[] {
  let match: Match | undefined;
  const begun = refused(() => void (match = engine.newMatch(setup)));
  if (!match) return [begun];
  const table = match;
  const bots = new Map<string, ReturnType<Engine["bot"]>>();
  const bot = (name: string, level: string): ReturnType<Engine["bot"]> => {
    if (!bots.has(name)) bots.set(name, engine.bot(level, { seed: name }));
    return bots.get(name)!;
  };
  const step = (given: Step): unknown => {
    if (given[0] === "shown") return shown(table);
    if (given[0] === "replay")
      return engine.replay(given[1] as string).record();
    if (given[0] === "undo")
      return table.undo(given[1], { remember: given[2] });
    if (given[0] === "play") return table.play(given[1]);
    if (given[0] === "levels") return engine.levels(table.players);
    if (given[0] === "rematches") return engine.rematches(table.options);
    const seen = table.observation(table.turn!);
    if (given[0] === "analyse")
      return engine.analyse(seen, { seed: given[1], iterations: given[2] });
    if (given[0] === "choose")
      return bot(given[1], given[2]).choose(seen, given[3]);
    return bot(given[1], given[2])
      .think(seen, { iterations: given[3] })!
      .map(({ move, visits, paid, odds }) => [move, visits, paid, odds]);
  };
  const told = (): unknown => [table.turn, table.result, table.legalMoves()];
  return [
    begun,
    told(),
    ...steps.map((given) => [refused(() => step(given)), told()]),
  ];
}

for await (const line of createInterface({ input: process.stdin })) {
  const task: Task = JSON.parse(line);
  const key = `${task.game} ${task.tables}`;
  if (!engines.has(key))
    engines.set(key, load(task.game, folder, { tables: task.tables }));
  const engine = await engines.get(key)!;
  process.stdout.write(`${JSON.stringify(done(engine, task))}\n`);
}
