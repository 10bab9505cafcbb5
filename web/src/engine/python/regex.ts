/** Regular expressions. */

import { Tuple, type Value } from "./values.ts";

export class Found {
  private readonly found: RegExpExecArray;
  constructor(found: RegExpExecArray) {
    this.found = found;
  }
  group(index: Value): Value {
    return this.found[index] ?? null;
  }
  groups(): Tuple {
    return Tuple.from_(this.found.slice(1).map((each) => each ?? null));
  }
}
class Regex {
  private readonly whole: RegExp;
  private readonly part: RegExp;
  constructor(pattern: string) {
    this.whole = new RegExp(`^(?:${pattern})$`, "su");
    this.part = new RegExp(pattern, "su");
  }
  fullmatch(text: string): Found | null {
    const found = this.whole.exec(text);
    return found && new Found(found);
  }
  search(text: string): Found | null {
    const found = this.part.exec(text);
    return found && new Found(found);
  }
}
export const regex = (pattern: string): Regex => new Regex(pattern);
export const reSearch = (pattern: string, text: string): Found | null => new Regex(pattern).search(text);
export const reSub = (pattern: string, change: (found: Found) => string, text: string): string =>
  text.replace(new RegExp(pattern, "gsu"), (...found) => change(new Found([found[0]] as unknown as RegExpExecArray)));
