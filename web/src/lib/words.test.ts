import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { GameBoard } from "./boards/types.ts";
import type { Event } from "./game.ts";
import {
  type Catalogue,
  clauseOf,
  explain,
  type Language,
  LANGUAGES,
  plain,
  preferred,
  sentence,
  speaker,
} from "./words.ts";

const read = (path: string) => JSON.parse(readFileSync(new URL(`../generated/${path}`, import.meta.url), "utf8"));
const words = (language: Language, ...parts: string[]) =>
  speaker(language, ...parts.map((part) => read(`words/${language}/${part}.json`) as Catalogue));
const LETTERS = [..."ABCDEF"];
interface Told {
  game: string;
  moves: ({ events: Event[] } & Record<Language, string>)[];
}

const games: Told[] = read("told.json");

test("every move of whole games is told in the words of the terminal, in every language", async () => {
  assert.ok(games.length);
  for (const { game, moves } of games) {
    const { told } = (await import(`./boards/${game}/words.ts`)) as Pick<GameBoard, "told">;
    for (const language of LANGUAGES) {
      const say = words(language, "common", game);
      for (const move of moves) {
        const story = told(move.events, LETTERS, say).map((event) => sentence(game, event, LETTERS, say));
        assert.equal(story.join(" ").replaceAll("\u00a0", " "), move[language]);
      }
    }
  }
});

test("an event that the game has no sentence for is spelt out", () => {
  const say = words("en", "common");
  const event = { event: "draw", seat: 2, card: 7, left: [1, 2] };
  assert.equal(sentence("marbles", event, LETTERS, say), "B: draw 7 [1,2]");
});

test("an error is told by its code and the error inside it; its clause is for those who ask", () => {
  const own: Catalogue = { "marbles.corner": ["{cell} est un coin.", "MA-7"] };
  const say = speaker("fr", read("words/fr/refusals.json") as Catalogue, own);
  const inner = { code: "marbles.corner", facts: { cell: "a1" } };
  assert.equal(explain(inner, say), "a1 est un coin.");
  assert.equal(clauseOf("marbles.corner", {}, own), "MA-7");
  assert.equal(clauseOf("marbles.side", own), null);
  const outer = { code: "match.record-move", facts: { number: 3, move: "a2-a1", why: inner } };
  assert.ok(explain(outer, say).includes("'a2-a1'"));
  assert.ok(explain(outer, say).includes(explain(inner, say)));
});

test("no line begins with a French sign", () => {
  assert.equal(speaker("fr", { a: "Quoi : « {x} » ?" })("a", { x: "b : c" }), "Quoi\u00a0: «\u00a0b : c\u00a0»\u00a0?");
});

test("a code without a sentence is said as it is", () => {
  assert.equal(speaker("en", {})("server.something-new"), "server.something-new");
});

test("the language is the first that the browser prefers and the page speaks", () => {
  assert.equal(preferred(["ja", "fr-CH", "en"]), "fr");
  assert.equal(preferred(["de-CH", "fr-CH", "en"]), "de");
  assert.equal(preferred(["en-GB", "fr"]), "en");
  assert.equal(preferred(["ja"]), "en");
  assert.equal(preferred(["constructor", "fr"]), "fr");
});

test("a form is chosen by a number, as the language counts", () => {
  const own: Catalogue = { a: "{count} {count:coup|coups}" };
  const told = (language: Language) => [0, 1, 2].map((count) => speaker(language, own)("a", { count }));
  assert.deepEqual(told("fr"), ["0 coup", "1 coup", "2 coups"]);
  assert.deepEqual(told("en"), ["0 coups", "1 coup", "2 coups"]);
});

test("marks for bold print are removed", () => {
  assert.equal(plain("\ntype [bold]c1[/].\n"), "type c1.");
});
