/** The legal moves as a list of buttons. */

export interface MoveGroup {
  /** What the moves begin with; empty where the list is one group. */
  name: string;
  moves: readonly string[];
}

/** So many moves need no groups. */
const FEW = 12;
const FIRST_WORD = /^[^\s=:,-]+/;
/** Sorts numbers within moves as numbers: 2 before 11. */
const ORDER = new Intl.Collator("en", { numeric: true });

/** The moves in which a text occurs, sorted. */
export function matching(moves: readonly string[], typed: string): readonly string[] {
  const text = typed.trim().toLowerCase();
  return moves.filter((move) => move.toLowerCase().includes(text)).sort(ORDER.compare);
}

/** The moves by their first word, in their order; one group where they are few or their first words all differ. */
export function grouped(moves: readonly string[]): MoveGroup[] {
  const groups = new Map<string, string[]>();
  for (const move of moves) {
    const name = FIRST_WORD.exec(move)?.[0] ?? "";
    groups.set(name, [...(groups.get(name) ?? []), move]);
  }
  if (moves.length <= FEW || groups.size === 1 || groups.size === moves.length) return [{ name: "", moves }];
  return [...groups].map(([name, members]) => ({ name, moves: members }));
}
