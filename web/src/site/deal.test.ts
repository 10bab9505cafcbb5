import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { digest } from "../lib/sha256.ts";
import {
  beganUnsealed,
  botString,
  committed,
  keepSeal,
  keptOf,
  shortForm,
  stoodUp,
  toReveal,
  turnedAway,
} from "./deal.ts";
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

/** What a browser that sat down as "me" says of a log in which its seat came about so, if it is told to be another. */
async function saidOf(table: string, sats: (mine: object) => object[], change: (mine: string) => void = () => {}) {
  const mine = committed(table, COMMITMENT, "me");
  change(mine);
  const seated = sats({ kind: "sat", seat: 1, commitment: mine, person: "me" });
  const rest = [
    { kind: "revealed", seat: 1, string: "chosen" },
    { kind: "revealed", seat: 2, string: "lola" },
    { kind: "started" },
    { kind: "over", payoffs: [1, 0, 0], reason: "resigned", seed: SEED },
  ];
  const { log, told } = written(table, [CREATED, BOT, ...seated, LOLA, SEALED, ...rest]);
  const strings = ["chosen", "lola", botString(COMMITMENT, 3)];
  const deal = { commitment: COMMITMENT, kept: keptOf(table), strings, drawn: true };
  const fault = await faultOf({ table, you: "somebody else", mine: [], ...deal, log, told });
  return { fault, unsealed: beganUnsealed(table, told) };
}

test("a sealed seat must have the commitment of this browser, whoever the service says that this is", async () => {
  const chosen = { kind: "sat", seat: 1, commitment: digest("chosen"), person: "me" };
  const puppet = { ...chosen, person: "puppet" };
  const stood = { kind: "stood", seat: 1 };
  const own = { fault: "own", unsealed: true };
  assert.deepEqual(await saidOf("k1", (mine) => [mine, stood, chosen]), own);
  assert.deepEqual(await saidOf("k2", () => [chosen]), own);
  assert.deepEqual(await saidOf("k3", () => [puppet]), own, "it was neither refused nor written");
  const refused = (table: string) => (mine: string) => turnedAway(table, mine);
  assert.deepEqual(await saidOf("k4", () => [chosen], refused("k4")), own, "the service said that it was refused");
  assert.deepEqual(
    await saidOf(
      "k5",
      (mine) => [mine, stood, chosen],
      () => stoodUp("k5"),
    ),
    own,
  );
  assert.equal((await saidOf("k6", (mine) => [mine, stood, puppet])).fault, "unknown", "the host freed the seat");
  assert.equal((await saidOf("k7", () => [puppet], refused("k7"))).fault, null);
  assert.equal(
    (
      await saidOf(
        "k8",
        (mine) => [mine, stood, puppet],
        () => stoodUp("k8"),
      )
    ).fault,
    null,
  );
});

test("who leaves a seat and sits down again is in the game", () => {
  committed("s1", COMMITMENT, "me");
  stoodUp("s1");
  assert.equal(keptOf("s1").stood, true);
  committed("s1", COMMITMENT, "me");
  assert.equal(keptOf("s1").stood, false);
});

test("whoever took over a seat during the game is not told that their string was exchanged", async () => {
  const over = (events: object[]) => events.toSpliced(8, 0, { kind: "returned", seat: 2, person: "late" });
  const late = { ...proof("o2", over), you: "late", mine: [2] };
  assert.equal(await faultOf({ ...late, kept: { strings: {} } }), "unknown");
  assert.equal(
    await faultOf({ ...late, kept: { stood: true, strings: { [digest("stood up")]: "stood up" } } }),
    "unknown",
  );
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
