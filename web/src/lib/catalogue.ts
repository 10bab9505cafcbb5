/** The sentences that the page was built with: one file for each language and part, made by `web/tools/words.py`. */

import { CHUNKS } from "../generated/languages.ts";
import type { Catalogue, Language } from "./words.ts";

type Later = Readonly<Record<string, () => Promise<{ default: Catalogue }>>>;

/** The sentences of one part of the page: `common`, or those of a game; null where the page was built without them. */
export async function catalogue(language: Language, part: string): Promise<Catalogue | null> {
  const { common, later } = await CHUNKS[language]();
  if (part === "common") return common as unknown as Catalogue;
  return (await (later as unknown as Later)[part]?.())?.default ?? null;
}
