/** Tournaments for the screens of the gallery. */

import type { Cup, CupGame, CupTeam } from "../site/messages.ts";
import { FACES, games, NAMES, YOU } from "./fixtures.ts";
import { NOW } from "./service.ts";

/** A tournament of eight, before it begins, after some rounds, or over; with teams or without. */
export function cupOf(status: Cup["status"], rounds: number, size = 1): Cup {
  const people = NAMES.slice(0, 4).map((name, index) => ({
    person: index ? `person-${index}` : YOU,
    name,
    face: FACES[index]!,
  }));
  const all: CupTeam["members"] = [...people, ...["gentle", "club", "expert", "random"].map((level) => ({ level }))];
  const count = all.length / size;
  const points = [3, 2.5, 2, 1.5, 1.5, 1, 0.5, 0];
  const teams = Array.from({ length: count }, (_, index): CupTeam => {
    const won = Math.floor((points[index]! * rounds) / 3);
    return {
      team: index + 1,
      members: all.slice(index * size, (index + 1) * size),
      place: rounds ? index + 1 : 1,
      points: rounds ? points[index]! : 0,
      won,
      drawn: 0,
      lost: rounds - won,
      against: 4.5 - index / 2,
      beaten: 3.25 - index / 4,
    };
  });
  const played = Array.from({ length: rounds }, (_, number): Cup["rounds"][number] => ({
    games: Array.from({ length: count / 2 }, (_, pair): CupGame => {
      const [one, other] = [pair + 1, ((pair + number) % (count / 2)) + count / 2 + 1];
      const goes = status === "running" && number === rounds - 1 && pair < 2;
      return {
        table: `cup-${number}-${pair}`,
        one,
        other,
        ...(goes
          ? { status: pair ? "open" : "running", turn: pair ? undefined : 1, times: pair ? [] : [221_000, 187_000] }
          : { points: pair === 2 ? [0.5, 0.5] : [1, 0], why: "pool-full" }),
      } as CupGame;
    }),
    free: [],
  }));
  return {
    type: "cup",
    cup: "cup",
    title: "Friday at the pool",
    host: YOU,
    game: games[0]!,
    system: "swiss",
    size,
    clock: { seconds: 300, per: "game", plus: 5 },
    status,
    at: NOW,
    last_round: 3,
    teams,
    rounds: played,
  };
}
