import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { digest } from "../lib/sha256.ts";
import { acknowledged, beganUnsealed, botString, committed, keepSeal, keptOf, shortForm, toReveal } from "./deal.ts";
import type { LogEvent, News } from "./messages.ts";
import { faultOf, type Proof } from "./proof.ts";

const SEED = "the secret of the service";
const COMMITMENT = digest(SEED);

beforeEach(() => {
  const kept = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
});

/** A log of these events, as the record has it and as it is told. */
function written(table: string, events: readonly object[]): { log: string[]; told: News[] } {
  const log: string[] = [];
  const told: News[] = [];
  for (const [index, event] of events.entries()) {
    const before = index ? digest(log.at(-1)!) : "0".repeat(64);
    log.push(JSON.stringify({ table, n: index + 1, at: 1, before, event }));
    const hash = digest(log.at(-1)!);
    told.push({ type: "news", n: index + 1, at: 1, hash, event: event as LogEvent });
  }
  return { log, told };
}

const CREATED = { kind: "created", game: "marbles", players: 3, commitment: COMMITMENT, deal: 2 };
const LOLA = { kind: "sat", seat: 2, commitment: digest("lola"), person: "lola" };
const BOT = { kind: "sat", seat: 3, level: "club" };
const SEALED = { kind: "sealed" };

/** The table up to the seal, with me at the first seat. */
function opening(table: string): object[] {
  return [CREATED, BOT, { kind: "sat", seat: 1, commitment: committed(table, COMMITMENT), person: "me" }, LOLA, SEALED];
}

test("my string is revealed when all have committed, and only mine", () => {
  const events = opening("t1");
  const { told } = written("t1", events);
  assert.deepEqual(toReveal("t1", told.slice(0, 4), "me"), []);
  const [mine, ...others] = toReveal("t1", told, "me");
  assert.deepEqual(others, []);
  assert.equal(mine!.seat, 1);
  assert.equal(digest(mine!.string), (events[2] as { commitment: string }).commitment);
  const revealed = { kind: "revealed", ...mine };
  assert.deepEqual(toReveal("t1", written("t1", [...events, revealed]).told, "me"), []);
  assert.deepEqual(toReveal("t1", written("t1", [...events, { kind: "closed" }]).told, "me"), []);
});

test("nothing is revealed at a table that says it is sealed while a seat has not committed", () => {
  const { commitment: _, ...open } = LOLA;
  for (const others of [[BOT], [BOT, { ...open, string: "lola" }]]) {
    const sat = { kind: "sat", seat: 1, commitment: committed("t2", COMMITMENT), person: "me" };
    assert.deepEqual(toReveal("t2", written("t2", [CREATED, sat, ...others, SEALED]).told, "me"), []);
  }
});

test("several seats of this browser are all revealed, and another browser reveals nothing", () => {
  const sats = [1, 2, 3].map((seat) => ({ kind: "sat", seat, commitment: committed("t3", COMMITMENT), person: "me" }));
  const { told } = written("t3", [CREATED, ...sats, SEALED]);
  assert.deepEqual(
    toReveal("t3", told, "me").map(({ seat }) => seat),
    [1, 2, 3],
  );
  assert.deepEqual(toReveal("elsewhere", told, "me"), []);
});

/** A whole game, of which this browser was told. */
function proof(table: string, change: (events: object[]) => object[] = (events) => events): Proof {
  const events = opening(table);
  const { told } = written(table, events);
  const [mine] = toReveal(table, told, "me");
  keepSeal(table, told);
  const rest = [
    { kind: "revealed", ...mine },
    { kind: "revealed", seat: 2, string: "lola" },
    { kind: "started" },
    { kind: "over", payoffs: [1, 0, 0], reason: "resigned", seed: SEED },
  ];
  const changed = written(table, change([...events, ...rest]));
  const strings = [mine!.string, "lola", botString(COMMITMENT, 3)];
  const deal = { commitment: COMMITMENT, kept: keptOf(table), strings, drawn: true };
  return { table, you: "me", mine: [1], ...deal, ...changed };
}

test("an honest deal is found fair", async () => {
  assert.equal(await faultOf(proof("t4")), null);
  assert.equal(await faultOf({ ...proof("t5"), you: "somebody else", mine: [], kept: { strings: {} } }), null);
});

/** The events with one replaced. */
function replaced(at: number, event: object): (events: object[]) => object[] {
  return (events) => events.map((old, index) => (index === at ? { ...old, ...event } : old));
}

test("every forged log is found out", async () => {
  const honest = proof("t6");
  assert.equal(await faultOf({ ...honest, log: honest.log.toSpliced(3, 1) }), "chain");
  assert.equal(await faultOf({ ...honest, log: ["nonsense"] }), "chain");
  assert.equal(await faultOf({ ...honest, log: proof("another").log }), "chain");
  const another = written("t6", [{ ...CREATED, host: "puppet" }]);
  assert.equal(await faultOf({ ...honest, told: another.told }), "told");
  const renamed = honest.told.map((news) => (news.n === 4 ? { ...news, event: SEALED as LogEvent } : news));
  assert.equal(await faultOf({ ...honest, told: renamed }), "told");
  assert.equal(await faultOf({ ...honest, kept: { ...honest.kept, seal: "another" } }), "told");
  assert.equal(await faultOf({ ...honest, commitment: digest("another") }), "seed");
  assert.equal(await faultOf({ ...honest, drawn: false }), "seed");
  assert.equal(await faultOf(proof("t7", replaced(8, { seed: "another" }))), "seed");
  assert.equal(await faultOf({ ...honest, strings: honest.strings.with(2, "chosen") }), "strings");
  assert.equal(await faultOf({ ...honest, strings: honest.strings.with(1, "chosen") }), "strings");
  assert.equal(await faultOf({ ...honest, kept: { seal: honest.kept.seal!, strings: { other: "x" } } }), "own");
});

test("no seat changes once it is sealed, and no string comes before that", async () => {
  const puppet = [
    { kind: "stood", seat: 2 },
    { ...LOLA, person: "puppet" },
  ];
  for (const at of [5, 6, 7]) {
    const changed = proof(`p${at}`, (events) => events.toSpliced(at, 0, ...puppet));
    assert.equal(await faultOf(changed), at > 4 ? "strings" : null);
    assert.deepEqual(toReveal(`p${at}`, changed.told.slice(0, at + 2), "me"), []);
  }
  const early = proof("early", (events) => events.toSpliced(4, 0, { kind: "revealed", seat: 2, string: "lola" }));
  assert.equal(await faultOf({ ...early, kept: { strings: early.kept.strings } }), "strings");
});

test("a restart with other commitments after this browser has revealed is found out", async () => {
  const forged = proof("t8", replaced(3, { commitment: digest("chosen") }));
  assert.equal(await faultOf(forged), "told");
});

test("only the first entry creates a table", async () => {
  const other = digest("another seed");
  const again = { ...CREATED, commitment: other };
  const twice = proof("c1", (events) => replaced(9, { seed: "another seed" })(events.toSpliced(5, 0, again)));
  const { commitment: _, ...kept } = twice.kept;
  const chosen = { ...twice, kept, commitment: other, strings: twice.strings.with(2, botString(other, 3)) };
  assert.equal(await faultOf(chosen), "seed");
  assert.equal(await faultOf(proof("c0", (events) => events.toSpliced(5, 0, CREATED))), "strings");
  const late = written("c2", [{ kind: "said" }, ...opening("c2")]);
  assert.deepEqual(toReveal("c2", late.told, "me"), []);
  const events = opening("c3");
  assert.deepEqual(toReveal("c3", written("c3", events.toSpliced(1, 0, again)).told, "me"), []);
});

test("the commitment must be the one that was shown when this browser sat down", async () => {
  const honest = proof("c4");
  const seated = { ...honest.kept, commitment: digest("shown before") };
  assert.equal(await faultOf({ ...honest, kept: seated }), "seed");
  committed("c5", digest("shown before"));
  const { told } = written("c5", opening("c5"));
  assert.equal(keptOf("c5").commitment, digest("shown before"));
  assert.deepEqual(toReveal("c5", told, "me"), []);
});

test("no deal is called fair to a player whose string is not in the log", async () => {
  const honest = proof("o1");
  const elsewhere = { ...honest, kept: { strings: {} } };
  assert.equal(await faultOf(elsewhere), "unknown");
  assert.equal(await faultOf({ ...elsewhere, you: "renamed" }), "unknown");
  const others = { ...honest, you: "renamed", kept: { strings: { [digest("dropped")]: "dropped" } } };
  assert.equal(await faultOf(others), "own");
  assert.equal(await faultOf({ ...honest, mine: [1, 2] }), "own");
  assert.equal(await faultOf({ ...honest, mine: [1, 3] }), "own");
});

test("a commitment that was acknowledged must be in the log, whoever the service says that this is", async () => {
  const mine = committed("k1", COMMITMENT);
  acknowledged("k1", mine);
  const exchanged = proof("k1");
  const elsewhere = {
    ...exchanged,
    you: "somebody else",
    mine: [],
    kept: { ...keptOf("k1"), seal: exchanged.kept.seal! },
  };
  assert.equal(await faultOf(elsewhere), "own");
  const events = opening("k2");
  acknowledged("k2", (events[2] as { commitment: string }).commitment);
  const started = [...events, { kind: "started" }];
  assert.equal(beganUnsealed("k2", written("k2", started).told), false);
  const another = started.with(2, { ...(started[2] as object), commitment: digest("chosen") });
  assert.equal(beganUnsealed("k2", written("k2", another).told), true);
});

test("whoever took over a seat during the game is not told that their string was exchanged", async () => {
  const over = (events: object[]) => events.toSpliced(8, 0, { kind: "returned", seat: 2, person: "late" });
  const late = { ...proof("o2", over), you: "late", mine: [2] };
  assert.equal(await faultOf({ ...late, kept: { strings: {} } }), "unknown");
  assert.equal(await faultOf({ ...late, kept: { strings: { [digest("stood up")]: "stood up" } } }), "unknown");
});

test("a game that begins without a seal is noticed by a browser that had committed", () => {
  const [started, events] = [{ kind: "started" }, opening("u1")];
  const open = events.slice(0, 4);
  assert.equal(beganUnsealed("u1", written("u1", open).told), false);
  assert.equal(beganUnsealed("u1", written("u1", [...open, started]).told), true);
  assert.equal(beganUnsealed("u1", written("u1", [...open, started, SEALED]).told), true);
  assert.equal(beganUnsealed("u1", written("u1", [...events, started]).told), false);
  assert.equal(beganUnsealed("old", written("old", [...open, started]).told), false);
});

test("a number is short enough to be said", () => {
  assert.equal(shortForm("3f2a9c01b7e04d58ffff"), "3f2a 9c01 b7e0 4d58");
});
