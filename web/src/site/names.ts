/** The names and faces of the players of a table. */

import { known, type Say } from "../lib/words.ts";
import type { Info, Player } from "./messages.ts";

/** The name of a seat: of its person or its bot, or that it is free. */
export function nameOf(player: Player, say: Say): string {
  if (!player.person) return player.level ? botName(player.level, say) : say("site.free");
  return player.name ?? say("site.guest");
}

/** Stands in choices for the level of the visitor. A bot that has it is called `match-27`, after their rating. */
export const MATCH = "match";

/** The rating that a bot plays up to, if it is one of those. */
export function ratingIn(level: string): number | undefined {
  const found = new RegExp(`^${MATCH}-(\\d+)$`).exec(level);
  return found ? Number(found[1]) : undefined;
}

/** The name of a bot, with its level. */
export function botName(level: string, say: Say): string {
  const rating = ratingIn(level);
  if (rating !== undefined) return say("site.bot", { name: say("site.bot-match"), level: rating });
  const name = known(`site.bot-${level}`, say);
  return name === null ? level : say("site.bot", { name, level: say(`site.level-${level}`) });
}

/** The names of all seats. */
export function namesOf(info: Info, say: Say): string[] {
  return apart(info.seats.map((player) => nameOf(player, say)));
}

/** The names, with the number of the seat after those that several players have, as bots of one level do. */
export function apart(names: readonly string[]): string[] {
  return names.map((name, index) => (names.indexOf(name) !== names.lastIndexOf(name) ? `${name} ${index + 1}` : name));
}

/** The seed of the face of a seat. Those who share the device of a person have faces of their own. */
export function faceOf({ face = 0, here, seat }: Player): number {
  return here ? face + seat : face;
}
