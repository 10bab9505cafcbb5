import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { told as crocTold } from "./boards/croc-pool/words.ts";
import { told as partyTold } from "./boards/plouf-party/words.ts";
import { told as ploufTold } from "./boards/le-plouf/words.ts";
import type { Event } from "./game.ts";
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

test("every move of whole games is told in the words of the terminal, in both languages", () => {
  const moves: { game: string; events: Event[]; [language: string]: unknown }[] = read("told.json");
  assert.ok(moves.length > 400);
  for (const language of LANGUAGES) {
    for (const { game, events, ...sentences } of moves) {
      const say = words(language, "common", game);
      const story = TOLD[game]!(events, LETTERS, say).map((event) => sentence(game, event, LETTERS, say));
      assert.equal(story.join(" "), sentences[language]);
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
