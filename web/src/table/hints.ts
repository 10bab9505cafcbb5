/** Where a player may ask for a hint; the server refuses it elsewhere. */

import type { Info } from "../site/messages.ts";

/** One person against bots, or a table opened with hints for everybody; never a rated game. */
export function mayHint(info: Info): boolean {
  const people = info.seats.filter((player) => player.person !== undefined).length;
  return !info.rated && (info.hints === true || people === 1);
}
