/** People, tables and games for the screens of the gallery. */

import recorded from "../generated/screens.json";
import generated from "../generated/scenes.json";
import { HERE, type KeptGame, newGame } from "../device/kept.ts";
import { winnersOf } from "../lib/boards/ending.ts";
import type { GameRecord } from "../site/api.ts";
import type {
  Analysis,
  DayOfChallenge,
  Info,
  Me,
  News,
  Offer,
  Player,
  PoolShown,
  Profile,
  ReplayStep,
  SeatView,
  Welcome,
} from "../site/messages.ts";
import type { Scene } from "./scene.ts";
import { type Answers, NOW } from "./service.ts";

interface Recorded {
  challenges: Readonly<
    Record<
      string,
      {
        day: string;
        task: unknown;
        towers: readonly { points: number; facts: Record<string, number>; film: unknown }[];
        going: Scene;
      }
    >
  >;
  offer: Offer;
  replays: Readonly<Record<string, { record: GameRecord; steps: readonly ReplayStep[] }>>;
  positions: readonly { asked: Pick<GameRecord, "game" | "position" | "moves">; steps: readonly ReplayStep[] }[];
}

const { offer, replays, positions, challenges } = recorded as unknown as Recorded;
const scenes = generated as unknown as readonly Scene[];

/** The games, in their order on the home page. */
export const games: readonly string[] = offer.games.map(({ id }) => id);
/** A game with secrets, for which a device is passed from hand to hand. */
export const secretive: string = offer.games.find(({ secrets }) => secrets)!.id;
/** The scenes that are shown as whole tables. */
export const tables: readonly Scene[] = scenes.filter(({ story }) => story);
/** A scene of the largest table, and the end of one that several have won. */
export const crowded: Scene = scenes.reduce((one, other) => (playersOf(other) > playersOf(one) ? other : one));
export const shared: Scene = scenes.find(({ after }) => winnersOf(after.views[0]!.result?.payoffs ?? []).length > 1)!;

function playersOf({ after }: Scene): number {
  return after.views[0]!.players;
}

/** The first scene of a game with that name. */
export function sceneOf(game: string, name: string): Scene {
  return scenes.find((scene) => scene.game === game && scene.name === name)!;
}

export const YOU = "you0000000000000";
export const NAMES = ["Lola", "Max", "Zoé", "Karim", "Ida", "Tom"];
const LONG_NAMES = [
  "Marie-Antoinette de la Piscine",
  "Bartholomäus-Maximilian Schmid",
  "Wolfeschlegelsteinhausenberger",
  "Anastasia Konstantinopoulou",
  "Jean-Baptiste Emmanuel Zorg",
  "The Great Bambino of Long Pool",
];
export const FACES = [7, 1234567, 42, 9001, 77, 2024];
const COMMITMENT = "5f3a9c0e8b7d4a61f2c3e4d5b6a79801c2d3e4f5061728394a5b6c7d8e9f0a1b";

export const me: Me = { key: YOU, name: "Lola", language: "en", rated: true, face: FACES[0]!, blocked: [] };
export const newcomer: Me = { ...me, name: null, rated: false };
export const profile: Profile = {
  key: YOU,
  face: me.face,
  name: "Lola",
  ratings: Object.fromEntries(games.slice(0, 2).map((game, index) => [game, 24.6 + index * 3.1])),
};

/** Who sits at a table: the visitor on those seats, people on the others; a bot of that level on the last of these. */
export function seats(count: number, level?: string, own: readonly number[] = [1]): Player[] {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  const others = all.filter((seat) => !own.includes(seat));
  return all.map((seat): Player => {
    if (level && seat === others.at(-1)) return { seat, level };
    const who = own.includes(seat) ? own.indexOf(seat) : own.length + others.indexOf(seat);
    const person = own.includes(seat) ? YOU : `person-${who}`;
    return { seat, person, name: NAMES[who]!, face: FACES[who]!, present: who !== 2, here: own.length > 1 };
  });
}

export function info(game: string, players: Player[], more: Partial<Info> = {}): Info {
  return {
    table: `table-${game}`,
    game,
    options: {},
    status: "running",
    host: YOU,
    public: true,
    commitment: COMMITMENT,
    seats: players,
    turn: 1,
    ...more,
  };
}

/** The same people with names as long as names may be, and clocks that need much room. */
export function verbose(players: readonly Player[]): Player[] {
  return players.map((player, index) => ({
    ...player,
    ...(player.level ? {} : { name: LONG_NAMES[index]! }),
    time: 4_412_000 - index * 65_000,
  }));
}

/** A table where one has left, a bot plays for another and for the visitor, and one can be replaced by a bot. */
export function deserted(count: number): Player[] {
  const changes: readonly Partial<Player>[] = [
    { level: "club" },
    { present: false, left: true },
    { present: false, level: "club" },
    { present: false, replaceable: true },
  ];
  return seats(count).map((player, index) => ({ ...player, ...changes[index] }));
}

const free = (seat: number): Player => ({ seat });
const strangers = (count: number): Player[] =>
  seats(count).map((player) => ({ ...player, person: `other-${player.seat}`, name: NAMES.at(-player.seat)! }));

/** Tables in every state that a list can show. */
export const mine: readonly Info[] = [
  info(games[0]!, seats(2, "club"), { table: "a" }),
  info(games[1]!, seats(4), { table: "b", turn: 2, due: NOW + 2.5 * 86_400_000 }),
  info(games[2]!, [...seats(1), free(2)], { table: "c", status: "open" }),
  info(games[0]!, seats(2), { table: "d", status: "over", payoffs: [1, 0] }),
  info(games.at(-1)!, seats(3, "gentle"), { table: "e", status: "over", payoffs: [0, 0, 1] }),
];
export const lobby: readonly Info[] = [
  info(games[0]!, [...strangers(1), free(2)], { table: "f", status: "open", host: "other-1" }),
  info(games[1]!, [...strangers(2), free(3), free(4)], { table: "g", status: "open", host: "other-1" }),
  info(games[2]!, strangers(2), { table: "h", host: "other-1", watchers: 3 }),
  info(games.at(-1)!, strangers(6), { table: "i", host: "other-1", rated: true }),
  info(games[0]!, strangers(4), { table: "j", host: "other-1" }),
];

/** Games on the visitor's device: one that is being played, one that is over, and one that the service has too. */
export const kept: readonly KeptGame[] = [
  info(games[0]!, seats(2, "club"), { table: "k" }),
  info(games[1]!, seats(3, undefined, [1, 2, 3]), { table: "l", status: "over", payoffs: [0, 1, 0] }),
  info(games[0]!, seats(2, "gentle"), { table: "m", status: "over", payoffs: [1, 0] }),
].map((shown, index) => ({
  ...newGame({ game: shown.game, players: shown.seats.length }, [], { name: me.name, face: me.face }),
  id: shown.table,
  info: { ...shown, seats: shown.seats.map((player) => (player.person ? { ...player, person: HERE } : player)) },
  changed: NOW - index,
  record: replays[games[0]!]!.record,
  ...(index === 2 ? { given: "n" } : {}),
}));

export const pool: PoolShown = {
  paces: { quick: { seconds: 300, per: "game", plus: 5 }, calm: { seconds: 900, per: "game", plus: 10 } },
  waiting: { [games[0]!]: { quick: 3, calm: 1 } },
};
/** Games to watch. */
export const live: readonly Info[] = [2, 4, 2, 6, 2, 3].map((count, index) =>
  info(games[index % games.length]!, strangers(Math.min(count, index % 3 === 2 ? 2 : 6)), {
    table: `live-${index}`,
    host: "other-1",
  }),
);

/** A visitor with a name, games and tables. */
export const visit: Answers = { me, offer, mine, lobby, person: profile, pool, live };
/** A first visit on a day when nobody plays. */
export const empty: Answers = { me: newcomer, offer, mine: [], lobby: [], person: { ...profile, ratings: {} }, pool };

function entry(n: number, event: News["event"], more: Partial<News> = {}): News {
  return { type: "news", n, at: NOW, hash: "", event, ...more };
}

export function welcome(table: Info, views: Readonly<Record<string, SeatView>>, more: Partial<Welcome> = {}): Welcome {
  return { type: "welcome", n: 1, at: NOW, you: YOU, info: table, views, ...more };
}

/** A table of a scene; the visitor has those seats, or watches. */
export function at(scene: Scene, own: readonly number[], more: Partial<Info> = {}): Welcome {
  const { views, legal } = scene.after;
  const [{ turn, result, options, players }] = [views[0]!];
  const told = (scene.story ?? []).map(({ seat, events }, index) =>
    entry(index + 2, { kind: "moved", seat, move: "" }, { game_events: [...events] }),
  );
  const table = info(scene.game, seats(players, own.length > 1 ? undefined : "club", own), {
    options: { ...options },
    ...(result
      ? { status: "over", payoffs: [...result.payoffs], reason: result.reason, turn: undefined }
      : { turn: turn ?? undefined }),
    ...more,
  });
  const seen = (own.length ? own : [0]).map((seat): [number, SeatView] => [
    seat,
    { view: views[seat]!, legal: seat === turn ? [...legal] : [], undo: 1 },
  ]);
  return welcome(table, Object.fromEntries(seen), {
    n: told.length + 1,
    missed: [entry(1, { kind: "started" }), ...told],
    chat: CHAT.map(([who, text], index) => ({
      type: "chat",
      n: index + 1,
      at: NOW,
      person: who ? `person-${who}` : YOU,
      name: NAMES[who]!,
      face: FACES[who]!,
      text,
    })),
  });
}

const CHAT: readonly (readonly [number, string])[] = [
  [1, "Watch out, the tiles are wet!"],
  [0, "You first :-)"],
];

/** The end of a game for the visitor. */
export function ended(scene: Scene, outcome: "won" | "lost"): Welcome {
  const payoffs = scene.after.views[0]!.result!.payoffs;
  const winner = payoffs.findIndex((paid) => paid > 0) + 1;
  return at(scene, [outcome === "won" ? winner : (winner % payoffs.length) + 1]);
}

/** The end of a game in a position that came back too often. */
export function drawn(scene: Scene): Welcome {
  const players = playersOf(scene);
  const payoffs = Array<number>(players).fill(1 / players);
  return at(scene, [1], { status: "over", payoffs, reason: "repetition", turn: undefined });
}

/** The visitor comes back: what was there before, and what is now. */
export function returned(scene: Scene, seat: number): Pick<Answers, "table" | "back"> {
  const back = at(scene, [seat]);
  const view: SeatView = { view: scene.before.views[seat]!, legal: [] };
  return { table: welcome(back.info, { [seat]: view }, { missed: back.missed!.slice(0, 1) }), back };
}

/** Somebody asks for another game. */
export function rematch(scene: Scene): Pick<Answers, "table" | "rematch"> {
  const over = ended(scene, "won");
  const again = "again";
  const other = over.info.seats.find((player) => player.person !== YOU)!;
  const person: Player = { ...seats(2)[1]!, seat: 1 };
  const kept: Player = { seat: 2, person: YOU, name: "Lola", face: FACES[0]!, kept: true };
  const open = info(scene.game, [person, kept], { table: again, status: "open", host: person.person! });
  const players = over.info.seats.map((player) => (player === other ? { ...person, seat: player.seat } : player));
  const asked = { ...over.info, seats: players, again, again_by: person.person! };
  return { table: { ...over, info: asked }, rematch: welcome(open, { 0: { view: null } }) };
}

/** A game without a board of its own, as a package beside Lido brings one. */
export function unknown(picture: boolean): Pick<Answers, "offer" | "table" | "then" | "words"> {
  const id = "boules";
  const card = { ...offer.games[0]!, id, name: { en: "Boules" }, about: { en: "" } };
  const view = {
    game: id,
    players: 2,
    options: {},
    seat: 1,
    turn: 1,
    step: "throw",
    result: null,
    jack: 7,
    near: [3, 5],
  };
  const drawn =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><rect width="320" height="200" fill="#f2c9a1"/>' +
    '<circle cx="190" cy="110" r="8" fill="#e5484d"/><g fill="#2c4a7c"><circle cx="150" cy="90" r="17"/>' +
    '<circle cx="226" cy="60" r="17"/><circle cx="215" cy="142" r="17"/></g></svg>';
  const seen: SeatView = { view, legal: ["roll 1", "roll 2", "roll 3", "shoot 3", "shoot 5", "pass"], undo: 1 };
  return {
    offer: { ...offer, games: [...offer.games, card] },
    table: welcome(info(id, seats(2, "club")), { 1: seen }),
    then: [{ type: "pictures", n: 1, pictures: { 1: picture ? drawn : null } }],
    words: { "boules.name": "Boules", "boules.aim": "Come nearer to the jack than everybody else." },
  };
}

export function replayed(game: string): Pick<Answers, "record" | "replay" | "analyse"> {
  const { record, steps } = replays[game]!;
  return { record, replay: () => steps, analyse: (position) => analysis(steps, position) };
}

/** A game that goes up and down, with two blunders. */
function analysis(steps: readonly ReplayStep[], position: number): Analysis {
  const { turn, legal } = steps[position]!;
  const played = steps[position + 1]?.move;
  const best = Math.round(Math.sin(position / 2.5) * 60) / 100;
  const blunder = position === 5 || position === 10;
  const moves = legal.slice(0, 12).map((move, index) => {
    const loss = move === played ? (blunder ? 0.7 : 0) : (index + 1) * 0.06;
    return { move, value: Math.max(-1, best - loss), plies: null };
  });
  return { seat: turn, exact: false, moves, line: moves.slice(0, 3).map(({ move }) => move), beliefs: [] };
}

/** The answers to lessons and to the chapters of the rules. After another move it is nobody's turn, and nothing is learnt. */
export function taught({ game, position = null, moves }: GameRecord): readonly ReplayStep[] {
  const known = (made: GameRecord["moves"]) => {
    const key = JSON.stringify([game, position, made]);
    return positions.find(({ asked }) => JSON.stringify([asked.game, asked.position, asked.moves]) === key)?.steps;
  };
  return known(moves) ?? known(moves.slice(0, -1))!.map((step) => ({ ...step, events: [], turn: null, legal: [] }));
}

/** By kind of puzzle, the id of one. */
export const riddles: Readonly<Record<string, string>> = recorded.puzzles;

/** The visitor as a solver, with a puzzle of the day. */
export const solver: Answers = {
  ...visit,
  replay: taught,
  puzzles: {
    today: "2026-07-14",
    days: { "2026-07-14": Object.values(riddles)[0]! },
    me: { rating: 26.4, tried: 31, solved: 22, streak: 4, best: 9, today: false },
  },
  attempted: {
    solved: false,
    change: { before: 26.4, after: 25.7 },
    rating: 27.2,
    tried: 41,
    solvers: 17,
    me: { rating: 25.7, tried: 32, solved: 22, streak: 4, best: 9, today: false },
  },
};

/** The games that have a challenge of the day, with a position of an attempt at it. */
export const challenged: readonly Scene[] = Object.values(challenges).map(({ going }) => going);

/** The challenge of a game on a day when others have tried it, and the visitor, who has tries left or not. */
export function challenger(game: string, left: number): Answers {
  const { day, task, towers } = challenges[game]!;
  const all = towers.map(({ points, facts }, index) => ({
    person: index === 2 ? YOU : `person-${index}`,
    name: index === 3 ? null : NAMES[(index + 3) % NAMES.length]!,
    face: FACES[index]!,
    table: `tower-${index}`,
    points,
    facts: { ...facts, led: index === 1 ? 2 : 0 },
  }));
  const ranked = all.toSorted((one, other) => other.points - one.points);
  const place = ranked.findIndex(({ person }) => person === YOU) + 1;
  const best = ranked[place - 1]!;
  const told: DayOfChallenge = {
    day,
    task,
    tries: 3,
    people: all.length,
    table: ranked,
    yesterday: ranked.slice(0, 3).map((one) => ({ ...one, table: `${one.table}-before` })),
    me: { left, table: null, last: best, best, place, streak: 4, longest: 9 },
  };
  const films = Object.fromEntries(towers.map(({ film }, index) => [`tower-${index}`, film]));
  return { ...visit, challenge: told, films };
}
