/** What the visitor of the gallery has played, and with whom they are friends. */

import type { Friend, History, Invitation } from "../site/messages.ts";
import { games, seats } from "./fixtures.ts";
import { NOW } from "./service.ts";

const DAY = 86_400_000;
const RESULTS = ["won", "lost", "drawn", "won", "won", "lost", "won"] as const;

export const friends: readonly Friend[] = seats(4)
  .slice(1)
  .map(({ person, name, face }, index) => ({
    key: person!,
    name: name!,
    face: face!,
    here: index === 0,
    tells: index === 1,
  }));
export const invitations: readonly Invitation[] = [
  { table: "o", game: games[0]!, by: friends[0]!.key, name: friends[0]!.name, face: friends[0]!.face },
];

export const history: History = {
  games: RESULTS.map((result, index) => ({
    table: `past-${index}`,
    game: games[index % games.length]!,
    at: NOW - index * 2.3 * DAY,
    others: seats(index % 3 === 2 ? 4 : 2, index % 2 ? "club" : undefined).slice(1),
    result,
    ...(index % 2 ? {} : { change: { before: 24.6, after: 24.6 + (result === "won" ? 0.8 : -0.7) } }),
  })),
  skills: [
    { game: games[0]!, won: 14, drawn: 3, lost: 5, beaten: "expert" },
    { game: games[1]!, won: 4, drawn: 0, lost: 6, beaten: "gentle" },
    { game: games[2]!, won: 0, drawn: 1, lost: 2, beaten: null },
  ],
  ratings: {
    [games[0]!]: [25, 25.9, 25.2, 26.1, 27.3, 26.8, 27.9, 29.4].map((mean, index) => ({ at: NOW + index * DAY, mean })),
    [games[1]!]: [25, 24.1, 24.6].map((mean, index) => ({ at: NOW + index * DAY, mean })),
  },
};
