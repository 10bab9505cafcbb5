/** A client of one table: what the server said of it, the commands under way, and what the board shows now. */

import { hasBoard } from "../lib/boards/index.ts";
import type { HandFrame, HandChannel } from "../lib/boards/types.ts";
import type { Event } from "../lib/game.ts";
import type { ErrorMessage } from "../lib/words.ts";
import { ReconnectingSocket } from "./socket.ts";
import type { Command, FromTable, SeatView, SeatViews, Info, News, Player, ChatMessage, Welcome } from "./messages.ts";
import { visitor } from "./visitor.svelte.ts";

/** What the board shows: the table after so many moves. */
export interface Shown {
  number: number;
  events: readonly Event[];
  views: SeatViews;
  turn: number | null;
}

/** So many moves may wait to be animated; of more, only the last is shown. */
const MOST_WAITING = 4;
/** The refusal of a server that is stopping: the command is sent again on the next connection. */
const LATER = "service.stopping";
/** Milliseconds after which the next move is shown, whether or not the animation has ended. */
const PATIENCE = 6_000;

function random(): string {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class TableClient {
  readonly id: string;
  info = $state.raw<Info | null>(null);
  you = $state("");
  views = $state.raw<SeatViews>({});
  entries = $state.raw<readonly News[]>([]);
  chat = $state.raw<readonly ChatMessage[]>([]);
  thinking = $state<number | null>(null);
  hint = $state.raw<{ seat: number; move: string } | null>(null);
  connected = $state(false);
  /** Whether there is no such table. */
  missing = $state(false);
  muted = $state(false);
  /** What was refused last. */
  refused = $state.raw<ErrorMessage | null>(null);
  /** When the clocks were as `info` has them, by the clock of this device. */
  clockedAt = $state(0);
  shown = $state.raw<Shown>({ number: 0, events: [], views: {}, turn: null });
  /** Commands that the server has not answered yet, by number. */
  pending = $state.raw<ReadonlyMap<number, Command>>(new Map());

  /** Whether the moves are animated one after the other. */
  paced = true;

  readonly #client = random();
  readonly #socket: ReconnectingSocket;
  #numbered = 0;
  #seen = 0;
  #moves = 0;
  #waiting: Shown[] = [];
  /** The events of the last move. */
  #gameEvents: readonly Event[] = [];
  /** Whether the server is asked for pictures: for games without a board of their own. */
  #pictures = false;
  #busy: ReturnType<typeof setTimeout> | undefined;
  /** Who listens to the hand. */
  readonly #watchers = new Set<(frame: HandFrame) => void>();
  /** The last frame of the hand, with all pieces that have moved, for listeners who come later. */
  #seenHand: HandFrame | null = null;
  /** Who waits for the answer to a command. */
  readonly #asking = new Map<number, (refused: ErrorMessage | null) => void>();

  /** The seats of this client. */
  readonly mine: readonly number[] = $derived(
    Object.keys(this.views)
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
    hold: (pose) =>
      new Promise((resolve) =>
        this.#asking.set(this.do({ do: "hold", seat: this.info?.turn ?? 0, pose: [...pose] }), resolve),
      ),
    steer: (t, pose) => void this.#socket.send({ do: "steer", t, pose }),
    letGo: (t) => void this.do({ do: "let-go", t }),
  };

  constructor(id: string) {
    this.id = id;
    this.#socket = new ReconnectingSocket({
      path: () =>
        `/tables/${id}/socket?seen=${this.#seen}&client=${this.#client}${this.#pictures ? "&pictures=1" : ""}`,
      heard: (message) => this.#heard(message as FromTable),
      changed: (open) => (this.connected = open && this.connected),
      gone: () => (this.missing = true),
      unknown: () => visitor.arrive(),
    });
  }

  end(): void {
    clearTimeout(this.#busy);
    this.#socket.end();
  }

  /** Send a command, and again on every new connection until the server answers. */
  do(command: Command): number {
    const number = ++this.#numbered;
    this.refused = null;
    this.pending = new Map([...this.pending, [number, command]]);
    if (this.connected) this.#socket.send({ ...command, number });
    return number;
  }

  /** Take a seat; `here` for another person at this device, who may have a name. */
  sit(seat: number, here = false, name = ""): void {
    this.do({ do: "sit", seat, string: random(), ...(here ? { here } : {}), ...(here && name ? { name } : {}) });
  }

  player(seat: number): Player | undefined {
    return this.info?.seats.find((player) => player.seat === seat);
  }

  seatView(seat: number): SeatView | undefined {
    return this.shown.views[seat];
  }

  /** The animation of the last move has ended: show the next. */
  rested(): void {
    clearTimeout(this.#busy);
    this.#busy = undefined;
    this.#show();
  }

  #heard(message: FromTable): void {
    switch (message.type) {
      case "welcome":
        return this.#welcomed(message);
      case "news":
        return this.#news(message);
      case "chat":
        this.chat = [...this.chat.filter((one) => one.n !== message.n), message];
        return;
      case "done":
        return this.#answered(message.number);
      case "refused":
        if (message.code === LATER) return;
        this.refused = message;
        return message.number === undefined ? undefined : this.#answered(message.number, message);
      case "presence":
        return this.#informed(message.info);
      case "thinking":
        this.thinking = message.seat;
        return;
      case "hint":
        this.hint = message;
        return this.#answered(message.number);
      case "frame":
        return this.#handMoved({ ...message, number: this.#moves });
      case "ping":
        this.#socket.send({ do: "pong", id: message.id });
    }
  }

  #welcomed(welcome: Welcome): void {
    // Which game it is, and so whether it needs pictures, is known only now.
    if (!this.#pictures && !hasBoard(welcome.info.game)) {
      this.#pictures = true;
      return this.#socket.reconnect();
    }
    const first = this.#seen === 0;
    this.you = welcome.you;
    const missed = (welcome.missed ?? []).filter((news) => news.n > this.#seen);
    for (const news of missed) this.#count(news);
    this.entries = [...this.entries, ...missed];
    this.#seen = welcome.n;
    this.views = welcome.views;
    this.#informed(welcome.info);
    this.thinking = null;
    const known = new Set((welcome.chat ?? []).map((one) => one.n));
    this.chat = [...this.chat.filter((one) => !known.has(one.n)), ...(welcome.chat ?? [])].sort(
      (one, other) => one.n - other.n,
    );
    this.#gameEvents = this.entries.findLast((news) => news.event.kind === "moved")?.game_events ?? [];
    this.#waiting = [];
    if (first || missed.length) this.#enqueue(this.#gameEvents);
    this.connected = true;
    for (const [number, command] of this.pending) this.#socket.send({ ...command, number });
  }

  #news(news: News): void {
    if (news.n <= this.#seen) return;
    this.#seen = news.n;
    this.#count(news);
    this.entries = [...this.entries, news];
    if (news.views) this.views = news.views;
    if (news.info) this.#informed(news.info);
    else if (this.info) this.#informed(turned(this.info, news));
    if (news.event.kind === "moved" || news.event.kind === "undone") {
      this.#seenHand = null;
      this.thinking = null;
      this.hint = null;
      this.#gameEvents = news.game_events ?? [];
    }
    // Of entries that belong together only the last brings views.
    if (news.views) this.#enqueue(this.#gameEvents);
  }

  #count(news: News): void {
    if (news.event.kind === "moved") this.#moves += 1;
    if (news.event.kind === "undone") this.#moves -= 1;
  }

  #informed(info: Info): void {
    this.info = info;
    this.clockedAt = Date.now();
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

  #enqueue(events: readonly Event[]): void {
    this.#waiting.push({ number: this.#moves, events, views: this.views, turn: this.info?.turn ?? null });
    if (this.#waiting.length > MOST_WAITING || document.hidden || !this.paced) {
      this.#waiting = this.#waiting.slice(-1);
      clearTimeout(this.#busy);
      this.#busy = undefined;
    }
    this.#show();
  }

  #show(): void {
    while (this.#busy === undefined && this.#waiting.length) {
      const next = this.#waiting.shift()!;
      const moves = next.number !== this.shown.number;
      this.shown = next;
      if (moves && this.paced && !document.hidden) this.#busy = setTimeout(() => this.rested(), PATIENCE);
    }
    this.settled = !this.#waiting.length;
  }

  /** Whether the board shows the newest position. */
  settled = $state(true);
}

/** The table after a move, which changes the turn and the clocks. */
function turned(info: Info, news: News): Info {
  if (news.event.kind !== "moved") return info;
  const seats = info.seats.map((player, index) => {
    const time = news.clocks?.[index];
    return time === undefined || time === null ? player : { ...player, time };
  });
  const { turn: _, ...rest } = info;
  return news.turn === undefined ? { ...rest, seats } : { ...rest, seats, turn: news.turn };
}
