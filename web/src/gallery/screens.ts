/** Every screen of the page: where it is, what the service says, and how to tell that it is complete. */

import type { KeptGame } from "../device/kept.ts";
import { course, hasCourse } from "../learn/lessons.ts";
import { hasPractice } from "../lib/boards/beside.ts";
import type { Info } from "../site/messages.ts";
import { cupOf } from "./cups.ts";
import {
  at,
  challenged,
  challenger,
  crowded,
  deserted,
  drawn,
  empty,
  ended,
  games,
  info,
  kept,
  me,
  rematch,
  replayed,
  returned,
  riddles,
  sceneOf,
  seats,
  secretive,
  shared,
  solver,
  tables,
  taught,
  unknown,
  verbose,
  visit,
  welcome,
} from "./fixtures.ts";
import { friends, history, invitations } from "./past.ts";
import type { Scene } from "./scene.ts";
import type { Answers } from "./service.ts";

export interface Screen {
  path: string;
  answers: Answers;
  /** A selector of what appears last. */
  until: string;
  /** The sentences on the buttons that are pressed before, each as soon as it is there, or selectors of them. */
  press?: readonly string[];
  /** Whether the board is shown as text. */
  inWords?: boolean;
  /** Whether the browser cannot draw in three dimensions. */
  flat?: boolean;
  /** The games on the device. */
  kept?: readonly KeptGame[];
  /** Whether the page was visited before: it can then do without the service. */
  again?: boolean;
  /** Whether the browser offers to install the page, and whether a new version is ready. */
  installs?: boolean;
  updates?: boolean;
}

/** A state of a board that only its own folder can describe, in `scenes.json`. */
interface BoardScreen extends Pick<Screen, "press" | "flat"> {
  /** The position; or the state is one of the lessons. */
  scene?: string;
  lesson?: true;
  until?: string;
  /** The visitor's seat; by default the one that must act. */
  seat?: number;
}

const OWN = import.meta.glob<Readonly<Record<string, BoardScreen>>>("../lib/boards/*/scenes.json", {
  eager: true,
  import: "screens",
});

const BRACKET = [[1, 8, 4, 5, 2, 7, 3, 6], [1, 5, 2, null], [null, null], [null]];
/** A canvas is named by what draws on it, once that is loaded. */
const BOARD = ".main .board svg[role=group], .main .board canvas[data-engine]";
const RIDDLE = ".puzzle svg[role=group]";
const TABLE = "/t/table";
const first = games[0]!;
const over = tables.find(({ game, name }) => game === first && name === "over")!;
const middle = tables.findLast(({ game, after }) => game === first && !after.views[0]!.result)!;
const turn = middle.after.views[0]!.turn!;

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
  return { path: TABLE, answers: { ...visit, friends, table: welcome(open, views) }, until: ".share, ul li" };
}

/** The table of a scene for the seat that must act, or for the winner. */
function played(scene: Scene): Screen {
  const { turn, result } = scene.after.views[0]!;
  return table(scene, [turn ?? result!.payoffs.findIndex((paid) => paid > 0) + 1]);
}

/** A state of a board. */
function state(game: string, { scene, lesson, seat, until = BOARD, ...more }: BoardScreen): Screen {
  if (lesson) return { path: `/learn/${game}`, answers: { ...visit, replay: taught }, until, ...more };
  const shown = sceneOf(game, scene!);
  return { ...(seat ? table(shown, [seat]) : played(shown)), ...more, until };
}

/** A game that is practised alone. */
function practised(game: string): Screen {
  const scene = tables.find((one) => one.game === game)!;
  const own = scene.after.views.slice(1).map((view) => view.seat);
  const answers = { ...visit, opened: { table: "table", commitment: "" }, table: at(scene, own) };
  return { path: `/practice/${game}`, answers, until: BOARD.replaceAll(".main", ".practice") };
}

/** The challenge of the day: the table of those who tried it, an attempt that goes on, and one that is watched. */
function challengesOf(game: string): Readonly<Record<string, Screen>> {
  const path = `/challenge/${game}`;
  const going = challenged.find((one) => one.game === game)!;
  const own = going.after.views.slice(1).map((view) => view.seat);
  const answers = challenger(game, 2);
  return {
    [`challenge-${game}`]: { path, answers, until: "main table" },
    [`challenge-${game}-what`]: {
      path,
      answers: challenger(game, 0),
      press: [".page summary"],
      until: "details[open]",
    },
    [`challenge-${game}-building`]: {
      path,
      answers: { ...answers, table: at(going, own) },
      press: [".page .button.main"],
      until: "main canvas[data-engine]",
    },
    [`challenge-${game}-watching`]: {
      path,
      answers,
      press: [".page table button", ".watch .quiet"],
      until: "main canvas[data-engine]",
    },
    [`challenge-${game}-offline`]: {
      path,
      answers: { ...visit, trouble: "offline" },
      again: true,
      until: "main .button",
    },
  };
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
  const clock = { seconds: 6000, per: "game", plus: 5 };
  const many = crowded.after.views[0]!.players;
  return {
    home: { path: "/", answers: { ...visit, invitations }, until: "article svg" },
    friend: { path: "/friend#token", answers: { ...visit, friends }, until: "main .button" },
    "home-solver": { path: "/", answers: solver, until: ".streak" },
    "home-first-visit": { path: "/", answers: empty, until: "article svg" },
    "home-with-friends": { path: "/", answers: empty, until: "article svg", press: ["pages.with-friends"] },
    "home-stranger": { path: "/", answers: empty, until: ".paces", press: ["pages.stranger"] },
    "home-seeking": {
      path: "/",
      answers: empty,
      until: ".seeking",
      press: ["pages.stranger", ".paces ~ .button.main"],
    },
    watch: { path: "/watch", answers: visit, until: "a.line" },
    "watch-nobody": { path: "/watch", answers: empty, until: ".empty" },
    "cup-new": { path: "/cup", answers: visit, until: "form svg" },
    "cup-open": { path: "/cup/cup", answers: { ...visit, cup: cupOf("open", 0) }, until: ".share" },
    "cup-teams": { path: "/cup/cup", answers: { ...visit, cup: cupOf("open", 0, 2) }, until: ".share" },
    "cup-running": { path: "/cup/cup", answers: { ...visit, cup: cupOf("running", 2) }, until: "ol li" },
    wall: { path: "/wall/cup", answers: { ...visit, cup: cupOf("running", 2) }, until: "ol li" },
    "wall-open": { path: "/wall/cup", answers: { ...visit, cup: cupOf("open", 0) }, until: ".join" },
    "wall-knockout": {
      path: "/wall/cup",
      answers: { ...visit, cup: { ...cupOf("running", 2), system: "knockout", bracket: BRACKET } },
      until: ".bracket",
    },
    "wall-over": { path: "/wall/cup", answers: { ...visit, cup: cupOf("over", 3) }, until: "ol li" },
    privacy: { path: "/privacy", answers: visit, until: "main .button" },
    "home-pass-device": { path: "/", answers: empty, until: "article svg", press: ["pages.pass-device"] },
    "home-offline": {
      path: "/",
      answers: { ...visit, trouble: "offline" },
      again: true,
      kept,
      until: "article .unable",
    },
    "home-update": { path: "/", answers: empty, installs: true, updates: true, until: ".update" },
    new: { path: "/new", answers: visit, until: "form svg" },
    ...Object.fromEntries(
      [first, secretive].map((game) => [`new-${game}`, { path: `/new/${game}`, answers: visit, until: "form ul li" }]),
    ),
    "new-choices": {
      path: `/new/${first}?here`,
      answers: visit,
      press: ["pages.more-choices"],
      until: "details[open]",
    },
    me: { path: "/me", answers: { ...visit, history, friends }, until: "time" },
    "me-link": {
      path: "/me",
      answers: visit,
      press: ["pages.make-link", "pages.forget"],
      until: ".button.danger + .quiet",
    },
    "me-blocked": { path: "/me", answers: { ...visit, me: { ...me, blocked: ["other-1"] } }, until: "section li" },
    "me-arrival": { path: "/me#token", answers: visit, until: ".arrival .row" },
    "me-device": { path: "/me", answers: visit, kept, installs: true, until: ".game" },
    "me-deleting": { path: "/me", answers: empty, kept, press: ["pages.delete"], until: ".game .danger" },
    "me-offline": {
      path: "/me",
      answers: { ...visit, trouble: "offline" },
      again: true,
      kept,
      until: ".game",
    },
    "me-first-visit": { path: "/me", answers: empty, until: "main h2" },
    "waiting-host": waiting(true),
    "waiting-guest": waiting(false),
    curtain: { ...table(secret, players), until: ".curtain" },
    "table-passed": { ...table(secret, players), press: [".curtain button"] },
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
    ...Object.fromEntries(
      games.flatMap((game) =>
        Object.entries(OWN[`../lib/boards/${game}/scenes.json`] ?? {}).map(([name, screen]) => [
          `${screen.lesson ? "learn" : "table"}-${game}-${name}`,
          state(game, screen),
        ]),
      ),
    ),
    "table-crowded": table(crowded, [1], { clock, seats: verbose(seats(many)), watchers: 12 }),
    "table-deserted": table(crowded, [1], { clock, seats: verbose(deserted(many)) }),
    "table-missed": { path: TABLE, answers: { ...visit, ...returned(middle, 1) }, until: ".banner .pill" },
    "table-asked": {
      ...table(middle, [1], {
        seats: seats(2).map((player) => (player.seat === 2 ? { ...player, asked: true } : player)),
      }),
      until: ".actions .question",
    },
    "table-hinted": {
      ...table(middle, [turn]),
      answers: {
        ...visit,
        table: at(middle, [turn]),
        then: [{ type: "hint", number: 1, seat: turn, move: middle.after.legal[0]! }],
      },
      until: ".actions .hint",
    },
    "table-feelings": {
      ...table(middle, [turn]),
      answers: {
        ...visit,
        table: at(middle, [turn]),
        then: (["bravo", "laugh", "wow", "oops", "think", "hello"] as const).map((what) => ({
          type: "reaction",
          person: me.key,
          what,
        })),
      },
      until: ".feeling",
    },
    "table-refused": {
      ...table(middle, [turn]),
      answers: {
        ...visit,
        table: at(middle, [turn]),
        then: [{ type: "refused", code: "site.deal-unsealed", facts: {}, sentence: "" }],
      },
      until: ".actions .refused:not(:empty)",
    },
    "table-resigning": { ...table(middle, [turn]), press: ["site.resign"], until: "[role=alertdialog]" },
    "table-any-game": { path: TABLE, answers: { ...visit, ...unknown(true) }, until: ".board img" },
    "table-without-picture": { path: TABLE, answers: { ...visit, ...unknown(false) }, until: ".board table" },
    "table-lost": { ...table(middle, [1]), answers: { ...visit, table: at(middle, [1]), lost: true } },
    "ending-won": { path: TABLE, answers: { ...visit, table: ended(over, "won") }, until: ".ending .row" },
    "ending-lost": { path: TABLE, answers: { ...visit, table: ended(over, "lost") }, until: ".ending .row" },
    "ending-drawn": { path: TABLE, answers: { ...visit, table: drawn(middle) }, until: ".ending .row" },
    "ending-shared": { path: TABLE, answers: { ...visit, table: ended(shared, "won") }, until: ".ending .row" },
    "ending-passed": { path: TABLE, answers: { ...visit, table: at(over, [1, 2]) }, until: ".ending .row" },
    "ending-rated": {
      path: TABLE,
      answers: { ...visit, table: at(over, [1], { rated: true, reason: "time", payoffs: [0, 1], seats: rated() }) },
      until: ".ending .row",
    },
    "ending-rematch": { path: TABLE, answers: { ...visit, ...rematch(over) }, until: ".ending .told" },
    learn: { path: `/learn/${first}`, answers: teaching, until: ".learn svg[role=group]" },
    "learn-end": { path: `/learn/${first}`, answers: teaching, press: skip, until: "section h1" },
    ...Object.fromEntries(
      games
        .filter(hasCourse)
        // Of a page with a canvas only the upper part is compared.
        .map((game) => [
          `rules-${game}`,
          { path: `/rules/${game}`, answers: teaching, until: ".picture [inert]", flat: hasPractice(game) },
        ]),
    ),
    ...Object.fromEntries(games.filter(hasPractice).map((game) => [`practice-${game}`, practised(game)])),
    ...Object.fromEntries(challenged.flatMap(({ game }) => Object.entries(challengesOf(game)))),
    puzzle: { path: "/puzzles", answers: solver, until: RIDDLE },
    ...Object.fromEntries(
      Object.entries(riddles).map(([kind, id]) => [
        `puzzle-${kind}`,
        { path: `/puzzles/${id}`, answers: solver, until: RIDDLE },
      ]),
    ),
    "puzzle-shown": { path: "/puzzles", answers: solver, press: ["puzzles.solution"], until: ".puzzle nav" },
    "puzzle-none": { path: "/puzzles/none", answers: solver, until: "main .button" },
    replay: { path: "/r/table", answers: watched, until: ".replay svg[role=group]" },
    "replay-analysis": {
      path: "/r/table",
      answers: watched,
      press: ["pages.analyse"],
      until: ".analysis figure",
    },
    "replay-blunder": {
      path: "/r/table",
      answers: watched,
      press: ["pages.analyse", ".analysis ol button, .analysis ul button"],
      until: ".board .verdict",
    },
    "replay-turned": { path: "/r/table?turned", answers: watched, until: ".turned" },
    "replay-trying": { path: "/r/table", answers: watched, press: ["pages.try-moves"], until: ".trying" },
    "replay-device": {
      path: `/kept/${kept[1]!.id}`,
      answers: { ...visit, ...replayed(first) },
      kept,
      until: ".replay svg[role=group]",
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
    offline: { path: "/", answers: { ...visit, trouble: "offline" }, until: ".notice .button" },
    broken: { path: "/", answers: { ...visit, trouble: "broken" }, until: ".notice .button" },
    error: { path: `/new/${first}`, answers: visit, press: ["pages.open-table"], until: ".toast" },
  };
}

function timed(): Partial<Info> {
  return { seats: seats(2).map((player, index) => ({ ...player, time: 412_000 - index * 65_000 })), rated: true };
}

function rated(): Info["seats"] {
  return seats(2).map((player, index) => ({ ...player, change: { before: 24.6, after: 23.8 + index * 1.7 } }));
}
