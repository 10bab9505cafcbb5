/** What is refused, as the caller of the engine sees it. */

import { Dict, LidoError as Refused, plain, str, type Value } from "./python/index.ts";

const LONGEST_FACT = 400;

/** A refusal: the code of its sentence (`match.over`) and the facts that the sentence mentions. Nothing has changed. */
export class LidoError extends Error {
  override readonly name = "LidoError";
  /** `IllegalMove`, `BadSetup`, `BadPosition` or `BadRecord`. */
  readonly kind: string;
  readonly code: string;
  /** A fact that is a refusal itself has a `code` and `facts`. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(kind: string, code: string, facts: Readonly<Record<string, unknown>>) {
    super(`${code} ${JSON.stringify(facts)}`);
    this.kind = kind;
    this.code = code;
    this.facts = facts;
  }
}

/** Does something of the translated code; what it refuses is thrown as a LidoError. */
export function guarded<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new LidoError(error.kind, error.code, facts(error));
  }
}

function facts(error: Refused): Record<string, unknown> {
  return Object.fromEntries(error.facts.pairs().map(([name, value]) => [name, short(value)]));
}

/** A fact, cut to a length that fits a sentence. */
function short(fact: Value): unknown {
  if (fact instanceof Refused) return { code: fact.code, facts: facts(fact) };
  if (typeof fact === "bigint") {
    const bits = fact.toString(2).replace("-", "").length;
    return bits > LONGEST_FACT ? `~10^${Math.floor((bits * 3) / 10)}` : fact.toString();
  }
  if (typeof fact === "string" || Array.isArray(fact) || fact instanceof Dict) {
    const text = [...str(fact)];
    if (text.length > LONGEST_FACT) return `${text.slice(0, LONGEST_FACT).join("")}…`;
  }
  return plain(fact);
}
