/** Every screen of the page: where it is, what the service says, and how to tell that it is complete. */

import { course, hasCourse } from "../learn/lessons.ts";
import { hasPractice } from "../lib/boards/index.ts";
import type { Info } from "../site/messages.ts";
import {
  at,
  empty,
  ended,
  games,
  info,
  replayed,
  seats,
  secretive,
  tables,
  taught,
  visit,
  welcome,
} from "./fixtures.ts";
import type { Scene } from "./scene.ts";
import type { Answers } from "./service.ts";

export interface Screen {
  path: string;
  answers: Answers;
  /** A selector of what appears last. */
  until: string;
  /** The sentences on the buttons that are pressed before, each as soon as it is there. */
  press?: readonly string[];
  /** Whether the board is shown as text. */
  inWords?: boolean;
}

/** A canvas is named by what draws on it, once that is loaded. */
const BOARD = ".main .board svg[role=group], .main .board canvas[data-engine]";
const TABLE = "/t/table";
const first = games[0]!;
const over = tables.find(({ game, name }) => game === first && name === "over")!;
const middle = tables.findLast(({ game, after }) => game === first && !after.views[0]!.result)!;

function table(scene: Scene, own: readonly number[], more: Partial<Info> = {}): Screen {
  return { path: TABLE, answers: { ...visit, table: at(scene, own, more) }, until: BOARD };
}

function waiting(own: boolean): Screen {
  const players = [
    ...(own ? seats(1) : seats(1, undefined, [])),
    { seat: 2 },
    { seat: 3, level: "gentle" },
    { seat: 4 },
  ];
  const host = own ? {} : { host: players[0]!.person! };
  const open = info(secretive, players, { status: "open", turn: undefined, ...host });
  const views = { [own ? 1 : 0]: { view: null } };
  return { path: TABLE, answers: { ...visit, table: welcome(open, views) }, until: ".share, ul li" };
}

/** The table of a scene for the seat that must act, or for the winner. */
function played(scene: Scene): Screen {
  const { turn, result } = scene.after.views[0]!;
  return table(scene, [turn ?? result!.payoffs.findIndex((paid) => paid > 0) + 1]);
}

async function lessonsOf(game: string): Promise<number> {
  return (await course(game))?.lessons.length ?? 0;
}

export async function screens(): Promise<Readonly<Record<string, Screen>>> {
  const skip = Array<string>(await lessonsOf(first)).fill("learn.skip");
  const teaching = { ...visit, replay: taught };
  const watched = { ...visit, ...replayed(first) };
  const secret = tables.find(({ game }) => game === secretive)!;
  const players = Array.from({ length: secret.after.views[0]!.players }, (_, index) => index + 1);
  return {
    home: { path: "/", answers: visit, until: "article svg" },
    "home-first-visit": { path: "/", answers: empty, until: "article svg" },
    "home-with-friends": { path: "/", answers: empty, until: "article svg", press: ["pages.with-friends"] },
    ...Object.fromEntries(
      [first, secretive].map((game) => [`new-${game}`, { path: `/new/${game}`, answers: visit, until: "form ul li" }]),
    ),
    me: { path: "/me", answers: visit, until: "a.line" },
    "me-first-visit": { path: "/me", answers: empty, until: "main h2" },
    "waiting-host": waiting(true),
    "waiting-guest": waiting(false),
    curtain: { ...table(secret, players), until: ".curtain" },
    ...Object.fromEntries(tables.map((scene) => [`table-${scene.game}-${scene.name}`, played(scene)])),
    "table-watched": table(middle, []),
    "table-clock": table(middle, [1], { clock: { seconds: 600, per: "game", plus: 5 }, ...timed() }),
    "table-text": { ...table(middle, [1]), inWords: true, until: "main table" },
    "table-rules": {
      ...table(middle, [1]),
      answers: { ...teaching, table: at(middle, [1]) },
      press: ["site.rules"],
      until: "dialog[open] h3, dialog[open] svg",
    },
    "table-lost": { ...table(middle, [1]), answers: { ...visit, table: at(middle, [1]), lost: true } },
    "ending-won": { path: TABLE, answers: { ...visit, table: ended(over, "won") }, until: ".ending .row" },
    "ending-lost": { path: TABLE, answers: { ...visit, table: ended(over, "lost") }, until: ".ending .row" },
    "ending-drawn": { path: TABLE, answers: { ...visit, table: ended(over, "drawn") }, until: ".ending .row" },
    learn: { path: `/learn/${first}`, answers: teaching, until: ".learn svg[role=group]" },
    "learn-end": { path: `/learn/${first}`, answers: teaching, press: skip, until: "section h1" },
    // Rules whose pictures are drawn in three dimensions take too long.
    ...Object.fromEntries(
      games
        .filter((game) => hasCourse(game) && !hasPractice(game))
        .map((game) => [`rules-${game}`, { path: `/rules/${game}`, answers: teaching, until: "main h2" }]),
    ),
    replay: { path: "/r/table", answers: watched, until: ".replay svg[role=group]" },
    "replay-analysis": {
      path: "/r/table",
      answers: watched,
      press: ["pages.analyse"],
      until: ".analysis figure",
    },
    "replay-open": { path: "/r", answers: visit, until: "main .button" },
    missing: { path: "/nowhere", answers: visit, until: "main .button" },
    "no-table": { path: TABLE, answers: { ...visit, table: null }, until: "main .button" },
    closed: {
      path: TABLE,
      answers: { ...visit, table: welcome(info(first, seats(2), { status: "closed" }), { 0: { view: null } }) },
      until: "main .button",
    },
    "no-record": { path: "/r/table", answers: visit, until: "main .button" },
    error: { path: `/new/${first}`, answers: visit, press: ["pages.open-table"], until: ".toast" },
  };
}

function timed(): Partial<Info> {
  return { seats: seats(2).map((player, index) => ({ ...player, time: 412_000 - index * 65_000 })), rated: true };
}
