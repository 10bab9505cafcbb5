import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { told as crocTold } from "./boards/croc-pool/words.ts";
import { forgotten, told as partyTold } from "./boards/plouf-party/words.ts";
import { told as ploufTold } from "./boards/le-plouf/words.ts";
import type { PartyView } from "./boards/plouf-party/place.ts";
import type { Event, Result } from "./game.ts";
import { type Catalogue, explain, LANGUAGES, plain, preferred, type Say, sentence, speaker } from "./words.ts";

const read = (path: string) => JSON.parse(readFileSync(new URL(`../generated/${path}`, import.meta.url), "utf8"));
const words = (language: string, ...parts: string[]) =>
  speaker(...parts.map((part) => read(`words/${language}/${part}.json`) as Catalogue));
const LETTERS = [..."ABCDEF"];
const TOLD: Record<string, (events: readonly Event[], names: readonly string[], say: Say) => Event[]> = {
  "le-plouf": ploufTold,
  "plouf-party": partyTold,
  "croc-pool": crocTold,
};

interface Told {
  game: string;
  options: Record<string, string>;
  moves: { events: Event[]; result: Result | null; forgotten: number; en: string; fr: string }[];
}

const games: Told[] = read("told.json");

test("every move of whole games is told in the words of the terminal, in both languages", () => {
  assert.deepEqual(new Set(games.map(({ game }) => game)), new Set(Object.keys(TOLD)));
  for (const language of LANGUAGES) {
    for (const { game, moves } of games) {
      const say = words(language, "common", game);
      for (const move of moves) {
        const story = TOLD[game]!(move.events, LETTERS, say).map((event) => sentence(game, event, LETTERS, say));
        assert.equal(story.join(" "), move[language]);
      }
    }
  }
});

test("where the table is no aid to memory, the page forgets what the terminal forgets", () => {
  const party = games.filter(({ game }) => game === "plouf-party");
  assert.ok(party.some(({ moves }) => moves.some((move) => move.forgotten > 0)));
  for (const { options, moves } of party) {
    for (const [index, { result, forgotten: wanted }] of moves.entries()) {
      const story = moves.slice(0, index + 1).map(({ events }) => events);
      assert.equal(forgotten({ options, result } as PartyView, story), wanted);
    }
  }
});

test("an error is told by its code, with its clause, and the error inside it", () => {
  const say = words("fr", "common", "le-plouf");
  const inner = { code: "le-plouf.corner", facts: { cell: "a1" } };
  assert.ok(explain(inner, say).endsWith("(LP-7)"));
  const outer = { code: "match.record-move", facts: { number: 3, move: "a2-a1", why: inner } };
  assert.ok(explain(outer, say).includes("'a2-a1'"));
  assert.ok(explain(outer, say).includes(explain(inner, say)));
});

test("a code without a sentence is said as it is", () => {
  assert.equal(speaker({})("server.something-new"), "server.something-new");
});

test("the language is the first that the browser prefers and the page speaks", () => {
  assert.equal(preferred(["de-CH", "fr-CH", "en"]), "fr");
  assert.equal(preferred(["en-GB", "fr"]), "en");
  assert.equal(preferred(["de"]), "en");
});

test("signs for bold print are left out", () => {
  assert.equal(plain("\ntype [bold]c1[/].\n"), "type c1.");
});
