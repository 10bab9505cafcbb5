/** A service that is not there: the requests and the sockets of the page get the answers of one screen.
 *
 * Time stands still and chance is the same for every visit, so that a screen is always the same picture.
 */

import type { Catalogue } from "../lib/words.ts";
import type { GameRecord } from "../site/api.ts";
import type {
  Analysis,
  Answer,
  Cup,
  Friend,
  FromClub,
  Attempted,
  DayOfChallenge,
  FromTable,
  History,
  Info,
  Invitation,
  LobbyTables,
  Me,
  NewTable,
  Offer,
  PoolShown,
  Problem,
  Profile,
  PuzzlesOfDays,
  ReplayStep,
  Sent,
  Welcome,
} from "../site/messages.ts";

export interface Answers {
  me: Me;
  offer: Offer;
  /** The tables of the visitor, and those of the lobby. */
  mine: readonly Info[];
  lobby: readonly Info[];
  /** Who waits for a stranger, the games to watch, and the tournament. */
  pool?: PoolShown;
  live?: readonly Info[];
  history?: History;
  friends?: readonly Friend[];
  invitations?: readonly Invitation[];
  cup?: Cup;
  /** What the socket of a table says first; null for a table that does not exist. */
  table?: Welcome | null;
  /** What it says then. */
  then?: readonly FromTable[];
  /** What it says after the connection was lost for a moment. */
  back?: Welcome;
  /** What the socket of the rematch says first. */
  rematch?: Welcome;
  /** Whether the connection to the table is lost at once. */
  lost?: boolean;
  person?: Profile;
  record?: GameRecord;
  replay?: (record: GameRecord) => readonly ReplayStep[];
  analyse?: (at: number) => Analysis;
  puzzles?: PuzzlesOfDays;
  attempted?: Attempted;
  /** The challenge of the day, and how each attempt was made, by its table. */
  challenge?: DayOfChallenge;
  films?: Readonly<Record<string, unknown>>;
  opened?: NewTable;
  /** The sentences of a game that the page was not built with. */
  words?: Catalogue;
  /** Whether the service cannot be reached, or has an error. */
  trouble?: "offline" | "broken";
}

/** Every visit is at this time. */
export const NOW = Date.UTC(2026, 6, 14, 14, 0, 0);
const NO_TABLE = 4404;
const LOST = 1006;
const BROKEN: Problem = { code: "service.failed", facts: {}, sentence: "" };
const NOT_FOUND: Problem = { code: "service.no-table", facts: {}, sentence: "" };

/** Files of the page are what they are. */
const loaded = globalThis.fetch;

/** How many requests are under way. */
export const requests = { open: 0 };

/** Put the service in the place of the real one. */
export function install(answers: Answers): void {
  Date.now = () => NOW;
  let seed = 1;
  Math.random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(`${input}`, location.href);
    if (pathname.endsWith(".puzzles")) return loaded(input);
    if (pathname.includes("/words/")) return Response.json(answers.words ?? {});
    if (answers.trouble === "offline") throw new TypeError("offline");
    if (answers.trouble === "broken") return Response.json(BROKEN, { status: 500 });
    requests.open += 1;
    const body = typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : null;
    const said = answer(answers, init?.method ?? "GET", pathname.replace(/^.*?\/api/, ""), body);
    requests.open -= 1;
    return Response.json(said ?? NOT_FOUND, { status: said === undefined ? 404 : 200 });
  };
  globalThis.WebSocket = socketOf(answers) as unknown as typeof WebSocket;
}

function answer(answers: Answers, method: string, path: string, body: unknown): unknown {
  if (path === "/me/tables") return answers.mine;
  if (path === "/me/history") return answers.history ?? { games: [], skills: [], ratings: {} };
  if (path === "/pool") return answers.pool;
  if (path === "/live") return answers.live ?? [];
  if (path === "/me/link") return { token: "the-token-of-this-visitor", seconds: 600, code: "K7MP3XWA" };
  if (path === "/me/friend-link") return { token: "the-token-of-this-visitor" };
  if (path === "/me/invitations") return answers.invitations ?? [];
  if (path === "/friends/look") return answers.friends?.[0];
  if (path === "/friends") return answers.friends ?? [];
  if (path.startsWith("/me")) return answers.me;
  if (path === "/games") return answers.offer;
  if (path.startsWith("/people/")) return answers.person;
  if (path.endsWith("/record")) return answers.record;
  if (path === "/tables" && method === "POST") return answers.opened;
  if (path === "/replay") return answers.replay?.((body as { record: GameRecord }).record);
  if (path.startsWith("/challenges/") && method === "POST") return { table: "table" };
  if (path.includes("/tries/")) return answers.films?.[path.split("/").at(-1)!];
  if (path.startsWith("/challenges/")) return answers.challenge;
  if (path === "/puzzles") return answers.puzzles;
  if (path.endsWith("/attempts")) return answers.attempted;
  if (path === "/analyse") return answers.analyse?.((body as { at: number }).at);
  return undefined;
}

/** A kind of socket that says what it has to say, then gives signs of life. */
function socketOf(answers: Answers): new (url: URL) => object {
  let opened = 0;
  return class {
    static readonly OPEN = 1;
    readyState = 0;
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number }) => void) | null = null;

    constructor(url: URL) {
      queueMicrotask(() => {
        this.readyState = 1;
        this.onopen?.();
        if (url.pathname.endsWith("/pool")) this.#say({ type: "waiting", game: "", pace: "", since: NOW, waiting: 2 });
        else if (url.pathname.includes("/cups/")) this.#tellCup();
        else if (url.pathname.endsWith("/lobby")) this.#say({ type: "lobby", tables: [...answers.lobby] });
        else if (answers.rematch && url.pathname.includes(`/${answers.rematch.info.table}/`))
          this.#say(answers.rematch);
        else this.#enter();
      });
    }

    #enter(): void {
      const { table, then = [], back, lost } = answers;
      if (table === null) return this.onclose?.({ code: NO_TABLE });
      const told = opened++ && back ? back : table;
      if (told) this.#say(told);
      for (const message of then) this.#say(message);
      if (lost || (back && told !== back)) this.onclose?.({ code: LOST });
    }

    #tellCup(): void {
      if (answers.cup) this.#say(answers.cup);
      else this.onclose?.({ code: NO_TABLE });
    }

    #say(message: Answer | FromClub | FromTable | LobbyTables): void {
      this.onmessage?.({ data: JSON.stringify(message) });
    }

    /** Signs of life are answered, and a hand may pick up a piece; other commands have no answer. */
    send(text: string): void {
      const message = JSON.parse(text) as Sent;
      queueMicrotask(() => {
        if (message.do === "ping") this.#say({ type: "pong", id: message.id });
        if (message.do === "hold") this.#say({ type: "done", number: message.number, n: 0 });
      });
    }

    close(): void {}
  };
}
