/** The names of the players of a table. */

import type { Say } from "../lib/words.ts";
import type { Info, Player } from "./messages.ts";

/** The name of a seat: of its person or its bot, or that it is free. */
export function nameOf(player: Player, say: Say): string {
  if (!player.person)
    return player.level ? say("site.bot", { level: say(`site.level-${player.level}`) }) : say("site.free");
  return player.name ?? say("site.guest");
}

/** The names of all seats. */
export function namesOf(info: Info, say: Say): string[] {
  return apart(info.seats.map((player) => nameOf(player, say)));
}

/** The names, with the number of the seat after those that several players have, as bots of one level do. */
export function apart(names: readonly string[]): string[] {
  return names.map((name, index) => (names.indexOf(name) !== names.lastIndexOf(name) ? `${name} ${index + 1}` : name));
}
