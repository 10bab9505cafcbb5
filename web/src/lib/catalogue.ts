/** Where the sentences are loaded from: a file a language and a part of the page, made by `web/tools/words.py`. */

import type { Catalogue, Language } from "./words.ts";

const FILES = import.meta.glob<Catalogue>("../generated/words/*/*.json", { import: "default" });

/** The sentences of one part of the page: `common`, or those of a game. */
export async function catalogue(language: Language, part: string): Promise<Catalogue> {
  const load = FILES[`../generated/words/${language}/${part}.json`];
  if (!load) throw new Error(`There are no words for ${part}.`);
  return load();
}
