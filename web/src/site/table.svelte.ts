/** A client of one table: the steps that the server told, the commands under way, and the chat. */

import { hasBoard } from "../lib/boards/index.ts";
import type { DeclaredAccident, HandFrame, HandChannel } from "../lib/boards/types.ts";
import type { ErrorMessage } from "../lib/words.ts";
import type {
  Command,
  FromTable,
  Hinted,
  SeatView,
  Info,
  News,
  Player,
  ChatMessage,
  Reacted,
  Welcome,
} from "./messages.ts";
import { type Connection, type Listener, ReconnectingSocket } from "./socket.ts";
import { before, lastEvents, movesIn, type Step, stepsOf, turned, withPresence } from "./log.ts";
import { Steps } from "./steps.svelte.ts";
import { visitor } from "./visitor.svelte.ts";

/** The refusal of a server that is stopping: the command is sent again on the next connection. */
const LATER = "service.stopping";

/** Milliseconds for which a reaction is seen. */
const SEEN = 4_000;

function random(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What the board shows before anything is known. */
const NOTHING: Shown = { number: 0, events: [], views: {}, turn: null };

/** Another way to a table than the service's: `seen` is the last entry that the client knows. */
export type Connect = (id: string, listener: Listener, seen: () => number) => Connection;

/** What the board shows. */
export type Shown = Pick<Step, "number" | "events" | "views" | "turn">;

export class TableClient {
  readonly id: string;
  /** Whether the table is on this device, and not at the service. */
  readonly local: boolean;
  /** What is shown when: all that follows is of the step on the screen. */
  readonly steps = new Steps();
  you = $state("");
  chat = $state.raw<readonly ChatMessage[]>([]);
  /** How somebody feels, by their key, for a moment. */
  feelings = $state.raw<Readonly<Record<string, Reacted["what"]>>>({});
  hint = $state.raw<Hinted | null>(null);
  connected = $state(false);
  /** Whether there is no such table. */
  missing = $state(false);
  muted = $state(false);
  /** The accident that somebody declares, in games that have accidents. */
  accident = $state.raw<DeclaredAccident | null>(null);
  /** What was refused last. */
  refused = $state.raw<ErrorMessage | null>(null);
  /** By seat: what it sees now, drawn by the service, for games without a board of their own. */
  pictures = $state.raw<Readonly<Record<number, string | null>>>({});
  /** Commands that the server has not answered yet, by number. */
  pending = $state.raw<ReadonlyMap<number, Command>>(new Map());

  readonly #client = random();
  readonly #socket: Connection;
  #numbered = 0;
  #seen = 0;
  /** Entries that belong to one of which the views have not come yet. */
  #group: News[] = [];
  #known = $state.raw<readonly News[]>([]);
  #thinking = $state<number | null>(null);
  /** Whether the server is asked for pictures: for games without a board of their own. */
  #pictures = false;
  /** Who listens to the hand. */
  readonly #watchers = new Set<(frame: HandFrame) => void>();
  /** The last frame of the hand, with all pieces that have moved, for listeners who come later. */
  #seenHand: HandFrame | null = null;
  /** Who waits for the answer to a command. */
  /** What came before a welcome that has not come yet. */
  readonly #ahead: News[] = [];
  readonly #asking = new Map<number, (refused: ErrorMessage | null) => void>();

  readonly info: Info | null = $derived(this.steps.shown?.info ?? null);
  readonly shown: Shown = $derived(this.steps.shown ?? NOTHING);
  /** Whether the newest position is on the screen. */
  readonly settled: boolean = $derived(this.steps.settled);
  /** The entries of the log up to the step on the screen, as soon as the board has shown it. */
  readonly entries: readonly News[] = $derived(this.#known.filter((news) => news.n <= (this.steps.written?.n ?? 0)));
  /** The seat whose bot thinks. */
  readonly thinking: number | null = $derived(this.settled ? this.#thinking : null);
  /** When the clocks were as `info` has them. Those of a step that is not the newest run from when it is shown. */
  readonly clockedAt: number = $derived(this.settled ? (this.steps.shown?.clockedAt ?? 0) : this.steps.shownAt);
  /** The seats of this client. */
  readonly mine: readonly number[] = $derived(
    Object.keys(this.shown.views)
      .map(Number)
      .filter((seat) => seat > 0),
  );
  readonly moving = $derived([...this.pending.values()].some((command) => command.do === "move"));
  /** The hand over the table, in games that have one. */
  readonly hand: HandChannel = {
    watch: (seen) => {
      this.#watchers.add(seen);
      if (this.#seenHand) seen(this.#seenHand);
      return () => void this.#watchers.delete(seen);
    },
    hold: () => this.ask({ do: "hold", seat: this.shown.turn ?? 0 }),
    steer: (t, pose) => void this.#socket.send({ do: "steer", t, pose }),
    letGo: (t) => void this.do({ do: "let-go", t }),
  };

  constructor(id: string, connect: Connect | null = null) {
    this.id = id;
    this.local = connect !== null;
    const seen = () => this.#ahead.at(-1)?.n ?? this.#seen;
    const path = () =>
      `/tables/${id}/socket?seen=${seen()}&client=${this.#client}${this.#pictures ? "&pictures=1" : ""}`;
    const listener: Listener = {
      heard: (message) => this.#heard(message as FromTable),
      changed: (open) => (this.connected = open && this.connected),
      gone: () => (this.missing = true),
      unknown: () =>
        visitor.arrive().catch((error: ErrorMessage) => {
          if (error.code === "service.signed-out") visitor.trouble = error;
        }),
    };
    this.#socket = connect?.(id, listener, seen) ?? new ReconnectingSocket(path, listener);
  }

  end(): void {
    this.steps.end();
    this.#socket.end();
  }

  /** Send a command, and again on every new connection until the server answers. */
  do(command: Command): number {
    const number = ++this.#numbered;
    this.refused = null;
    this.pending = new Map([...this.pending, [number, command]]);
    if (this.connected) {
      this.#socket.probe();
      this.#socket.send({ ...command, number });
    }
    return number;
  }

  /** The same; resolves when it was done, or with the reason why not. */
  ask(command: Command): Promise<ErrorMessage | null> {
    return new Promise((resolve) => this.#asking.set(this.do(command), resolve));
  }

  /** Take a seat; `name` is for a person who shares this device. */
  sit(seat: number, here = false, name?: string): void {
    const device = here ? { here, ...(name ? { name } : {}) } : {};
    const shown = this.info!.commitment;
    void import("./deal.ts").then(({ committed }) =>
      this.do({ do: "sit", seat, commitment: committed(this.id, shown, this.you), ...device }),
    );
  }

  player(seat: number): Player | undefined {
    return this.info?.seats.find((player) => player.seat === seat);
  }

  seatView(seat: number): SeatView | undefined {
    return this.shown.views[seat];
  }

  /** Somebody shows how they feel: it is seen for a moment. */
  #feel({ person, what }: Reacted): void {
    if (this.muted) return;
    const feelings = { ...this.feelings, [person]: what };
    this.feelings = feelings;
    setTimeout(() => {
      if (this.feelings[person] !== what) return;
      const { [person]: _, ...rest } = this.feelings;
      this.feelings = rest;
    }, SEEN);
  }

  #heard(message: FromTable): void {
    switch (message.type) {
      case "missed":
        return void this.#ahead.push(...message.news);
      case "welcome":
        return this.#welcomed(message);
      case "news":
        return this.#news(message);
      case "reaction":
        return this.#feel(message);
      case "chat":
        this.chat = [...this.chat.filter((one) => one.n !== message.n), message];
        return;
      case "done":
        this.#stood(this.pending.get(message.number));
        return this.#answered(message.number);
      case "refused":
        if (message.code === LATER) return;
        this.#turnedAway(this.pending.get(message.number ?? 0));
        // Another window may have revealed first.
        if (this.pending.get(message.number ?? 0)?.do !== "reveal") this.refused = message;
        return message.number === undefined ? undefined : this.#answered(message.number, message);
      case "presence":
        return this.#informed(message.info);
      case "pictures":
        this.pictures = { ...this.pictures, ...message.pictures };
        return;
      case "thinking":
        this.#thinking = message.seat;
        return;
      case "hint":
        this.hint = message;
        return this.#answered(message.number);
      case "accident":
        this.accident = message;
        return;
      case "frame":
        return this.#handMoved({ ...message, number: this.steps.newest?.number ?? 0 });
      case "ping":
        this.#socket.send({ do: "pong", id: message.id });
    }
  }

  #welcomed(welcome: Welcome): void {
    // Which game it is, and so whether it needs pictures, is known only now.
    if (!this.#pictures && !this.local && !hasBoard(welcome.info.game)) {
      this.#pictures = true;
      return this.#socket.reconnect();
    }
    this.you = welcome.you;
    this.accident = null;
    const missed = [...this.#ahead.splice(0), ...(welcome.missed ?? [])].filter((news) => news.n > this.#seen);
    this.#known = [...this.#known, ...missed];
    if (welcome.n < this.#seen) this.#goBack(welcome.n);
    this.#seen = welcome.n;
    this.#thinking = null;
    this.#show(welcome, missed);
    const known = new Set((welcome.chat ?? []).map((one) => one.n));
    this.chat = [...this.chat.filter((one) => !known.has(one.n)), ...(welcome.chat ?? [])].sort(
      (one, other) => one.n - other.n,
    );
    this.connected = true;
    for (const [number, command] of this.pending) this.#socket.send({ ...command, number });
    if (welcome.info.seats.some((player) => player.awaited && player.person === this.you)) void this.#reveal();
  }

  /** The service was restored from a backup: what it told after entry `n` did not happen. */
  #goBack(n: number): void {
    this.#known = this.#known.filter((news) => news.n <= n);
    this.chat = this.chat.filter((message) => message.n <= n);
    this.#group = [];
    this.hint = null;
  }

  /** Remember that this browser left its seats by itself: the deal is then no longer its own. */
  #stood(command: Command | undefined): void {
    if (command?.do === "leave" || (command?.do === "stand" && this.mine.includes(command.seat)))
      void import("./deal.ts").then(({ stoodUp }) => stoodUp(this.id));
  }

  #turnedAway(command: Command | undefined): void {
    if (command?.do === "sit")
      void import("./deal.ts").then(({ turnedAway }) => turnedAway(this.id, command.commitment));
  }

  /** Reveal what the seats of this browser add to the deal, if it is time; say so if the game began without that. */
  async #reveal(): Promise<void> {
    const { beganUnsealed, keepSeal, toReveal } = await import("./deal.ts");
    if (beganUnsealed(this.id, this.#known)) this.refused = { code: "site.deal-unsealed", facts: {} };
    const sent = [...this.pending.values()].flatMap((command) => (command.do === "reveal" ? [command.seat] : []));
    for (const one of toReveal(this.id, this.#known, this.you)) {
      if (sent.includes(one.seat)) continue;
      keepSeal(this.id, this.#known);
      this.do({ do: "reveal", ...one });
    }
  }

  /** The table as it is: at once for who enters or must go back, with what they missed for who comes back. */
  #show({ n, info, views }: Welcome, missed: readonly News[]): void {
    const now: Step = {
      n,
      entries: [],
      number: this.#known.reduce((number, news) => number + movesIn(news), 0),
      events: lastEvents(this.#known, []),
      views,
      info,
      turn: info.turn ?? null,
      clockedAt: Date.now(),
    };
    const last = this.steps.newest;
    if (!last || n < last.n) return this.steps.open(now);
    const steps: Step[] = [];
    let group = [...this.#group];
    this.#group = [];
    for (const news of missed.filter((one) => one.event.kind !== "said")) {
      group.push(news);
      // What was missed comes without pictures: a game that needs them is shown as it is now.
      if (!news.views || this.#pictures) continue;
      steps.push(...stepsOf(steps.at(-1) ?? last, group, news.views, before(info, news), now.clockedAt));
      group = [];
    }
    if (group.length) steps.push(...stepsOf(steps.at(-1) ?? last, group, views, info, now.clockedAt));
    const newest = (step: Step) => ({ ...step, views, info, turn: now.turn, clockedAt: now.clockedAt });
    if (steps.length) this.steps.missed(...steps.slice(0, -1), newest(steps.at(-1)!));
    else this.steps.amend(newest);
  }

  #news(news: News): void {
    if (news.n <= this.#seen) return;
    this.#seen = news.n;
    this.#known = [...this.#known, news];
    if (news.event.kind === "over" && news.info) {
      const { info } = news;
      // Where it cannot be loaded, this game tells nothing of how strong the visitor is.
      import("./strength.ts").then(
        ({ learn }) => learn(info, this.you),
        () => undefined,
      );
    }
    if (news.event.kind === "sealed" || news.event.kind === "started") void this.#reveal();
    if (news.event.kind === "said" && !news.views) return;
    if (movesIn(news)) {
      this.#seenHand = null;
      this.#thinking = null;
      this.hint = null;
    }
    this.#group.push(news);
    const last = this.steps.newest;
    if (!news.views || !last) return;
    const info = news.info ?? turned(last.info, news);
    this.steps.add(...stepsOf(last, this.#group, news.views, info, Date.now()));
    this.#group = [];
  }

  #informed(info: Info): void {
    this.steps.changeInfo((old) => withPresence(old, info));
    this.steps.amend((step) => ({ ...step, info, clockedAt: Date.now() }));
  }

  #answered(number: number, refused: ErrorMessage | null = null): void {
    const left = new Map(this.pending);
    left.delete(number);
    this.pending = left;
    this.#asking.get(number)?.(refused);
    this.#asking.delete(number);
  }

  #handMoved(frame: HandFrame): void {
    const goesOn = this.#seenHand?.number === frame.number && frame.t >= this.#seenHand.t;
    this.#seenHand = goesOn ? { ...frame, pieces: { ...this.#seenHand!.pieces, ...frame.pieces } } : frame;
    for (const seen of this.#watchers) seen(frame);
  }
}
