/** Sentences by their code, in the reader's language. The server has the same catalogue. */

import { NAMES } from "../generated/languages.ts";
import type { Event } from "./game.ts";

export type Language = keyof typeof NAMES;
export const LANGUAGES = Object.keys(NAMES) as Language[];

/** A text, or a text and the clause of the laws behind it. */
export type Sentence = string | readonly [text: string, clause: string];
export type Catalogue = Readonly<Record<string, Sentence>>;
export type Facts = Readonly<Record<string, unknown>>;
export type Say = (code: string, facts?: Facts) => string;

const PLACE = /\{(\w+)(?:(!r)|:([^{}|]*)\|([^{}|]*))?\}/g;
const MARKUP = /\[\/?\w*\]/g;

/** A function that says the sentences of these catalogues of a language, without their clauses. A code that none of
 * them has is said as it is. */
export function speaker(language: Language, ...catalogues: readonly Catalogue[]): Say {
  const sentences: Catalogue = Object.assign({}, ...catalogues);
  const plural = new Intl.PluralRules(language);
  return (code, facts = {}) => {
    const sentence = sentences[code];
    if (sentence === undefined) return code;
    return fill(unbroken(typeof sentence === "string" ? sentence : sentence[0]), facts, plural);
  };
}

/** The clause of the laws behind a sentence, for those who ask why. */
export function clauseOf(code: string, ...catalogues: readonly Catalogue[]): string | null {
  const sentence = catalogues.findLast((catalogue) => code in catalogue)?.[code];
  return sentence === undefined || typeof sentence === "string" ? null : sentence[1];
}

/** The sentence of a code, or null where there is none. */
export function known(code: string, say: Say): string | null {
  const found = say(code);
  return found === code ? null : found;
}

/** The text with spaces that do not break before French signs, which a line may not begin with. */
function unbroken(text: string): string {
  return text.replace(/ (?=[:;!?»…])/g, "\u00a0").replace(/« /g, "«\u00a0");
}

/** The text with its places filled: `{count}` with a fact, `{count:move|moves}` with the form that the fact needs. */
function fill(text: string, facts: Facts, plural: Intl.PluralRules): string {
  return text.replace(PLACE, (_, name: string, quoted?: string, one?: string, other?: string) => {
    if (other !== undefined) return plural.select(Number(facts[name])) === "one" ? one! : other;
    return quoted ? `'${facts[name]}'` : `${facts[name]}`;
  });
}

/** A text of the terminal without its marks for bold print. */
export function plain(text: string): string {
  return text.replace(MARKUP, "").trim();
}

/** An error as the server sends it: a code and the facts of its sentence. A fact may be an error itself. */
export interface ErrorMessage {
  code: string;
  facts: Facts;
}

/** An error in words. */
export function explain(error: ErrorMessage, say: Say): string {
  const facts = Object.entries(error.facts).map(([name, fact]) => [name, isError(fact) ? explain(fact, say) : fact]);
  return say(error.code, Object.fromEntries(facts));
}

function isError(fact: unknown): fact is ErrorMessage {
  return typeof fact === "object" && fact !== null && "code" in fact && "facts" in fact;
}

/** An event in words; `who` is the name of its seat. An event that the game has no sentence for is spelt out. */
export function sentence(game: string, event: Event, names: readonly string[], say: Say): string {
  const who = event.seat === undefined ? "" : (names[event.seat - 1] ?? "");
  const code = event.event === "over" ? "terminal.event-over" : `${game}.event-${event.event}`;
  const said = say(code, { ...event, who });
  if (said !== code) return said;
  const { event: kind, seat: _, ...facts } = event;
  const what = [kind, ...Object.values(facts).map((fact) => (typeof fact === "object" ? JSON.stringify(fact) : fact))];
  return say("page.event", { who: who || "–", what: what.join(" ") });
}

/** The first language that the browser prefers and the page has. */
export function preferred(languages: readonly string[]): Language {
  const wanted = languages.map((tag) => tag.split("-")[0]);
  return (wanted.find((tag) => tag !== undefined && Object.hasOwn(NAMES, tag)) as Language | undefined) ?? "en";
}
