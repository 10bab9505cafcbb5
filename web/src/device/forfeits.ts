/** The payoffs when players leave before the end, as the service has them (`src/lido/forfeits.py`). */

/** The payoffs where these seats share the game. */
export function sharedBy(seats: readonly number[], players: number): number[] {
  return Array.from({ length: players }, (_, index) => (seats.includes(index + 1) ? 1 / seats.length : 0));
}

/** The payoffs of a game that some players left: their share goes to those who stayed, or else to all the others. */
export function without(payoffs: readonly number[], gone: ReadonlySet<number>): number[] {
  const everybody = payoffs.map((_, index) => index + 1);
  const paid = payoffs.map((payoff, index) => (gone.has(index + 1) ? 0 : payoff));
  const staying = everybody.filter((seat) => !gone.has(seat));
  for (const seat of gone) {
    const heirs = staying.length ? staying : everybody.filter((other) => other !== seat);
    for (const heir of heirs) paid[heir - 1]! += payoffs[seat - 1]! / heirs.length;
  }
  return paid;
}
