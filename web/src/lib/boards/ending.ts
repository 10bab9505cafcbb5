/** Helpers for the ending of a game in words. */

/** What each player has: "you 4, Max 3". */
export function each(names: readonly string[], values: readonly number[]): string {
  return names.map((name, index) => `${name}\u00a0${values[index]}`).join(", ");
}

/** The seats that share the highest value, from 0. */
export function first(values: readonly number[]): number[] {
  const most = Math.max(...values);
  return values.flatMap((value, index) => (value === most ? [index] : []));
}

/** The seats that won, from 0: none in a draw. */
export function winnersOf(payoffs: readonly number[]): number[] {
  const best = first(payoffs);
  return best.length < payoffs.length ? best : [];
}
