/** Plouf Party in words. */

import type { Event } from "../../game.ts";
import type { Say } from "../../words.ts";
import type { TextTable } from "../types.ts";
import { COLOURS, type PartyView, type Pawn, SPACES } from "./place.ts";

export function colour(letter: string, say: Say): string {
  return say(`plouf-party.colour-${COLOURS[letter]?.name}`);
}

/** The events with colours in words and players by name, and a kind of their own where the sentence differs. */
export function told(events: readonly Event[], names: readonly string[], say: Say): Event[] {
  return events.map((event) => {
    const said: Event = { ...event };
    for (const name of ["colour", "token"]) if (name in said) said[name] = colour(said[name] as string, say);
    if ("accused" in said) said["accused"] = names[(said["accused"] as number) - 1];
    if (event.event === "fall" && event["number"] === null) said.event = "fall-face-down";
    if (event.event === "verdict") said.event = event["right"] ? "verdict-right" : "verdict-wrong";
    return said;
  });
}

/** Without the aid to memory, every move before the last turn is left out until the game is over. */
export function forgotten(view: PartyView, moves: readonly (readonly Event[])[]): number {
  if (view.options["memory"] === "aid" || view.result) return 0;
  return Math.max(
    0,
    moves.findLastIndex((events) => events.some((event) => event.event === "take")),
  );
}

export function pawnInWords(pawn: Pawn, say: Say): string {
  const name = colour(pawn.colour, say);
  return pawn.number === null ? name : say("plouf-party.board-numbered", { colour: name, number: pawn.number });
}

export function spaceInWords(view: PartyView, space: number, say: Say): string {
  const pawn = view.ring[space];
  const what = pawn ? pawnInWords(pawn, say) : say("page.free");
  const ground = say(space ? "plouf-party.board-side" : "plouf-party.board-board");
  return say("page.spot", { spot: space, ground, what });
}

export function text(view: PartyView, _names: readonly string[], say: Say): TextTable {
  const water = view.water.map((pawn) => pawnInWords(pawn, say)).join(", ");
  return {
    caption: say("page.board", { game: say("plouf-party.name") }),
    columns: [say("plouf-party.board-pawn")],
    rows: Array.from({ length: SPACES }, (_, space) => ({
      name: space ? `${space}` : `0 (${say("plouf-party.board-board")})`,
      cells: [view.ring[space] ? pawnInWords(view.ring[space], say) : "–"],
    })),
    notes: [say("plouf-party.board-water", { pawns: water || "–" })],
  };
}

/** What is known of a seat's colour; of the reader's own seat only what everybody knows. */
export function note(view: PartyView, seat: number, say: Say): string {
  const token = view.tokens[seat - 1];
  if (!view.in[seat - 1]) return say("plouf-party.board-out", { colour: token ? colour(token, say) : "?" });
  const cleared = view.cleared[seat - 1] ?? [];
  if (cleared.length)
    return say("plouf-party.board-cleared", { colours: cleared.map((letter) => colour(letter, say)).join(", ") });
  return say("plouf-party.board-unknown");
}

/** The reader's own colour, while they are in the game. */
export function secret(view: PartyView, say: Say): string | null {
  const token = view.seat && view.in[view.seat - 1] ? view.tokens[view.seat - 1] : null;
  return token ? say("plouf-party.board-secret-shown", { colour: colour(token, say) }) : null;
}

/** The colour of a seat as the list of players shows it: the reader's own stays hidden until the end. */
export function token(view: PartyView, seat: number): string | null {
  return view.seat === seat && !view.result ? null : (view.tokens[seat - 1] ?? null);
}
