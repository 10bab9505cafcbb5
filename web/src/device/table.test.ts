import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../engine/index.ts";
import type { Engine, Observation } from "../engine/types.ts";
import type { TableWish } from "../site/api.ts";
import type { FromTable, News, SeatView, Sent, Welcome } from "../site/messages.ts";
import { tableGame } from "./game.ts";
import { type KeptGame, newGame } from "./kept.ts";
import { DeviceTable } from "./table.ts";

const GAMES = new URL("../generated/engine/", import.meta.url);
const ME = { name: "Ann", face: 7 };

/** A table, everything that it has said, and what was kept last. */
class Trial {
  readonly said: FromTable[] = [];
  readonly kept: KeptGame[] = [];
  table!: DeviceTable;
  /** Otherwise they never answer. */
  botsMove = true;
  readonly #engine: Engine;
  #number = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  static async of(wish: TableWish, people: readonly number[] = [1]): Promise<Trial> {
    const trial = new Trial(await load(wish.game, GAMES));
    const sittings = people.map((seat) => ({ seat, ...(seat > 1 ? { name: `P${seat}` } : {}) }));
    await trial.open(newGame(wish, sittings, ME));
    return trial;
  }

  async open(game: KeptGame): Promise<Welcome> {
    this.table = new DeviceTable(game, tableGame(this.#engine), {
      say: (message) => this.said.push(message),
      save: async (kept) => void this.kept.push(structuredClone(kept)),
      choose: async (seen, level) => {
        if (!this.botsMove) await new Promise(() => undefined);
        return this.#engine.bot(level, { seed: 1 }).choose(seen as Observation, { iterations: 10 });
      },
      hint: async (seen) => this.#engine.hint(seen as Observation, { iterations: 10 }),
    });
    await this.table.prepare();
    this.table.run();
    return this.table.welcome(0);
  }

  /** Carry out a command, and let the bots move; the answer to it. */
  async do(command: object): Promise<FromTable> {
    const number = ++this.#number;
    await this.table.carryOut({ ...command, number } as Sent);
    await this.settled();
    return this.said.find((message) => "number" in message && message.number === number)!;
  }

  /** Waits until nobody says anything any more. */
  async settled(): Promise<void> {
    for (let before = -1; before !== this.said.length;) {
      before = this.said.length;
      for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  get welcome(): Welcome {
    return this.table.welcome(0);
  }
  seat(seat: number): SeatView & { legal: string[] } {
    const { legal = [], ...rest } = this.welcome.views![seat]!;
    return { ...rest, legal };
  }
  get events(): string[] {
    return this.welcome.missed!.map((news) => (news as News).event.kind);
  }
}

const AGAINST = { game: "le-plouf", players: 2, options: {}, bots: { "2": "random" } };

test("a bot answers a move, and a page that comes later is told all of it", async () => {
  const trial = await Trial.of(AGAINST);
  const { legal } = trial.seat(1);
  assert.deepEqual(await trial.do({ do: "move", seat: 1, move: legal[0] }), { type: "done", number: 1, n: 2 });
  assert.deepEqual(trial.events, ["started", "moved", "moved"]);
  assert.equal(trial.welcome.info.turn, 1);
  assert.equal(trial.welcome.info.moves, 2);
  assert.deepEqual(Object.keys(trial.welcome.views!), ["1"]);
});

test("what is refused changes nothing, and says why", async () => {
  const trial = await Trial.of(AGAINST);
  const codes = [];
  for (const command of [
    { do: "move", seat: 2, move: "a1" },
    { do: "move", seat: 1, move: "z9" },
    { do: "undo", seat: 1 },
    { do: "rematch" },
    { do: "sit", seat: 1 },
  ]) {
    const answer = await trial.do(command);
    codes.push("code" in answer ? answer.code : answer.type);
  }
  assert.deepEqual(codes, [
    "server.not-your-turn",
    "le-plouf.not-a-move",
    "server.undo-nothing",
    "server.not-over",
    "service.not-on-device",
  ]);
  assert.deepEqual(trial.events, ["started"]);
});

test("a move is taken back with the bot's answer, and a kept game goes on where it was", async () => {
  const trial = await Trial.of(AGAINST);
  const [first, second] = trial.seat(1).legal;
  await trial.do({ do: "move", seat: 1, move: first });
  assert.equal(trial.seat(1).undo, 2);
  await trial.do({ do: "undo", seat: 1 });
  assert.equal(trial.welcome.info.moves, 0);
  await trial.do({ do: "move", seat: 1, move: second });
  const { views, info } = trial.welcome;
  const again = await trial.open(trial.kept.at(-1)!);
  assert.deepEqual([again.views, again.info], [views, info]);
});

test("a hint is a legal move", async () => {
  const trial = await Trial.of(AGAINST);
  const hint = await trial.do({ do: "hint", seat: 1 });
  assert.ok(hint.type === "hint" && trial.seat(1).legal.includes(hint.move));
});

test("who resigns loses, and the same is offered as at the service", async () => {
  const trial = await Trial.of({ ...AGAINST, game: "croc-pool" });
  await trial.do({ do: "resign", seat: 1 });
  const { info } = trial.welcome;
  assert.deepEqual([info.status, info.payoffs, info.reason], ["over", [0, 1], "resigned"]);
  assert.deepEqual(info.rematches, [{ layout: "free" }, { layout: "first" }]);
  assert.deepEqual(trial.kept.at(-1)!.record!.stopped, { payoffs: [0, 1], reason: "resigned" });
  await trial.do({ do: "rematch", options: { layout: "free" } });
  const next = trial.kept.find(({ id }) => id === trial.welcome.info.again)!;
  assert.deepEqual(next.options, { layout: "free" });
  assert.deepEqual(next.seats, [{ level: "random" }, {}]);
});

test("people at one device each see only their own secrets, and a bot plays on for who leaves", async () => {
  const trial = await Trial.of({ game: "plouf-party", players: 3, options: {}, bots: {} }, [1, 2, 3]);
  const tokens = (seat: number) => (trial.seat(seat).view as unknown as { tokens: unknown[] }).tokens;
  for (const seat of [1, 2, 3])
    assert.deepEqual(
      tokens(seat).map((token) => token !== null),
      [1, 2, 3].map((other) => other === seat),
    );
  trial.botsMove = false;
  await trial.do({ do: "resign", seat: 2 });
  assert.deepEqual(
    trial.welcome.info.seats.map(({ level }) => level),
    [undefined, "club", undefined],
  );
  await trial.do({ do: "resign", seat: 1 });
  await trial.do({ do: "resign", seat: 3 });
  assert.deepEqual([trial.welcome.info.status, trial.welcome.info.reason], ["over", "abandoned"]);
});

test("a whole game ends by the rules, with a record that replays", async () => {
  const trial = await Trial.of(AGAINST);
  while (trial.welcome.info.status === "running") await trial.do({ do: "move", seat: 1, move: trial.seat(1).legal[0] });
  const { record } = trial.kept.at(-1)!;
  const engine = await load("le-plouf", GAMES);
  assert.deepEqual(engine.replay(JSON.stringify(record)).result, record!.result);
});
