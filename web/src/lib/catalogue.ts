/** The sentences that the page was built with: one file for each language and part, made by `web/tools/words.py`. */

import type { Catalogue, Language } from "./words.ts";

const FILES = import.meta.glob<Catalogue>("../generated/words/*/*.json", { import: "default" });

/** Whether the page was built with the sentences of a part. */
export function hasCatalogue(language: Language, part: string): boolean {
  return `../generated/words/${language}/${part}.json` in FILES;
}

/** The sentences of one part of the page: `common`, or those of a game. */
export async function catalogue(language: Language, part: string): Promise<Catalogue> {
  return FILES[`../generated/words/${language}/${part}.json`]!();
}
