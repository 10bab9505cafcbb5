/** Plouf Party in words. */

import type { Event } from "../../game.ts";
import type { Say } from "../../words.ts";
import type { TextTable } from "../types.ts";
import { BOARD, COLOURS, DISTANCE, letterOf, type PartyView, type Pawn, SPACES, walks } from "./place.ts";

export function colour(letter: string, say: Say): string {
  return say(`plouf-party.colour-${COLOURS[letter]?.name}`);
}

/** `accuse 3 blue` in words. */
export function accusationInWords(move: string, names: readonly string[], say: Say): string {
  const [, seat, name] = move.split(" ");
  return say("plouf-party.board-accuse-of", { who: names[Number(seat) - 1], colour: colour(letterOf(name!), say) });
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
  const ground = say(`plouf-party.board-${space === BOARD ? "board" : "side"}`);
  return say("page.spot", { spot: space, ground, what });
}

export function text(view: PartyView, _names: readonly string[], say: Say): TextTable {
  const water = view.water.map((pawn) => pawnInWords(pawn, say)).join(", ");
  return {
    caption: say("page.board", { game: say("plouf-party.name") }),
    columns: [say("plouf-party.board-pawn")],
    rows: Array.from({ length: SPACES }, (_, space) => ({
      name: space === BOARD ? `${space} (${say("plouf-party.board-board")})` : `${space}`,
      cells: [view.ring[space] ? pawnInWords(view.ring[space], say) : "–"],
    })),
    notes: [say("plouf-party.board-water", { pawns: water || "–" })],
  };
}

/** What is known of a seat's colour; of the reader's own seat only what everybody knows. */
export function note(view: PartyView, seat: number, say: Say): string {
  const token = view.tokens[seat - 1];
  if (view.result && view.in[seat - 1] && token) return say("plouf-party.board-was", { colour: colour(token, say) });
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

/** The colour of a seat as the list of players shows it; on a shared screen the reader's own is hidden until the end. */
export function token(view: PartyView, seat: number, shared: boolean): string | null {
  return shared && view.seat === seat && !view.result ? null : (view.tokens[seat - 1] ?? null);
}

/** The aim, with the reader's own colour where nobody else looks at the screen. */
export function aim(view: PartyView, shared: boolean, say: Say): string {
  const own = view.seat && view.in[view.seat - 1] ? view.tokens[view.seat - 1] : null;
  if (view.seat && !view.in[view.seat - 1]) return say("plouf-party.aim-out");
  if (!own) return say("plouf-party.aim");
  return shared ? say("plouf-party.aim-shared") : say("plouf-party.aim-colour", { colour: colour(own, say) });
}

/** The tips that matter now; that one's own pawn has fallen is a secret where others look on. */
export function tips(view: PartyView, legal: readonly string[], shared: boolean): string[] {
  const ways = walks(view, legal);
  const lost = view.water.some((pawn) => pawn.colour === view.tokens[view.seat - 1]);
  return [
    ...(legal.some((move) => move.startsWith("accuse")) ? ["accuse"] : []),
    ...(ways.some(({ dives }) => dives) ? ["dive"] : []),
    ...(ways.length ? ["direct"] : []),
    ...(legal.some((move) => move.startsWith("pick")) ? ["pick", "bluff"] : []),
    ...(view.seat && view.in[view.seat - 1] && lost && !shared ? ["lost"] : []),
  ];
}

/** Why the game ended so: which colours were left, and whose pawn stood nearest to the diving board. */
export function reason(view: PartyView, names: readonly string[], say: Say): string | null {
  const { reason: why, payoffs } = view.result!;
  if (why !== "colours" && why !== "stall") return null;
  const left = [...new Set(view.ring.flatMap((pawn) => (pawn ? [pawn.colour] : [])))];
  const end = say(`plouf-party.ending-${why}`, { colours: left.map((letter) => colour(letter, say)).join(", ") });
  const near = payoffs.flatMap((paid, index) => {
    const token = view.tokens[index];
    const spaces = view.ring.flatMap((pawn, space) => (pawn && pawn.colour === token ? [DISTANCE[space]!] : []));
    if (!paid || !token || !spaces.length) return [];
    return say("plouf-party.ending-nearest", {
      who: names[index],
      colour: colour(token, say),
      spaces: Math.min(...spaces),
    });
  });
  return [end, ...near].join(" ");
}
